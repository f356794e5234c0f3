import { spawn, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { constants } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ownServer } from '../own/own-server.ts'
import {
  givenServer,
  makeFolder,
  onStopSignal,
  parseOptions,
  print,
  runAsProgram,
  serverOptions,
} from '../support/arguments.ts'
import type { Running } from '../support/server.ts'

const usage = `Usage: npm run test:schemathesis -- [--url URL --key KEY] [--require] [--reports FOLDER] [-- ARGUMENTS]

Tests a server against the document with Schemathesis. Without --url, it starts this project's server with demo data.
Uses st from the PATH, else the Docker image. The exit status is that of Schemathesis.
The run creates contacts, invites, orders and subscriptions. Use a test account with an Active campaign, stock and
orders to cancel, and a rate limit of at least 100,000 requests.

  --url URL         the server, such as http://127.0.0.1:8080
  --key KEY         a key of the account
  --database NAME   sqlite (default) or postgres, without --url
  --require         fail instead of skip if Schemathesis is not available
  --reports FOLDER  folder for the JUnit and HAR reports; existing reports are replaced (dist/schemathesis)
  ARGUMENTS         further arguments for st run, such as --include-path /v1/orders/create --phases fuzzing
`

const options = {
  ...serverOptions,
  reports: { type: 'string', default: 'dist/schemathesis' },
  require: { type: 'boolean', default: false },
} as const

/** The version of Schemathesis that the configuration and the hooks support. */
const version = '4.25.0'

/** Returns a program's output. Empty if it is missing, fails or takes over 30 seconds. */
const outputOf = (program: string, args: string[]): string => {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8', timeout: 30_000 })
  return status === 0 ? stdout.trim() : ''
}

/** The files and folders of a run. The image has them all in one folder. */
const files = ['schemathesis.toml', 'hooks', '../../generated/openapi.json'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)

/** Returns the arguments of Schemathesis, and its environment, which has the key: it must not be on a command line. */
const commandOf = ({ url, key, controls }: Running, placeOf: (file: string) => string) => {
  const [configuration = '', hooks = '', document = ''] = files.map(placeOf)
  return {
    args: ['--config-file', configuration, 'run', document, '--url', url],
    variables: {
      // Our own server simulates its deliveries. Others send them, so they get only addresses that do not exist.
      ...(controls?.deliveries ? { MERCH_SIMULATED_DELIVERIES: '1' } : {}),
      MERCH_URL: url,
      MERCH_KEY: key,
      // Loads the hooks by name. Schemathesis would load a path repeatedly (see the hooks).
      SCHEMATHESIS_HOOKS: 'hooks',
      MERCH_DOCUMENT: document,
      PYTHONPATH: dirname(hooks),
      PYTHONDONTWRITEBYTECODE: '1',
    },
  }
}

/** Returns Docker options that make the current user own the reports. Empty on systems without user ids. */
const owner = (): string[] => {
  const { getuid, getgid } = process
  return getuid && getgid ? ['--user', `${getuid()}:${getgid()}`, '--env', 'HOME=/tmp'] : []
}

/** Returns the arguments that run the image on the host's network, as the server listens only on loopback. */
const dockerArguments = (reports: string, variables: object): string[] => [
  'run',
  '--rm',
  '--init',
  '--network',
  'host',
  ...owner(),
  // Docker takes the value from the environment, so no key is on the command line.
  ...Object.keys(variables).flatMap((name) => ['--env', name]),
  ...files.flatMap((file) => ['--volume', `${file}:/contract/${basename(file)}:ro`]),
  '--volume',
  `${reports}:/reports`,
  '--workdir',
  '/reports',
  `schemathesis/schemathesis:${version}`,
]

/** Runs a program and returns its exit status. Sends it SIGINT on the first SIGINT or SIGTERM; the status is then 130. */
const run = (program: string, args: string[], env: object, cwd: string): Promise<number> =>
  new Promise((done, reject) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' })
    let stopped = false
    onStopSignal(() => {
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

/** The arguments of this program, and those of Schemathesis after `--`. */
const given = process.argv.slice(2)
const end = given.includes('--') ? given.indexOf('--') : given.length

await runAsProgram(usage, async () => {
  const own = parseOptions(options, given.slice(0, end))
  const { reports: folder, require, database, ...server } = own
  // Other programs are called st too, and other versions send other requests.
  const isInstalled = outputOf('st', ['--version'])
    .split(/[\s,]+/)
    .includes(version)
  // Without an engine, the client can succeed too, but prints no version.
  if (!isInstalled && outputOf('docker', ['info', '--format', '{{.ServerVersion}}']) === '') {
    print(`skipped: Schemathesis ${version} is not on the PATH as st, and no Docker engine runs.
Install it with pip install schemathesis==${version}, or start a Docker engine.`)
    return require ? 1 : 0
  }
  const reports = resolve(folder)
  const written = ['junit.xml', 'har.json'].map((name) => join(reports, name))
  // Reports of an earlier run must not look like those of this one.
  for (const file of written) rmSync(file, { force: true })
  makeFolder(reports)
  const tested = givenServer(server) ?? (await ownServer(database))
  const { args, variables } = commandOf(tested, (file) =>
    isInstalled ? file : `/contract/${basename(file)}`,
  )
  const program = isInstalled ? 'st' : 'docker'
  const before = isInstalled ? [] : dockerArguments(reports, variables)
  try {
    return await run(program, [...before, ...args, ...given.slice(end + 1)], variables, reports)
  } finally {
    print(`\nReports: ${written.map((file) => relative(process.cwd(), file)).join(', ')}`)
    await tested.stop()
  }
})
