import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { generate, type Outputs } from './generate.ts'
import { isPlain } from './model/plain-errors.ts'
import { InvalidDocumentError, readDocument } from './model/read-document.ts'
import { NotCarriedError } from './refuse/not-carried-error.ts'
import { readWorkflows } from './tutorials/read-workflows.ts'

const usage = `Usage: npm run generate -- [--from FILE] [--to DIR] [--workflows DIR] [--check]

Writes the generated layer of an OpenAPI 3.1 document.

  --from FILE  the document (openapi/openapi.yaml)
  --to DIR     where the layer goes (generated)
  --workflows DIR
               its Arazzo documents, which become tutorials (contract-tests/workflows; of another
               document, none)
  --check      write nothing; fail if what is there differs from what would be written
  --help       this text
`

const options = {
  from: { type: 'string', default: 'openapi/openapi.yaml' },
  to: { type: 'string', default: 'generated' },
  workflows: { type: 'string' },
  check: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

const ownWorkflows = 'contract-tests/workflows'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** The names of the outputs that differ from what lies in a folder. */
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
  const { from, to, check, help, workflows } = parseArgs({ options }).values
  if (help) {
    say(usage)
    return 0
  }
  const started = performance.now()
  const folder = workflows ?? (from === options.from.default ? ownWorkflows : undefined)
  const tutorials = folder === undefined ? [] : await readWorkflows(folder)
  const outputs = await generate(await readDocument(from), tutorials)
  if (check) {
    const stale = await differing(outputs, to)
    for (const name of stale) process.stderr.write(`${join(to, name)} is not what ${from} says\n`)
    if (stale.length > 0) process.stderr.write('Mend it with: npm run generate\n')
    else say(`${to} is what ${from} says`)
    return stale.length > 0 ? 1 : 0
  }
  for (const name of Object.keys(outputs)) await mkdir(dirname(join(to, name)), { recursive: true })
  const changed = await differing(outputs, to)
  await Promise.all(changed.map((name) => writeFile(join(to, name), outputs[name] ?? '')))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  say(
    changed.length > 0
      ? `${changed.map((name) => join(to, name)).join(', ')} written in ${seconds} s`
      : `${to} is already what ${from} says (${seconds} s)`,
  )
  return 0
}

/** Whether an error's message says all that there is to say, so that its stack would only hide it. */
const isExpected = (error: Error): boolean =>
  error instanceof NotCarriedError || error instanceof InvalidDocumentError || isPlain(error)

try {
  process.exitCode = await run()
} catch (error) {
  const words = error instanceof Error ? (isExpected(error) ? error.message : error.stack) : error
  process.stderr.write(`${words}\n`)
  process.exitCode = 1
}
