import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ownServer } from '../own/own-server.ts'
import { targetOf } from '../support/options.ts'
import type { Running } from '../support/target.ts'
import { type Command, commandOf, variablesOf } from './command.ts'
import { type AvailableRunner, chooseRunner, skipMessage } from './runner.ts'

const usage = `Usage: npm run test:schemathesis -- [--url URL --key KEY] [--require] [--reports FOLDER] [-- ARGUMENTS]

Tests a server against the document with Schemathesis. Without --url, it starts this project's server with demo data.
Uses st from the PATH, or else the Docker image. The exit status is that of Schemathesis.
The run creates contacts, invites, orders and subscriptions. Use a test account with an Active campaign, stock and
orders to cancel, and a rate limit of at least 100,000 requests.

  --url URL              the server, such as http://127.0.0.1:8080
  --key KEY              a key of the account
  --empty-key KEY        a key of another account without data; checks that need a missing key are left out
  --revoked-key KEY      a revoked key
  --deactivated-key KEY  a key of a deactivated account
  --stateless            leave out checks of later state, for servers that keep no data, such as a mock or stubs
  --require              fail instead of skip if neither st nor Docker is available
  --reports FOLDER       folder for the JUnit and HAR reports; existing reports are replaced (dist/schemathesis)
  ARGUMENTS              further arguments for st run, such as --include-path /v1/orders/create --phases fuzzing
`

const say = (text: string) => process.stdout.write(text)

/** Runs a command and returns its exit status. Sends it SIGINT on the first SIGINT or SIGTERM; the status is then 130. */
const run = ({ program, args, variables, folder }: Command): Promise<number> =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, ...variables }
    const child = spawn(program, args, { cwd: folder, env, stdio: 'inherit' })
    let stopped = false
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        stopped = true
        child.kill('SIGINT')
      })
    child.once('error', reject)
    child.once('close', (status, signal) => {
      const ended = status ?? 128 + (signal ? constants.signals[signal] : 0)
      // An interrupted run has not passed, even if Schemathesis exits with 0.
      resolve(stopped ? 130 : ended)
    })
  })

/** Tests a server and stops it, if this program started it. Returns the exit status of Schemathesis. */
const testServer = async (
  runner: AvailableRunner,
  reports: string,
  more: string[],
  target: Running | undefined,
): Promise<number> => {
  const files = ['junit.xml', 'har.json'].map((name) => join(reports, name))
  // Reports of an earlier run must not look like those of this one.
  for (const file of files) rmSync(file, { force: true })
  mkdirSync(reports, { recursive: true })
  const server = target ?? (await ownServer())
  try {
    const job = { url: server.url, reports, variables: variablesOf(server), more }
    const status = await run(commandOf(runner, job))
    say(`\nReports: ${files.map((file) => relative(process.cwd(), file)).join(', ')}\n`)
    return status
  } finally {
    await server.stop()
  }
}

const readOptions = () => {
  try {
    const { values, positionals } = parseArgs({
      options: {
        url: { type: 'string' },
        key: { type: 'string' },
        'empty-key': { type: 'string' },
        'revoked-key': { type: 'string' },
        'deactivated-key': { type: 'string' },
        stateless: { type: 'boolean', default: false },
        reports: { type: 'string', default: 'dist/schemathesis' },
        require: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    })
    return { values, positionals, target: targetOf(values) }
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split(/\.\s/)
    process.stderr.write(`${reason}. Run with --help for the options.\n`)
    process.exit(2)
  }
}

const { values, positionals, target } = readOptions()

if (values.help) say(usage)
else {
  const runner = chooseRunner(process.env)
  if (runner.kind !== 'none')
    process.exitCode = await testServer(runner, resolve(values.reports), positionals, target)
  else {
    say(skipMessage(runner.why))
    if (values.require) process.exitCode = 1
  }
}
