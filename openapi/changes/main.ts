import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { InvalidDocumentError, readDocument } from '../../codegen/model/read-document.ts'
import { isPlain } from '../../codegen/plain-errors.ts'
import { demandsOf } from './demands.ts'
import { changesBetween } from './judge.ts'
import { reportOf } from './report.ts'

const usage = `Usage: npm run changes -- [--release]

What changed in the contract since it was last released, for whom, and what is to be done about it.
Ends with 1 if something breaks, or if the version or the changelog is behind.

  --release         make the document the released one, if nothing is left to be done
  --document FILE   the document (openapi/openapi.yaml)
  --released FILE   what was released last (openapi/released/v1.json)
  --changelog FILE  its changelog (openapi/CHANGELOG.md)
  --help            this text
`

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url))

const options = {
  release: { type: 'boolean', default: false },
  document: { type: 'string', default: path('openapi/openapi.yaml') },
  released: { type: 'string', default: path('openapi/released/v1.json') },
  changelog: { type: 'string', default: path('openapi/CHANGELOG.md') },
  help: { type: 'boolean', default: false },
} as const

const say = (line: string) => process.stdout.write(`${line}\n`)

const run = async (): Promise<number> => {
  const { release, document, released, changelog, help } = parseArgs({ options }).values
  if (help) {
    say(usage)
    return 0
  }
  const base = JSON.parse(readFileSync(released, 'utf8'))
  const revision = await readDocument(document)
  const today = new Date().toISOString().slice(0, 10)
  const findings = changesBetween(base, revision, today)
  const { version } = revision.info
  const since = `since ${base.info.version} was released`
  say(
    findings.length > 0
      ? `What changed ${since}\n`
      : `Nobody has to do anything: nothing but words changed ${since}`,
  )
  if (findings.length > 0) say(reportOf(findings))
  const demands = demandsOf({
    findings,
    released: base.info.version,
    version,
    changelog: readFileSync(changelog, 'utf8'),
  })
  if (demands.length > 0) {
    process.stderr.write(`\n${demands.map((demand) => `${demand}\n`).join('')}`)
    return 1
  }
  if (release) {
    writeFileSync(released, `${JSON.stringify(revision, null, 2)}\n`)
    say(`\n${version} is released: ${released}`)
  }
  return 0
}

try {
  process.exitCode = await run()
} catch (error) {
  const isExpected =
    error instanceof Error && (error instanceof InvalidDocumentError || isPlain(error))
  process.stderr.write(`${error instanceof Error && !isExpected ? error.stack : error}\n`)
  process.exitCode = 1
}
