import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { dockerCommand, stCommand } from './command.ts'
import { show } from './programs.ts'
import { chooseRunner, type Runner, skipMessage } from './runner.ts'
import { startServer } from './server.ts'

const usage = `Usage: npm run test:schemathesis -- [--require] [--reports FOLDER] [-- ARGUMENTS]

Starts a server with demo data and tests it against the document with Schemathesis. Uses st from the PATH, or else the
Docker image. The exit status is that of Schemathesis.

  --require         fail instead of skip if neither st nor Docker is available
  --reports FOLDER  folder for the JUnit and HAR reports; existing reports are replaced (dist/schemathesis)
  ARGUMENTS         further arguments for st run, such as --include-path /v1/orders/create --phases fuzzing
`

const say = (text: string) => process.stdout.write(text)

/** Returns a signal that aborts on the first SIGINT or SIGTERM. The child processes then stop, then this one. */
const stopRequested = (): AbortSignal => {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => controller.abort(signal))
  return controller.signal
}

/** Starts a server, tests it and stops it. Returns the exit status of Schemathesis, or 130 if interrupted. */
const testServer = async (
  kind: Exclude<Runner['kind'], 'none'>,
  reports: string,
  more: string[],
): Promise<number> => {
  const stop = stopRequested()
  const files = ['junit.xml', 'har.json'].map((name) => join(reports, name))
  // Reports of an earlier run must not look like those of this one.
  for (const file of files) rmSync(file, { force: true })
  mkdirSync(reports, { recursive: true })
  const folder = mkdtempSync(join(tmpdir(), 'merch-schemathesis-'))
  try {
    const server = await startServer(folder)
    try {
      const job = { url: server.url, reports, variables: server.variables, more }
      const status = await show(kind === 'st' ? stCommand(job) : dockerCommand(job), stop)
      say(`\nReports: ${files.map((file) => relative(process.cwd(), file)).join(', ')}\n`)
      // An interrupted run has not passed, even if Schemathesis exits with 0.
      return stop.aborted ? 130 : status
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const readOptions = () => {
  try {
    return parseArgs({
      options: {
        reports: { type: 'string', default: 'dist/schemathesis' },
        require: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    })
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split(/\.\s/)
    process.stderr.write(`${reason}. Run with --help for the options.\n`)
    process.exit(2)
  }
}

const { values, positionals } = readOptions()

if (values.help) say(usage)
else {
  const runner = chooseRunner(process.env)
  if (runner.kind !== 'none')
    process.exitCode = await testServer(runner.kind, resolve(values.reports), positionals)
  else {
    say(skipMessage(runner.why))
    if (values.require) process.exitCode = 1
  }
}
