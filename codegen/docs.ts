import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const usage = `Usage: npm run docs -- [--if-stale] [--to FILE]

Builds the reference docs as one HTML page that needs no other host.

  --if-stale  do nothing if the page is newer than the document
  --to FILE   where the page goes (dist/docs.html)
`

const path = (relative: string) => fileURLToPath(new URL(`../${relative}`, import.meta.url))
const document = path('generated/openapi.json')

const modified = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Runs the builder; what it prints matters only when it fails. */
const build = (to: string): void => {
  const cli = path('node_modules/@redocly/cli/bin/cli.js')
  const { status, stderr } = spawnSync(
    process.execPath,
    [cli, 'build-docs', document, '--inlineBundle', `--config=${path('redocly.yaml')}`, `-o=${to}`],
    {
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  if (status !== 0) throw new Error(`the docs could not be built:\n${stderr}`)
}

const { values } = parseArgs({
  options: {
    'if-stale': { type: 'boolean', default: false },
    to: { type: 'string', default: path('dist/docs.html') },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) process.stdout.write(usage)
else if (!values['if-stale'] || modified(values.to) < modified(document)) {
  build(values.to)
  process.stdout.write(`${values.to} written\n`)
}
