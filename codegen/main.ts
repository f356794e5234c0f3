import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { generate, generateTexts, type Outputs } from './generate.ts'
import { UnsupportedError } from './model/findings.ts'
import { isUsageError } from './model/is-usage-error.ts'
import { findingLine, InvalidDocumentError, read } from './model/read-document.ts'
import { readWorkflows } from './tutorials/read-workflows.ts'

const usage = `Usage: npm run generate -- [--from FILE] [--to DIR] [--workflows DIR] [--zod] [--plain] [--check]

Writes the generated layer of an OpenAPI document of version 3.0, 3.1 or 3.2.

  --from FILE  the document (openapi/openapi.yaml)
  --to DIR     the output folder (generated)
  --workflows DIR
               Arazzo documents to write tutorials from (contract-tests/workflows with the
               default document, else none)
  --zod        fail if schemas.ts and routes.ts cannot express the document, instead of
               leaving them out
  --plain      do not format the code
  --check      write nothing; fail if a file in the output folder would change
  --help       this text
`

const options = {
  from: { type: 'string', default: 'openapi/openapi.yaml' },
  to: { type: 'string', default: 'generated' },
  workflows: { type: 'string' },
  zod: { type: 'boolean', default: false },
  plain: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

const ownWorkflows = 'contract-tests/workflows'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Returns the names of the outputs that differ from the files in a folder. */
const differing = async (outputs: Outputs, folder: string): Promise<string[]> => {
  const names = await Promise.all(
    Object.entries(outputs).map(async ([name, text]) => {
      const there = await readFile(join(folder, name), 'utf8').catch(() => undefined)
      return there === text ? [] : [name]
    }),
  )
  return names.flat()
}

const run = async (): Promise<number> => {
  const { from, to, check, help, workflows, zod, plain } = parseArgs({ options }).values
  if (help) {
    say(usage)
    return 0
  }
  const started = performance.now()
  const folder = workflows ?? (from === options.from.default ? ownWorkflows : undefined)
  const tutorials = folder === undefined ? [] : await readWorkflows(folder)
  const document = await read(from)
  const outputs = await generate(document, { zod, format: !plain })
  if (folder !== undefined) Object.assign(outputs, generateTexts(document.document, tutorials))
  for (const finding of document.findings)
    process.stderr.write(`${findingLine(finding, document.locate)}\n`)
  if (check) {
    const stale = await differing(outputs, to)
    for (const name of stale)
      process.stderr.write(`${join(to, name)} differs from what ${from} generates\n`)
    if (stale.length > 0) process.stderr.write('Run npm run generate\n')
    else say(`${to} is up to date with ${from}`)
    return stale.length > 0 ? 1 : 0
  }
  for (const name of Object.keys(outputs)) await mkdir(dirname(join(to, name)), { recursive: true })
  const changed = await differing(outputs, to)
  await Promise.all(changed.map((name) => writeFile(join(to, name), outputs[name] ?? '')))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  say(
    changed.length > 0
      ? `${changed.map((name) => join(to, name)).join(', ')} written in ${seconds} s`
      : `${to} is up to date with ${from} (${seconds} s)`,
  )
  return 0
}

/** Returns whether an error is printed without its stack. */
const isExpected = (error: Error): boolean =>
  error instanceof UnsupportedError || error instanceof InvalidDocumentError || isUsageError(error)

try {
  process.exitCode = await run()
} catch (error) {
  const words = error instanceof Error ? (isExpected(error) ? error.message : error.stack) : error
  process.stderr.write(`${words}\n`)
  process.exitCode = 1
}
