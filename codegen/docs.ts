import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isPlain } from './plain-errors.ts'

const usage = `Usage: npm run docs -- [--if-stale] [--to FILE]

Builds the reference docs as one HTML page that needs no other host.

  --if-stale  do nothing if the page is newer than the document
  --to FILE   where the page goes (dist/docs.html)
`

const path = (relative: string) => fileURLToPath(new URL(`../${relative}`, import.meta.url))
const document = path('generated/openapi.json')
const cli = path('node_modules/@redocly/cli/bin/cli.js')

const modified = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** A box, drawn here: the page has an icon without asking any host for one. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='M8 1 1 4.5v7L8 15l7-3.5v-7z' fill='%23b45309'/%3E%3Cpath d='M1 4.5 8 8l7-3.5M8 8v7' stroke='%23fff' fill='none'/%3E%3C/svg%3E"

const redoc =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 16'%3E%3Ctext y='13' font-family='sans-serif' font-size='12'%3ERedoc%3C/text%3E%3C/svg%3E"

/** The page asks Redoc's own host for its logo; nothing of ours asks another host for anything. */
const foreignLogo = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g

const ownHostOnly = (page: string): string =>
  page.replaceAll(foreignLogo, redoc).replace('<head>', `<head><link rel="icon" href="${icon}">`)

/** Runs the builder; what it prints matters only when it fails. */
const build = (to: string): void => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [cli, 'build-docs', document, '--inlineBundle', `--config=${path('redocly.yaml')}`, `-o=${to}`],
    {
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  if (status !== 0) throw new Error(`the docs could not be built:\n${stderr}`)
  writeFileSync(to, ownHostOnly(readFileSync(to, 'utf8')))
}

const options = {
  'if-stale': { type: 'boolean', default: false },
  to: { type: 'string', default: path('dist/docs.html') },
  help: { type: 'boolean', default: false },
} as const

/** Does what is asked for, and says what was done. */
const run = (): string => {
  const { 'if-stale': ifStale, to, help } = parseArgs({ options }).values
  if (help) return usage
  if (ifStale && modified(to) >= modified(document)) return `${to} is newer than the document`
  // Where development dependencies are left out, a server must start all the same.
  if (ifStale && !existsSync(cli)) return 'the docs are not built: @redocly/cli is not installed'
  build(to)
  return `${to} written`
}

try {
  process.stdout.write(`${run()}\n`)
} catch (error) {
  if (!(error instanceof Error) || !isPlain(error)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
