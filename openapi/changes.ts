import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { z } from 'zod'
import { methods, parseDocument } from '../packages/openapi-hono/model/document.ts'
import { isUsageError } from '../packages/openapi-hono/model/findings.ts'
import { at, steps } from '../packages/openapi-hono/model/pointer.ts'
import { InvalidDocumentError, readDocument } from '../packages/openapi-hono/read-document.ts'

const usage = `Usage: npx node openapi/changes.ts [--release]

Reports what changed in the contract since the last release, and what is left to do before the next.
Exits with 1 after a breaking change, or if the version or the changelog is not up to date.

  --release         release the document, if nothing is left to do
  --document FILE   the document (default: openapi/openapi.yaml)
  --released FILE   the last released document (default: openapi/released/v1.json)
  --changelog FILE  the changelog of the contract (default: openapi/CHANGELOG.md)
  --help            show this text
`

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

const options = {
  release: { type: 'boolean', default: false },
  document: { type: 'string', default: path('openapi.yaml') },
  released: { type: 'string', default: path('released/v1.json') },
  changelog: { type: 'string', default: path('CHANGELOG.md') },
  help: { type: 'boolean', default: false },
} as const

const Side = z
  .object({ pointer: z.string(), value: z.unknown().optional() })
  .default({ pointer: '' })
const Change = z.object({
  path: z.string(),
  typeName: z.string(),
  kind: z.enum(['added', 'removed', 'modified']),
  verdicts: z.array(z.object({ ruleId: z.string(), message: z.string() })),
  property: z.string().optional(),
  base: Side,
  revision: Side,
})
/** A change as `redocly diff` reports it, with the rules that it violates. */
type Change = z.output<typeof Change>
const Report = z.object({ changes: z.array(Change) })

/** Extensions that clients or subscribers notice. All others are for tools. */
const noticed = new Set(['x-deprecation', 'x-invalid-body', 'x-category'])

/** Keywords that do not change requests or responses. */
const texts = new Set([
  'title',
  'summary',
  'description',
  'example',
  'examples',
  'externalDocs',
  'tags',
  '$comment',
])

/** Steps that are followed by a name of the API, so that `description` after them is a field. */
const named = new Set(['properties', 'paths', 'webhooks', 'headers', 'responses', 'content'])

/**
 * Returns a part of a document without its texts and what is for tools. `redocly diff` takes a parameter with another
 * extension for another parameter.
 */
const withoutTexts = (part: unknown, name = ''): unknown => {
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map((each) => withoutTexts(each))
  const isText = (key: string) => texts.has(key) || (key.startsWith('x-') && !noticed.has(key))
  // For `redocly diff`, the types beside this constant are those of values.
  if ('const' in part && part.const === null) return { type: 'null' }
  return Object.fromEntries(
    Object.entries(part)
      .filter(([key]) => named.has(name) || !isText(key))
      .map(([key, value]) => [key, withoutTexts(value, named.has(name) ? '' : key)]),
  )
}

/** Returns whether clients cannot notice a change: it is one of the document's version, or of names of components. */
const isUnnoticed = ({ path: pointer, verdicts }: Change): boolean =>
  verdicts.length === 0 && /^#\/(info|components)\b/.test(pointer)

const cli = path('../node_modules/@redocly/cli/bin/cli.js')

/**
 * Runs `redocly diff` on two documents. Its rules know whether a schema is sent or received: a bound may only widen
 * in a request and only narrow in a response.
 * @throws {Error} with the output of `redocly diff`, when it cannot compare the documents.
 */
const redoclyDiff = (base: unknown, revision: unknown): Change[] => {
  const folder = mkdtempSync(join(tmpdir(), 'merch-changes-'))
  try {
    for (const [name, document] of Object.entries({ base, revision }))
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(withoutTexts(document)))
    const args = [cli, 'diff', 'base.json', 'revision.json', '--format=json', '--fail-on=none']
    const { stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    })
    if (!stdout.startsWith('{')) throw new Error(`the documents cannot be compared:\n${stderr}`)
    return Report.parse(JSON.parse(stdout)).changes
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Code points that patterns distinguish: Latin, and some of every other kind. */
const characters = [...Array(0x250).keys(), 0x663, 0x2028, 0x4e2d, 0x1f600].map((codePoint) =>
  String.fromCodePoint(codePoint),
)

