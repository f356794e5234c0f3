import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { parse } from 'yaml'
import { compileProject } from '../kit/compile.ts'
import { judgeOf } from '../kit/generator/judge.ts'
import { publicDocuments } from '../kit/public-documents.ts'
import { median, path, readOptions, say } from './harness.ts'

const options = readOptions(
  `Usage: node tests/bench/compare-generators.ts [--only PATTERN] [--bytes N] [--write FILE]

Generates code from the same documents with openapi-hono and with other generators, which are
installed into a cache, and prints a table. Run npm run packages first.

  --only PATTERN  only the documents whose name matches
  --bytes N       no documents larger than this (1000000)
  --write FILE    replace the table between the markers of this file
`,
  { only: '', bytes: '1000000', write: '' },
)

type Rival = { packages: readonly string[]; command: string; module: string; schema: string }

const own = 'openapi-hono'
const rivals: Record<string, Rival> = parse(
  readFileSync(path('tests/bench/compare-generators/generators.yaml'), 'utf8'),
)
const common = ['hono@4.13.19', 'typescript@5.9.3', '@types/node@24.19.2']

const filled = (template: string, names: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '')

const capital = (id: string) => id.charAt(0).toUpperCase() + id.slice(1)

/** Installs a generator once, and this repository's package each time. Returns its folder. */
const install = (name: string, { packages }: Rival): string => {
  const folder = path(`node_modules/.cache/rivals/${name.replaceAll(/[^\w.]+/g, '-')}`)
  if (name === own) rmSync(folder, { recursive: true, force: true })
  const done = join(folder, 'installed')
  if (existsSync(done)) return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const packed = readdirSync(path('dist/packages')).filter((each) => each.includes(own))
  const tarballs = name === own ? packed.map((each) => path(`dist/packages/${each}`)) : []
  const args = ['install', '--ignore-scripts', '--silent', ...common, ...packages, ...tarballs]
  execFileSync('npm', args, { cwd: folder })
  writeFileSync(done, '')
  return folder
}

/** Runs a generator. Returns the bytes of TypeScript that it wrote; 0 if it failed. */
const generate = async ({ command }: Rival, cwd: string, from: string, name: string) => {
  const to = join(cwd, 'out', name)
  mkdirSync(to, { recursive: true })
  const [program = '', ...args] = filled(command, { from, to: `out/${name}` }).split(' ')
  const options = { cwd, timeout: 120_000 }
  const run = promisify(execFile)(join(cwd, 'node_modules/.bin', program), args, options)
  const ended = await run.catch(() => undefined)
  mkdirSync(to, { recursive: true })
  const files = readdirSync(to, { recursive: true, encoding: 'utf8' })
  const code = files.filter((each) => each.endsWith('.ts'))
  if (ended && code.length > 0)
    return code.reduce((sum, each) => sum + readFileSync(join(to, each)).length, 0)
  rmSync(to, { recursive: true })
  return 0
}

const compilerOptions = {
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  noEmit: true,
  lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: ['node'],
  strict: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
}

/** Returns the names of the documents whose code does not compile. */
const notCompiling = (folder: string): Set<string> => {
  const project = join(folder, 'tsconfig.json')
  writeFileSync(project, JSON.stringify({ compilerOptions, include: ['out'] }))
  const lines = compileProject(project).filter((line) => line.includes('error TS'))
  return new Set(lines.flatMap((line) => /\/out\/([^/]+)\//.exec(line)?.[1] ?? []))
}

type Module = {
  /** Whether a value is a valid body of an operation. */
  isValid: (id: string, value: unknown) => boolean
  app: { request: (path: string) => Promise<Response> }
  /** Bytes of the bundle with all that it imports, minified, by gzip. */
  zipped: number
}

const probeFile = path('tests/bench/compare-generators/probes.yaml')
const probes = parse(readFileSync(probeFile, 'utf8'))
const ids = Object.keys(probes.paths).flatMap((each) => (each === '/rows' ? [] : [each.slice(1)]))

const rows = Array.from({ length: 20 }, (_, i) => ({
  id: `row_${1000 + i}`,
  title: `The Blue Sloop, number ${i}`,
  tags: ['ships', 'oil'],
  price: 12.5,
  sold: i,
  note: i % 2 === 0 ? null : 'On loan',
  made: { year: 1900 + i, city: 'Lisbon' },
}))

/** Bundles the code that a generator made of the probes with an app on it, and loads it. */
const load = async (name: string, { module, schema }: Rival, folder: string): Promise<Module> => {
  const app = readFileSync(
    path(`tests/bench/compare-generators/${name === own ? 'own' : 'zod'}-app.txt`),
    'utf8',
  )
  const schemas = ['rows', ...ids].map((id) => `${id}: ${filled(schema, { id, Id: capital(id) })}`)
  const ssr = join(folder, 'entry.ts')
  const outDir = join(folder, 'bundle')
  writeFileSync(ssr, filled(app, { module, schemas: schemas.join(', ') }))
  await build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    // All that it runs, as Workers get it.
    ssr: { noExternal: true, target: 'webworker' },
    build: { ssr, outDir, minify: true },
  })
  const file = join(outDir, 'entry.js')
  const { isValid, appOf } = await import(pathToFileURL(file).href)
  return { isValid, app: appOf(rows), zipped: gzipSync(readFileSync(file)).length }
}

