import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatAll } from './emit/format.ts'
import { differing, generate, writeOutputs } from './generate.ts'
import { UnsupportedError } from './model/findings.ts'
import { isUsageError } from './model/is-usage-error.ts'
import { findingLine, InvalidDocumentError, read } from './model/read-document.ts'

const usage = `Usage: npm run generate -- [--from FILE] [--to DIR] [--check]

Writes the generated layer of an OpenAPI document, formatted as this repository is.

  --from FILE  the document (openapi/openapi.yaml)
  --to DIR     the output folder (generated)
  --check      write nothing; fail if a file in the output folder would change
  --help       this text
`

const options = {
  from: { type: 'string', default: 'openapi/openapi.yaml' },
  to: { type: 'string', default: 'generated' },
  check: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

const say = (line: string) => process.stdout.write(`${line}\n`)
const warn = (line: string) => process.stderr.write(`${line}\n`)

const run = async (): Promise<void> => {
  const { from, to, check, help } = parseArgs({ options }).values
  if (help) return void say(usage)
  const started = performance.now()
  const document = await read(from)
  const outputs = await formatAll(await generate(document))
  for (const finding of document.findings) warn(findingLine(finding, document.locate))
  if (check) {
    const stale = await differing(outputs, to)
    for (const name of stale) warn(`${join(to, name)} differs from what ${from} generates`)
    if (stale.length === 0) return void say(`${to} is up to date with ${from}`)
    warn('Run npm run generate')
    process.exitCode = 1
    return
  }
  const changed = await writeOutputs(outputs, to)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  say(
    changed.length > 0
      ? `${changed.map((name) => join(to, name)).join(', ')} written in ${seconds} s`
      : `${to} is up to date with ${from} (${seconds} s)`,
  )
}

/** Returns whether an error is printed without its stack. */
const isExpected = (error: Error): boolean =>
  error instanceof UnsupportedError || error instanceof InvalidDocumentError || isUsageError(error)

try {
  await run()
} catch (error) {
  warn(String(error instanceof Error ? (isExpected(error) ? error.message : error.stack) : error))
  process.exitCode = 1
}