/** Returns whether texts that match a pattern match another. Compares many, also with each character, which is no proof. */
const isWithin = (given: string, other: string): boolean => {
  const [expression, allowed] = [new RegExp(given, 'u'), new RegExp(other, 'u')]
  const generated = fc.sample(fc.stringMatching(expression), { numRuns: 1000, seed: 1 })
  const inserted = ['', ...generated.slice(0, 10)].flatMap((text) =>
    characters.flatMap((each) => [
      each + text,
      text.slice(0, 1) + each + text.slice(1),
      text + each,
    ]),
  )
  return [...generated, ...inserted].every(
    (text) => !text.isWellFormed() || !expression.test(text) || allowed.test(text),
  )
}

const isSent = ({ path: pointer }: Change): boolean =>
  /^#\/paths\/.*\/(requestBody|parameters)\//.test(pointer)

/** Returns a change of a pattern if it accepts other texts than before. More of them do not break senders. */
const judgePattern = (change: Change): Change[] => {
  const { property, base, revision } = change
  const [before, after] = [base.value, revision.value]
  if (property !== 'pattern' || typeof before !== 'string' || typeof after !== 'string')
    return [change]
  if (!isWithin(before, after)) return [change]
  if (isWithin(after, before)) return []
  return [isSent(change) ? { ...change, verdicts: [] } : change]
}

/** Returns a new condition of a request without a verdict if it only keeps, in some cases, a rule that always held before. */
const judgeCondition = (change: Change, released: unknown): Change => {
  const { path: pointer, kind, revision } = change
  const added = Condition.safeParse(revision.value).data
  if (kind !== 'added' || !pointer.endsWith('/then') || !added) return change
  const before = Released.parse(resolved(released, revision.pointer.replace(/\/then$/, '')))
  const isKept = Object.entries(added.properties).every(([name, rule]) =>
    Object.entries(rule).every(([keyword, value]) => {
      const old = resolved(released, before.properties[name])
      return z.record(z.string(), z.unknown()).parse(old)[keyword] === value
    }),
  )
  return isKept ? { ...change, verdicts: [] } : change
}

const Released = z.object({ properties: z.record(z.string(), z.unknown()).default({}) })

/** A condition that requires no property: its rules are about those that are there. */
const Condition = z.object({
  required: z.never().optional(),
  properties: z.record(z.string(), z.record(z.string(), z.unknown())),
})

const Reference = z.object({ $ref: z.string() })

/** Returns a part of a document by its pointer or as it is, with references followed. */
const resolved = (document: unknown, given: unknown): unknown => {
  const part = typeof given === 'string' ? at(document, given) : given
  const reference = Reference.safeParse(part).data
  return reference ? resolved(document, reference.$ref) : part
}

/** What clients notice of a change. */
type Finding = {
  kind: 'breaking' | 'ended' | 'additive'
  text: string
  /** The operation or event, such as `GET /v1/orders/list`. */
  place: string
  /** What the changelog must name. */
  subject: string
}

const Parameter = z.object({ name: z.string() })

const Operation = z.object({
  operationId: z.string(),
  'x-deprecation': z.object({ sunset: z.iso.date() }).optional().catch(undefined),
})

/** Returns the operations of a path that was added or removed, or the one that was. */
const operationsOf = ({ typeName, base, revision }: Change) => {
  const value = revision.value ?? base.value
  const found =
    typeName === 'PathItem' ? methods.map((method) => at(value, `#/${method}`)) : [value]
  return found.flatMap((each) => Operation.safeParse(each).data ?? [])
}

const differing = (a: unknown, b: unknown): unknown[] =>
  Array.isArray(a) && Array.isArray(b) ? a.filter((each) => !b.includes(each)) : []

