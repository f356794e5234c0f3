import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isUsageError } from '../model/is-usage-error.ts'
import { buildPage } from './build-page.ts'
import { builder, inputs, modified, path } from './inputs.ts'

const usage = `Usage: npm run docs -- [--if-stale] [--to FILE]

Builds the reference docs as one HTML page that needs no other host, with the document beside it.

  --if-stale  do nothing if the page is newer than all that it is made of
  --to FILE   where the page goes (dist/docs.html)
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

/** Does what is asked for, and says what was done. */
const run = (): string => {
  const { 'if-stale': ifStale, to, help } = parseArgs({ options }).values
  if (help) return usage
  if (ifStale && isFresh(to)) return `${to} is newer than all that it is made of`
  // A server must also start without development dependencies.
  if (ifStale && !existsSync(builder))
    return 'the docs are not built: @redocly/cli is not installed'
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
