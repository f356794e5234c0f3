import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parseDocument } from '../model/document.ts'
import { isUsageError } from '../model/is-usage-error.ts'
import { readWorkflows } from '../tutorials/tutorial.ts'
import { buildPage, redoc } from './page.ts'
import { emitTexts } from './texts.ts'

const usage = `Usage: npm run docs -- [--if-stale] [--texts] [--to FILE]

Builds the reference docs as one self-contained HTML page. Beside it: the docs as Markdown
(docs.md), the document, tutorials, a collection for Postman and Bruno, an index for language
models (llms.txt), and the source of each part of the document (provenance.md).

  --if-stale  build only what is older than one of its inputs
  --texts     do not build the page
  --to FILE   the page to write (default: dist/docs.html)
`

const path = (relative: string): string =>
  fileURLToPath(new URL(`../../${relative}`, import.meta.url))

const options = {
  'if-stale': { type: 'boolean', default: false },
  texts: { type: 'boolean', default: false },
  to: { type: 'string', default: path('dist/docs.html') },
  help: { type: 'boolean', default: false },
} as const

const document = path('generated/openapi.json')
const workflows = path('contract-tests/workflows')

/** Returns a file's modification time in milliseconds, or 0 if the file does not exist. */
const modified = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Returns when the newest input was modified. */
const newestInput = (): number => {
  const rooms = ['docs', 'reference', 'samples', 'tutorials'].map((name) => path(`codegen/${name}`))
  const files = [...rooms, path('styles'), workflows].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  return Math.max(...[...files, document, path('redocly.yaml')].map(modified))
}

/** Writes a file at once: the server never reads a part of it. */
const write = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}

/** Runs the command and returns its output. */
const run = async (): Promise<string> => {
  const { 'if-stale': ifStale, texts: textsOnly, to, help } = parseArgs({ options }).values
  if (help) return usage
  const last = join(dirname(to), 'openapi.json')
  const isFresh = (file: string) => ifStale && modified(file) >= newestInput()
  const hasTexts = isFresh(last)
  if (hasTexts && (textsOnly || isFresh(to))) return `${textsOnly ? last : to} is up to date`
  const started = performance.now()
  const text = readFileSync(document, 'utf8')
  const given = parseDocument(text)
  const texts = emitTexts(given, await readWorkflows(workflows))
  if (!hasTexts)
    for (const [name, each] of Object.entries({ ...texts, 'openapi.json': text }))
      write(join(dirname(to), name), each)
  const words = `${Object.keys(texts).length + 1} files written to ${dirname(to)}`
  if (textsOnly) return words
  // The server starts without development dependencies too.
  if (ifStale && !existsSync(redoc))
    return `${words}, but no page: @redocly/cli is not installed. Run npm ci.`
  const tutorials = Object.keys(texts).filter((name) => name.startsWith('tutorials/'))
  const page = buildPage(
    given,
    tutorials.map((name) => texts[name] ?? ''),
  )
  write(to, page)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  return `${to} written: ${(page.length / 1e6).toFixed(1)} MB in ${seconds} s`
}

try {
  process.stdout.write(`${await run()}\n`)
} catch (error) {
  if (!(error instanceof Error) || !isUsageError(error)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
