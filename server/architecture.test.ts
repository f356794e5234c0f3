import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Every TypeScript file of ours: path from the root, text, what it imports (ours as paths, others by name). */
const files = [
  'openapi',
  'codegen',
  'generated',
  'server',
  'mock',
  'contract-tests',
  'bench',
  'client',
  'examples',
  '.ci',
]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name),
    ),
  )
  .filter((path) => /\.tsx?$/.test(path) && !/\/(snapshots|dist)\//.test(path))
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const imports = ts
      .preProcessFile(text)
      .importedFiles.map(({ fileName }) =>
        fileName.startsWith('.') ? relative(root, join(root, dirname(path), fileName)) : fileName,
      )
    return { path, text, imports, isTest: /\.test\.tsx?$|\/testing\//.test(path) }
  })

const product = files.filter(({ path, isTest }) => path.startsWith('server/') && !isTest)

/** Names of the files that break a rule. */
const breaking = (
  among: typeof files,
  breaks: (file: (typeof files)[number]) => boolean,
): string[] => among.filter(breaks).map(({ path }) => path)

test('there is something to look at', () => {
  expect(product.length).toBeGreaterThan(60)
  expect(product.find(({ path }) => path === 'server/main.ts')?.imports).toContain(
    'server/run-server.ts',
  )
})