/** Returns how many probes have the judge's verdict on every value. A check that throws has none. */
const rightOf = async ({ isValid }: Module): Promise<number> => {
  const uri = 'https://probes.invalid/document'
  const pointers = ids.map((id) => `${uri}#/components/schemas/${capital(id)}`)
  const judges = await judgeOf({ [uri]: probes }, pointers)
  const values: unknown[] = probes.info['x-values']
  const verdictOf = (id: string, value: unknown) => {
    try {
      return isValid(id, value)
    } catch {
      return undefined
    }
  }
  const isRight = (id: string, i: number) =>
    values.every((value) => verdictOf(id, value) === judges[i]?.(value))
  return ids.filter(isRight).length
}

/** Returns the requests of the list that an app answers in half a second. */
const countOf = async ({ app }: Module): Promise<number> => {
  let count = 0
  for (const start = performance.now(); performance.now() - start < 500; count++)
    await (await app.request('/rows')).text()
  return count
}

const small = readdirSync(path('tests/documents/small')).map((name): [string, string] => {
  const inFolder = name.endsWith('.yaml') ? name : `${name}/openapi.yaml`
  return [`small-${basename(name, '.yaml')}`, path(`tests/documents/small/${inFolder}`)]
})
const documents = [...small, ...publicDocuments()].filter(
  ([name, from]) =>
    new RegExp(options.only).test(name) && readFileSync(from).length <= Number(options.bytes),
)

const found: {
  name: string
  sizes: number[]
  cells: number[]
  module: Module
  counts: number[]
}[] = []
for (const [name, rival] of Object.entries(rivals)) {
  const folder = install(name, rival)
  rmSync(join(folder, 'out'), { recursive: true, force: true })
  const sizes: number[] = []
  for (let i = 0; i < documents.length; i += 4) {
    const some = documents.slice(i, i + 4)
    sizes.push(...(await Promise.all(some.map(([to, from]) => generate(rival, folder, from, to)))))
  }
  const carried = sizes.filter((size) => size > 0).length
  const compiled = carried - notCompiling(folder).size
  await generate(rival, folder, probeFile, 'probes')
  const module = await load(name, rival, folder)
  const cells = [carried, compiled, await rightOf(module)]
  found.push({ name, sizes, cells, module, counts: [] })
  say(`${name}: ${cells.join(', ')}`)
}
// In turn: another program on the machine slows all alike. The first rounds warm up.
for (let round = 0; round < 12; round++)
  for (const { module, counts } of found) counts.push(await countOf(module))

const byAll = documents.map((_, i) => found.every(({ sizes }) => sizes[i] !== 0))
const lines = found.map(({ name, sizes, cells, counts, module }) => {
  const rate = (2 * median(counts.slice(2))).toLocaleString('en-US')
  const bytes = sizes.reduce((sum, size, i) => (byAll[i] ? sum + size : sum), 0)
  const size = `${(bytes / 1e6).toFixed(2)} MB`
  const bundle = `${(module.zipped / 1000).toFixed(1)} kB`
  return `| ${[name, ...cells, rate, size, bundle].join(' | ')} |\n`
})
const table = `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${documents.length} documents. The size is that of the ${byAll.filter(Boolean).length} documents that all carry.

| | carried | compiles | right of ${ids.length} | list/s | size | bundle |
|---|--:|--:|--:|--:|--:|--:|
${lines.join('')}`
say(table)
if (options.write !== '') {
  const marked = /(?<=<!-- rivals -->\n).*(?=<!-- \/rivals -->)/s
  writeFileSync(
    options.write,
    readFileSync(options.write, 'utf8').replace(marked, () => table),
  )
}
