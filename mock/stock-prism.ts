import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseDocument } from '../packages/openapi-hono/model/document.ts'

const usage = `Usage: npm run mock:cli -- [OPTIONS OF PRISM]

Starts the stock Prism CLI on the document at http://127.0.0.1:4010. All options are passed to Prism, such as --host,
--port, --dynamic, --seed TEXT, --errors or --verboseLevel warn. mock/README.md lists what \`npm run mock\` does in
addition.

  --help  show this text; \`npx prism mock --help\` lists Prism's options
`

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/**
 * Writes a copy of the document with a schema dialect, and returns its path. Without the dialect,
 * Prism reads schemas as draft-07 and ignores many keywords.
 */
const writeCopy = (): string => {
  const document = parseDocument(readFileSync(path('../generated/openapi.json'), 'utf8'))
  const jsonSchemaDialect = 'https://json-schema.org/draft/2020-12/schema'
  const file = path('../dist/prism.json')
  mkdirSync(path('../dist'), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...document, jsonSchemaDialect }))
  return file
}

const args = process.argv.slice(2)
if (args.includes('--help')) process.stdout.write(usage)
else {
  process.argv.splice(2, Number.POSITIVE_INFINITY, 'mock', ...args, writeCopy())
  await import('@stoplight/prism-cli/dist/index.js')
}