/** Returns the names of the API that a change is about, the closest ones. */
const subjectsOf = (change: Change, released: unknown, revised: unknown): string[] => {
  const document = change.kind === 'removed' ? released : revised
  const { path: pointer, typeName, property, base, revision, verdicts } = change
  const all = steps(pointer)
  if (typeName === 'PathItem' || typeName === 'Operation') {
    const operations = operationsOf(change).map(({ operationId }) => operationId)
    if (operations.length > 0) return operations
  }
  // Of a parameter or a body, it is true or false.
  if (property === 'required' && typeName === 'Schema') {
    const [before, after] = [base.value ?? [], revision.value ?? []]
    // A new field has a change of its own.
    const isOld = (name: unknown) =>
      at(released, base.pointer.replace(/required$/, `properties/${name}`))
    return [...differing(before, after), ...differing(after, before)]
      .filter((name) => verdicts.length > 0 || isOld(name))
      .map(String)
  }
  for (let i = all.length - 1; i > 2; i--) {
    const [before = '', step = ''] = all.slice(i - 1)
    const isLast = i === all.length - 1
    if (before === 'properties' || (isLast && ['headers', 'responses'].includes(before)))
      return [step]
    const parent = pointer
      .split('/')
      .slice(0, i + 2)
      .join('/')
    if (before === 'parameters') return [Parameter.parse(resolved(document, parent)).name]
  }
  const [, name = ''] = all
  const operation = at(document, pointer.split('/').slice(0, 4).join('/'))
  return [Operation.safeParse(operation).data?.operationId ?? name]
}

/** Changes that break clients, which `redocly diff` accepts. */
const ownVerdicts = ({ typeName, property, kind, path: pointer }: Change): Change['verdicts'] => {
  if (kind !== 'modified' || !pointer.includes('/parameters/')) return []
  const isRenamed = typeName === 'Parameter' && property === 'name'
  if (!isRenamed && property !== 'default') return []
  return [
    { ruleId: 'own', message: isRenamed ? 'The parameter was renamed.' : 'Its default changed.' },
  ]
}

/** Types of parts that have a name of their own. */
const wholes = new Set(['PathItem', 'Operation', 'Parameter', 'Response', 'Header', 'Schema'])

/**
 * Returns what clients notice between two bundled documents.
 * @param today the date, such as `2026-11-20`. An operation can be removed from its sunset date on.
 */
const changesBetween = (base: unknown, revision: unknown, today: string): Finding[] => {
  const changes = redoclyDiff(base, revision).filter((change) => !isUnnoticed(change))
  const judged = changes.flatMap(judgePattern).map((change) => judgeCondition(change, base))
  return judged.flatMap((change) => {
    const { path: pointer, kind, property, verdicts } = change
    const [section, path = '', method = ''] = steps(pointer)
    const place = section === 'paths' ? `${method.toUpperCase()} ${path}`.trim() : path
    const subjects = subjectsOf(change, base, revision)
    const broken = [...verdicts, ...ownVerdicts(change)].map(({ message }) => message).join(' ')
    const removed = kind === 'removed' ? operationsOf(change) : []
    const hasEnded = ({ 'x-deprecation': end }: (typeof removed)[number]) =>
      end !== undefined && end.sunset <= today
    const isOver = removed.length > 0 && removed.every(hasEnded)
    const part = property ?? (wholes.has(change.typeName) ? undefined : steps(pointer).at(-1))
    const what = (subject: string) =>
      part === undefined ? `\`${subject}\`` : `\`${part}\` of \`${subject}\``
    return subjects.map(
      (subject): Finding => ({
        kind: broken === '' ? 'additive' : isOver ? 'ended' : 'breaking',
        text:
          broken === '' || isOver ? `${what(subject)} was ${kind}` : `\`${subject}\`: ${broken}`,
        place,
        subject,
      }),
    )
  })
}