describe('layers', () => {
  const importsOurs = (layer: string, allowed: RegExp) =>
    product
      .filter(({ path }) => path.startsWith(layer))
      .flatMap(({ path, imports }) =>
        imports
          .filter((name) => /^(server|generated|codegen|openapi|contract-tests|bench)\//.test(name))
          .filter((name) => !allowed.test(name))
          .map((name) => `${path} imports ${name}`),
      )

  test('domain stands on generated types alone', () => {
    expect(importsOurs('server/domain/', /^(server\/domain|generated)\//)).toEqual([])
  })

  test('store stands on domain', () => {
    expect(importsOurs('server/store/', /^(server\/(store|domain)|generated)\//)).toEqual([])
  })

  test('transactions stand on store and domain', () => {
    expect(
      importsOurs('server/transactions/', /^(server\/(transactions|store|domain)|generated)\//),
    ).toEqual([])
  })

  test('http knows neither operations nor how anything is stored', () => {
    const isOfStore = /^server\/(operations|store|transactions|demo|cli)\//
    const allowed = /^(server\/(http|domain)|generated)\/|^server\/store\/request-log\.ts$/
    expect(importsOurs('server/http/', allowed)).toEqual([])
    expect(isOfStore.test('server/store/orders.ts')).toBe(true)
  })

  test('redemption stands on what operations do; pictures on nothing', () => {
    const allowed = /^(server\/(redemption|transactions|store|domain|http|webhooks)|generated)\//
    expect(importsOurs('server/redemption/', allowed)).toEqual([])
    expect(importsOurs('server/pictures/', /^server\/pictures\//)).toEqual([])
  })

  test('generated code stands on nothing of ours', () => {
    const generated = files.filter(({ path }) => path.startsWith('generated/'))
    expect(
      breaking(generated, ({ imports }) =>
        imports.some((name) => /^(server|codegen)\//.test(name)),
      ),
    ).toEqual([])
  })

  test('the client stands on generated code, and knows one library in one place', () => {
    const client = files.filter(({ path, isTest }) => /^client\/(?!build\/)/.test(path) && !isTest)
    expect(client.length).toBeGreaterThan(5)
    const allowed: readonly [place: RegExp, name: RegExp][] = [
      [/./, /^(client|generated)\//],
      [/^client\/webhooks\/node\.ts$/, /^node:crypto$/],
      [/^client\/transport\.ts$/, /^openapi-fetch$/],
    ]
    const strange = client.flatMap(({ path, imports }) =>
      imports
        .filter((name) => !allowed.some(([place, known]) => place.test(path) && known.test(name)))
        .map((name) => `${path} imports ${name}`),
    )
    expect(strange).toEqual([])
  })

  test('the contract suite speaks HTTP: our server is known where it is started and broken alone', () => {
    const suite = files.filter(({ path, isTest }) => path.startsWith('contract-tests/') && !isTest)
    expect(suite.length).toBeGreaterThan(40)
    const place = /^contract-tests\/(own|mutants)\//
    expect(
      breaking(
        suite,
        ({ path, imports }) =>
          imports.some((name) => name.startsWith('server/')) && !place.test(path),
      ),
    ).toEqual([])
    const laws = suite.filter(({ path }) => /^contract-tests\/(laws|model|support)\//.test(path))
    expect(
      breaking(laws, ({ imports }) =>
        imports.some((name) => place.test(name) || name === 'vitest'),
      ),
    ).toEqual([])
  })

  test('nothing imports itself round a circle', () => {
    const byPath = new Map(product.map((file) => [file.path, file]))
    const circles: string[] = []
    const done = new Set<string>()
    const visit = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path))
        circles.push([...trail.slice(trail.indexOf(path)), path].join(' > '))
      else if (!done.has(path)) {
        for (const name of byPath.get(path)?.imports ?? []) visit(name, [...trail, path])
        done.add(path)
      }
    }
    for (const { path } of product) visit(path, [])
    expect(circles).toEqual([])
  })
})

describe('what only one place may do', () => {
  const outside = (place: RegExp) => product.filter(({ path }) => !place.test(path))

  test('store imports the database driver and the query builder', () => {
    const drivers = ['node:sqlite', 'kysely', 'kysely/migration', 'pg']
    expect(
      breaking(outside(/^server\/store\//), ({ imports }) =>
        imports.some((name) => drivers.includes(name)),
      ),
    ).toEqual([])
  })

  test('http, operations, pages for people and the app import hono', () => {
    const place = /^server\/(http|operations|redemption|portal)\/|^server\/app\.ts$/
    expect(
      breaking(outside(place), ({ imports }) =>
        imports.some((name) => /^(@hono\/|hono)/.test(name)),
      ),
    ).toEqual([])
  })

  test('config reads the environment', () => {
    expect(
      breaking(outside(/^server\/config\.ts$/), ({ text }) => text.includes('process.env')),
    ).toEqual([])
  })

  test('main ends the process', () => {
    expect(
      breaking(outside(/^server\/main\.ts$/), ({ text }) => text.includes('process.exit(')),
    ).toEqual([])
  })

  test('errors turns a refusal into a status; pages for people have their own', () => {
    expect(
      breaking(outside(/^server\/(http|redemption|portal)\//), ({ text }) =>
        /status: (400|404)\b/.test(text),
      ),
    ).toEqual([])
  })

  test('names looks names up', () => {
    const place = /^server\/webhooks\/(names|egress)\.ts$/
    expect(
      breaking(outside(place), ({ imports }) =>
        imports.some((name) => name.startsWith('node:dns')),
      ),
    ).toEqual([])
  })

  test('egress opens outbound connections', () => {
    const clients = ['node:dgram', 'undici']
    // Of these, what makes servers and what is a type alone opens nothing.
    const imported = /^import (?!type )(\{[^}]*\}|[\w*, ]+) from 'node:(?:https?|http2|net|tls)'$/gm
    const harmless = /^(type \w+|createServer( as \w+)?|Server as \w+|createSecureContext)$/
    const opens = (text: string): boolean =>
      [...text.matchAll(imported)].some(([, what = '']) =>
        what
          .replace(/^\{(.*)\}$/s, '$1')
          .split(',')
          .map((name) => name.trim())
          .some((name) => name !== '' && !harmless.test(name)),
      )
    expect(opens("import { request } from 'node:http'")).toBe(true)
    expect(opens("import {\n  type Server,\n  connect,\n} from 'node:tls'")).toBe(true)
    expect(opens("import net from 'node:net'")).toBe(true)
    // `local-egress` goes to the developer's own programs alone, where `own-network` lets it.
    const egress = '(webhooks/(local-)?egress|egress/get)'
    const place = new RegExp(`^server/(http/client-address|config|${egress})\\.ts$`)
    expect(
      breaking(
        outside(place),
        ({ imports, text }) =>
          imports.some((name) => clients.includes(name)) || opens(text) || /\bfetch\(/.test(text),
      ),
    ).toEqual([])
  })
})

/** `as` that is not `as const`, `any`, `!` and comments that silence the compiler. */
const loopholes = ({ path, text }: (typeof files)[number]): string[] => {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const isConst = ts.isAsExpression(node) && node.type.getText(source) === 'const'
    if ((ts.isAsExpression(node) && !isConst) || ts.isNonNullExpression(node))
      found.push(`${path}: ${node.getText(source)}`)
    if (node.kind === ts.SyntaxKind.AnyKeyword) found.push(`${path}: any`)
    ts.forEachChild(node, visit)
  }
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2024)
  visit(source)
  if (/@ts-(ignore|nocheck|expect-error)/.test(text)) found.push(`${path}: silences the compiler`)
  return found
}

test('types are got round in one place alone: the mount', () => {
  const ours = files.filter(
    ({ path }) => path !== 'server/architecture.test.ts' && !path.startsWith('generated/'),
  )
  expect(ours.flatMap(loopholes)).toEqual(['server/http/mount.ts: operations[id] as Method'])
})

test('a file knows one thing: half have 80 lines or fewer, none has 300', () => {
  const lengths = product.map(({ path, text }) => ({ path, lines: text.split('\n').length }))
  const sorted = lengths.map(({ lines }) => lines).toSorted((a, b) => a - b)
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(80)
  expect(lengths.filter(({ lines }) => lines > 300)).toEqual([])
})

test('files export by name, and re-export nothing', () => {
  const exporting = product.filter(({ text }) => /^export (\*|\{[^}]*\} from|default)/m.test(text))
  expect(exporting.map(({ path }) => path)).toEqual([])
})
