import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isUsageError } from '../model/is-usage-error.ts'
import { buildPage } from './build-page.ts'
import { builder, inputs, modified, path } from './inputs.ts'

const usage = `Usage: npm run docs -- [--if-stale] [--to FILE]

Builds the reference docs as one self-contained HTML page, with the document beside it.

  --if-stale  build only if the page is older than one of its inputs
  --to FILE   the page to write (default: dist/docs.html)
`

const options = {
  'if-stale': { type: 'boolean', default: false },
  to: { type: 'string', default: path('dist/docs.html') },
  help: { type: 'boolean', default: false },
} as const

const isFresh = (page: string): boolean => {
  const built = modified(page)
  return inputs().every((input) => built >= modified(input))
}

/** Runs the command and returns its output. */
const run = (): string => {
  const { 'if-stale': ifStale, to, help } = parseArgs({ options }).values
  if (help) return usage
  if (ifStale && isFresh(to)) return `${to} is up to date`
  // The server starts without development dependencies too.
  if (ifStale && !existsSync(builder))
    return 'The docs were not built: @redocly/cli is not installed. Run npm ci.'
  const started = performance.now()
  const bytes = buildPage(to)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  return `${to} written: ${(bytes / 1e6).toFixed(1)} MB in ${seconds} s`
}

try {
  process.stdout.write(`${run()}\n`)
} catch (error) {
  if (!(error instanceof Error) || !isUsageError(error)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