/** Returns whether a version is equal to another or higher, compared number by number. */
const isAtLeast = (version: string, other: string): boolean =>
  version.localeCompare(other, 'en', { numeric: true }) >= 0

const nextMinor = (version: string): string => {
  const [major, minor = 0] = version.split('.').map(Number)
  return `${major}.${minor + 1}.0`
}

/** Returns the text under a version's heading in a changelog, or undefined without that heading. */
const sectionOf = (changelog: string, version: string): string | undefined =>
  changelog.split(/^## /m).find((section) => section.split(/[\s\]]/)[0] === version)

const noBreakingChanges =
  'v1 must not have breaking changes. Serve the change as /v2 beside v1. Mark deprecated operations with `deprecated` and `x-deprecation`; see openapi/README.md.'

/** Returns what is left to do before a version can be released. Empty if it is ready. */
const requirementsOf = (
  findings: readonly Finding[],
  { released, version, changelog }: { released: string; version: string; changelog: string },
): string[] => {
  if (findings.some(({ kind }) => kind === 'breaking')) return [noBreakingChanges]
  const least = findings.length > 0 ? nextMinor(released) : released
  const isEnough = isAtLeast(version, least)
  const next = isEnough ? version : least
  const section = sectionOf(changelog, next)
  const subjects = new Set(findings.map(({ subject }) => subject))
  return [
    ...(isEnough
      ? []
      : [`\`info.version\` in openapi/openapi.yaml must be at least ${least}; it is ${version}.`]),
    ...(section === undefined
      ? [`openapi/CHANGELOG.md must have a section "## ${next}".`]
      : [...subjects]
          .filter((subject) => !section.includes(`\`${subject}\``))
          .map(
            (subject) => `The section ${next} of openapi/CHANGELOG.md must name \`${subject}\`.`,
          )),
  ]
}

const headings = {
  breaking: ['Breaking changes', '✗'],
  ended: ['Ended as announced', '-'],
  additive: ['Additions', '+'],
} as const

/** Formats findings for a terminal, breaking changes first, with the places where they occur. */
const reportOf = (findings: readonly Finding[]): string =>
  (['breaking', 'ended', 'additive'] as const)
    .flatMap((kind) => {
      const [heading, mark] = headings[kind]
      const own = Map.groupBy(
        findings.filter((finding) => finding.kind === kind),
        ({ text }) => text,
      )
      const lines = [...own].flatMap(([text, found]) => [
        `  ${mark} ${text}`,
        ...new Set(found.map(({ place }) => `      ${place}`)),
      ])
      return lines.length > 0 ? [`${heading}:\n${lines.join('\n')}`] : []
    })
    .join('\n\n')

const say = (line: string) => process.stdout.write(`${line}\n`)

const run = async (): Promise<void> => {
  const { values } = parseArgs({ options })
  if (values.help) return void say(usage)
  const base = parseDocument(readFileSync(values.released, 'utf8'))
  const revision = await readDocument(values.document)
  const findings = changesBetween(base, revision, new Date().toISOString().slice(0, 10))
  const { version } = revision.info
  const released = base.info.version
  const since = `since ${released} was released`
  say(findings.length > 0 ? `Changes ${since}\n` : `No changes except texts ${since}`)
  if (findings.length > 0) say(reportOf(findings))
  const changelog = readFileSync(values.changelog, 'utf8')
  const requirements = requirementsOf(findings, { released, version, changelog })
  if (requirements.length > 0) throw new Unfinished(`\n${requirements.join('\n')}`)
  if (!values.release) return
  writeFileSync(values.released, `${JSON.stringify(revision, null, 2)}\n`)
  say(`\nReleased ${version}: ${values.released}`)
}

/** Thrown if something is left to do. */
class Unfinished extends Error {}

try {
  await run()
} catch (error) {
  const isExpected =
    error instanceof Error &&
    (error instanceof Unfinished || error instanceof InvalidDocumentError || isUsageError(error))
  process.stderr.write(
    `${isExpected ? error.message : error instanceof Error ? error.stack : error}\n`,
  )
  process.exitCode = 1
}
