import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parseDocument } from '../../codegen/model/document.ts'
import { isUsageError } from '../../codegen/model/is-usage-error.ts'
import { InvalidDocumentError, readDocument } from '../../codegen/model/read-document.ts'
import { changesBetween, type Finding } from './changes-between.ts'
import { releaseRequirements } from './release-requirements.ts'

const usage = `Usage: npx node openapi/changes/main.ts [--release]

Reports what changed in the contract since the last release, and what is left to do before the next.
Exits with 1 after a breaking change, or if the version or the changelog is not up to date.

  --release         release the document, if nothing is left to do
  --document FILE   the document (default: openapi/openapi.yaml)
  --released FILE   the last released document (default: openapi/released/v1.json)
  --changelog FILE  the changelog of the contract (default: openapi/CHANGELOG.md)
  --help            show this text
`

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url))

const options = {
  release: { type: 'boolean', default: false },
  document: { type: 'string', default: path('openapi/openapi.yaml') },
  released: { type: 'string', default: path('openapi/released/v1.json') },
  changelog: { type: 'string', default: path('openapi/CHANGELOG.md') },
  help: { type: 'boolean', default: false },
} as const

/** The maximum number of places listed for a change. */
const shown = 5

const headings = {
  breaking: 'Breaking changes',
  ended: 'Ended as announced',
  additive: 'Additions',
} as const

const marks = { breaking: '✗', ended: '-', additive: '+' } as const

const lines = ({ kind, sentence, places }: Finding): string[] => {
  const more = places.length > shown ? [`and ${places.length - shown} more`] : []
  return [
    `  ${marks[kind]} ${sentence}`,
    ...[...places.slice(0, shown), ...more].map((place) => `      ${place}`),
  ]
}

/** Formats findings for a terminal, breaking changes first. */
const reportOf = (findings: readonly Finding[]): string =>
  (['breaking', 'ended', 'additive'] as const)
    .map((kind) => ({ kind, own: findings.filter((finding) => finding.kind === kind) }))
    .filter(({ own }) => own.length > 0)
    .map(({ kind, own }) => [`${headings[kind]}:`, ...own.flatMap(lines)].join('\n'))
    .join('\n\n')

const say = (line: string) => process.stdout.write(`${line}\n`)

const run = async (): Promise<number> => {
  const { release, document, released, changelog, help } = parseArgs({ options }).values
  if (help) {
    say(usage)
    return 0
  }
  const base = parseDocument(readFileSync(released, 'utf8'))
  const revision = await readDocument(document)
  const today = new Date().toISOString().slice(0, 10)
  const findings = changesBetween(base, revision, today)
  const { version } = revision.info
  const since = `since ${base.info.version} was released`
  say(findings.length > 0 ? `Changes ${since}\n` : `No changes except texts ${since}`)
  if (findings.length > 0) say(reportOf(findings))
  const requirements = releaseRequirements({
    findings,
    released: base.info.version,
    version,
    changelog: readFileSync(changelog, 'utf8'),
  })
  if (requirements.length > 0) {
    process.stderr.write(`\n${requirements.map((line) => `${line}\n`).join('')}`)
    return 1
  }
  if (release) {
    writeFileSync(released, `${JSON.stringify(revision, null, 2)}\n`)
    say(`\nReleased ${version}: ${released}`)
  }
  return 0
}

try {
  process.exitCode = await run()
} catch (error) {
  const isExpected =
    error instanceof Error && (error instanceof InvalidDocumentError || isUsageError(error))
  process.stderr.write(`${error instanceof Error && !isExpected ? error.stack : error}\n`)
  process.exitCode = 1
}
