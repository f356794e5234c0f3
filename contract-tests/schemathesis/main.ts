import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ownServer } from '../own/own-server.ts'
import { givenTarget, print } from '../support/program.ts'
import type { Running } from '../support/target.ts'
import { type AvailableRunner, chooseRunner, skipMessage, version } from './runner.ts'

const usage = `Usage: npm run test:schemathesis -- [--url URL --key KEY] [--require] [--reports FOLDER] [-- ARGUMENTS]

Tests a server against the document with Schemathesis. Without --url, it starts this project's server with demo data.
Uses st from the PATH, or else the Docker image. The exit status is that of Schemathesis.
The run creates contacts, invites, orders and subscriptions. Use a test account with an Active campaign, stock and
orders to cancel, and a rate limit of at least 100,000 requests.

  --url URL         the server, such as http://127.0.0.1:8080
  --key KEY         a key of the account
  --require         fail instead of skip if neither st nor Docker is available
  --reports FOLDER  folder for the JUnit and HAR reports; existing reports are replaced (dist/schemathesis)
  ARGUMENTS         further arguments for st run, such as --include-path /v1/orders/create --phases fuzzing
`

/** The Docker image of the pinned version. */
const image = `schemathesis/schemathesis:${version}`

/** The files and folders of a run. The image has them all in one folder. */
const files = ['../schemathesis.toml', '../schemathesis_hooks', '../../generated/openapi.json'].map(
  (path) => fileURLToPath(new URL(path, import.meta.url)),
)

const [configuration = '', hooks = '', document = ''] = files

/** The parameters of one run of Schemathesis. */
type Job = {
  server: Running
  /** An existing folder for the reports. */
  reports: string
  /** More arguments for `st run`. */
  more: string[]
}

/** Returns the environment of the configuration and the hooks. It has the key, which must not be on a command line. */
const variablesOf = (
  { server: { url, key, controls } }: Job,
  folder: string,
  document: string,
): Record<string, string> => ({
  // Our own server simulates its deliveries. Others send them, so they get only addresses that do not exist.
  ...(controls.deliveries ? { MERCH_SIMULATED_DELIVERIES: '1' } : {}),
  MERCH_URL: url,
  MERCH_KEY: key,
  // Loads the hooks by name. Schemathesis would load a path repeatedly (see the hooks).
  SCHEMATHESIS_HOOKS: 'schemathesis_hooks',
  MERCH_DOCUMENT: document,
  PYTHONPATH: folder,
  PYTHONDONTWRITEBYTECODE: '1',
})

const argumentsOf = (configuration: string, document: string, { server, more }: Job): string[] => [
  ...['--config-file', configuration, 'run', document, '--url', server.url, ...more],
]

/** A program to run. The variables are added to the environment. */
type Command = { program: string; args: string[]; variables: Record<string, string> }

/** Returns the command that runs `st` from the PATH. */
const stCommand = (job: Job): Command => ({
  program: 'st',
  args: argumentsOf(configuration, document, job),
  variables: variablesOf(job, dirname(hooks), document),
})

/** Returns Docker options that make the current user own the reports. Empty on systems without user ids. */
const owner = (): string[] => {
  const { getuid, getgid } = process
  return getuid && getgid ? ['--user', `${getuid()}:${getgid()}`, '--env', 'HOME=/tmp'] : []
}

/** Returns the command that runs the image on the host's network, as the server listens only on loopback. */
const dockerCommand = (job: Job): Command => {
  const there = (file: string) => `/contract/${basename(file)}`
  const variables = variablesOf(job, '/contract', there(document))
  return {
    program: 'docker',
    args: [
      ...['run', '--rm', '--init', '--network', 'host', ...owner()],
      // Docker takes the value from the environment, so no key is on the command line.
      ...Object.keys(variables).flatMap((name) => ['--env', name]),
      ...files.flatMap((file) => ['--volume', `${file}:${there(file)}:ro`]),
      ...['--volume', `${job.reports}:/reports`, '--workdir', '/reports', image],
      ...argumentsOf(there(configuration), there(document), job),
    ],
    variables,
  }
}

/** Runs a command and returns its exit status. Sends it SIGINT on the first SIGINT or SIGTERM; the status is then 130. */
const run = ({ program, args, variables }: Command, cwd: string): Promise<number> =>
  new Promise((done, reject) => {
    const env = { ...process.env, ...variables }
    const child = spawn(program, args, { cwd, env, stdio: 'inherit' })
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
      done(stopped ? 130 : ended)
    })
  })

/** Tests a server and stops it, if this program started it. Returns the exit status of Schemathesis. */
const testServer = async ({ kind }: AvailableRunner, job: Job): Promise<number> => {
  const written = ['junit.xml', 'har.json'].map((name) => join(job.reports, name))
  // Reports of an earlier run must not look like those of this one.
  for (const file of written) rmSync(file, { force: true })
  mkdirSync(job.reports, { recursive: true })
  try {
    const status = await run(kind === 'st' ? stCommand(job) : dockerCommand(job), job.reports)
    print(`\nReports: ${written.map((file) => relative(process.cwd(), file)).join(', ')}`)
    return status
  } finally {
    await job.server.stop()
  }
}

const readOptions = () => {
  try {
    const { values, positionals } = parseArgs({
      options: {
        url: { type: 'string' },
        key: { type: 'string' },
        reports: { type: 'string', default: 'dist/schemathesis' },
        require: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    })
    return { ...values, more: positionals, target: givenTarget(values) }
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split(/\.\s/)
    process.stderr.write(`${reason}. Run with --help for the options.\n`)
    process.exit(2)
  }
}

const { help, require, reports, more, target } = readOptions()

if (help) process.stdout.write(usage)
else {
  const runner = chooseRunner(process.env)
  if (runner.kind !== 'none') {
    const server = target ?? (await ownServer())
    process.exitCode = await testServer(runner, { server, reports: resolve(reports), more })
  } else {
    process.stdout.write(skipMessage(runner.why))
    if (require) process.exitCode = 1
  }
}
