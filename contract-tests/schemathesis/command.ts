import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Running } from '../support/target.ts'
import { type AvailableRunner, version } from './runner.ts'

/** The Docker image of the pinned version. */
const image = `schemathesis/schemathesis:${version}`

/** The files and folders of a run. The image has them all in one folder. */
const files = ['../schemathesis.toml', '../schemathesis_hooks', '../../generated/openapi.json'].map(
  (path) => fileURLToPath(new URL(path, import.meta.url)),
)

const [configuration = '', hooks = '', document = ''] = files

/** Returns variables that load the hooks by name. Schemathesis would load a path repeatedly (see the hooks). */
const hooksFrom = (folder: string, document: string): Record<string, string> => ({
  SCHEMATHESIS_HOOKS: 'schemathesis_hooks',
  MERCH_DOCUMENT: document,
  PYTHONPATH: folder,
  PYTHONDONTWRITEBYTECODE: '1',
})

/** The parameters of one run of Schemathesis. */
export type Job = {
  /** The address of the server under test. */
  url: string
  /** An existing folder for the reports. */
  reports: string
  /** The environment of the configuration and the hooks. It has keys, which must not be on a command line. */
  variables: Record<string, string>
  /** More arguments for `st run`. */
  more: string[]
}

/** Returns the environment of the hooks: the address of the server, and every kind of key. */
export const variablesOf = ({ url, key, controls }: Running): Record<string, string> => ({
  // Our own server simulates its deliveries. Others send them, so they get only addresses that do not exist.
  ...(controls.deliveries ? { MERCH_SIMULATED_DELIVERIES: '1' } : {}),
  ...(controls.memory ? {} : { MERCH_STATELESS: '1' }),
  MERCH_URL: url,
  MERCH_KEY: key,
  MERCH_OTHER_KEY: controls.emptyKey ?? '',
  MERCH_REVOKED_KEY: controls.revokedKey ?? '',
  MERCH_DEACTIVATED_KEY: controls.deactivatedKey ?? '',
})

/** A program to run. The variables are added to the environment. */
export type Command = {
  program: string
  args: string[]
  variables: Record<string, string>
  folder: string
}

const run = (configuration: string, document: string, { url, more }: Job): string[] => [
  ...['--config-file', configuration, 'run', document, '--url', url, ...more],
]

/** Returns the command that runs `st` from the PATH. */
const stCommand = (job: Job): Command => ({
  program: 'st',
  args: run(configuration, document, job),
  variables: { ...job.variables, ...hooksFrom(dirname(hooks), document) },
  folder: job.reports,
})

/** Returns Docker options that make the current user own the reports. Empty on systems without user ids. */
const owner = (): string[] => {
  const { getuid, getgid } = process
  return getuid && getgid ? ['--user', `${getuid()}:${getgid()}`, '--env', 'HOME=/tmp'] : []
}

/** Returns the command that runs the image on the host's network, as the server listens only on loopback. */
const dockerCommand = (job: Job): Command => {
  const there = (file: string) => `/contract/${basename(file)}`
  const variables = { ...job.variables, ...hooksFrom('/contract', there(document)) }
  return {
    program: 'docker',
    args: [
      ...['run', '--rm', '--init', '--network', 'host', ...owner()],
      // Docker takes the value from the environment, so no key is on the command line.
      ...Object.keys(variables).flatMap((name) => ['--env', name]),
      ...files.flatMap((file) => ['--volume', `${file}:${there(file)}:ro`]),
      ...['--volume', `${job.reports}:/reports`, '--workdir', '/reports', image],
      ...run(there(configuration), there(document), job),
    ],
    variables,
    folder: job.reports,
  }
}

/** Returns the command for a run. */
export const commandOf = ({ kind }: AvailableRunner, job: Job): Command =>
  kind === 'st' ? stCommand(job) : dockerCommand(job)
