import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { version } from './runner.ts'

/** The Docker image of the pinned version. */
const image = `schemathesis/schemathesis:${version}`

const configuration = fileURLToPath(new URL('../schemathesis.toml', import.meta.url))
const hooks = fileURLToPath(new URL('../schemathesis_hooks.py', import.meta.url))

/** Returns variables that load the hooks by name. Schemathesis would load a path repeatedly (see the hooks). */
const hooksFrom = (folder: string): Record<string, string> => ({
  SCHEMATHESIS_HOOKS: 'schemathesis_hooks',
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

/** A program to run. The variables are added to the environment. */
export type Command = {
  program: string
  args: string[]
  variables: Record<string, string>
  folder: string
}

const run = (folder: string, { url, more }: Job): string[] => [
  ...['--config-file', join(folder, 'schemathesis.toml')],
  ...['run', `${url}/openapi.json`, '--url', url, ...more],
]

/** Returns the command that runs `st` from the PATH. */
export const stCommand = (job: Job): Command => ({
  program: 'st',
  args: run(dirname(configuration), job),
  variables: { ...job.variables, ...hooksFrom(dirname(hooks)) },
  folder: job.reports,
})

/** Returns Docker options that make the current user own the reports. Empty on systems without user ids. */
const owner = (): string[] => {
  const { getuid, getgid } = process
  return getuid && getgid ? ['--user', `${getuid()}:${getgid()}`, '--env', 'HOME=/tmp'] : []
}

/** Returns the command that runs the image on the host's network, as the server listens only on loopback. */
export const dockerCommand = (job: Job): Command => {
  const variables = { ...job.variables, ...hooksFrom('/contract') }
  return {
    program: 'docker',
    args: [
      ...['run', '--rm', '--init', '--network', 'host', ...owner()],
      // Docker takes the value from the environment, so no key is on the command line.
      ...Object.keys(variables).flatMap((name) => ['--env', name]),
      ...['--volume', `${configuration}:/contract/schemathesis.toml:ro`],
      ...['--volume', `${hooks}:/contract/schemathesis_hooks.py:ro`],
      ...['--volume', `${job.reports}:/reports`, '--workdir', '/reports', image],
      ...run('/contract', job),
    ],
    variables,
    folder: job.reports,
  }
}
