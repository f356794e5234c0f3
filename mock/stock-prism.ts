import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseDocument } from '../codegen/model/document.ts'
import { readConfig } from '../server/config.ts'
import { explainError } from '../server/process/explain-error.ts'

const usage = `Usage: npm run mock:cli -- [OPTIONS OF PRISM]

Starts the stock Prism CLI on the document, on http://127.0.0.1:4010. HOST and PORT say otherwise; everything else is
handed to Prism, such as --dynamic, --seed TEXT, --errors or --verboseLevel warn. What it does not do, and
\`npm run mock\` does, is in mock/README.md.

  --help  this text; \`npx prism mock --help\` lists Prism's options
`

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/**
 * Writes a copy of the document for Prism and says where. Without the dialect Prism reads schemas as
 * draft-07, and checks bodies by half of what they say.
 */
const writeCopy = (): string => {
  const document = parseDocument(readFileSync(path('../generated/openapi.json'), 'utf8'))
  const jsonSchemaDialect = 'https://json-schema.org/draft/2020-12/schema'
  const file = path('../dist/prism.json')
  mkdirSync(path('../dist'), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...document, jsonSchemaDialect }))
  return file
}

/** Becomes Prism's own program, as if it had been started with these arguments. */
const becomePrism = async (args: readonly string[]): Promise<void> => {
  const { host, port } = readConfig({
    PORT: '4010',
    ...process.env,
    DATABASE_URL: '',
    SEED_DEMO: '',
  })
  const where = ['--host', host, '--port', String(port)]
  process.argv.splice(2, Number.POSITIVE_INFINITY, 'mock', ...where, ...args, writeCopy())
  await import('@stoplight/prism-cli/dist/index.js')
}

const args = process.argv.slice(2)
if (args.includes('--help')) process.stdout.write(usage)
else
  await becomePrism(args).catch((error: unknown) => {
    process.stderr.write(`${explainError(error)}\n`)
    process.exitCode = 1
  })
