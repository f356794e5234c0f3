import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { version } from './runner.ts'

/** The image that has the version pinned. */
export const image = `schemathesis/schemathesis:${version}`

const configuration = fileURLToPath(new URL('../schemathesis.toml', import.meta.url))
const hooks = fileURLToPath(new URL('../schemathesis_hooks.py', import.meta.url))

/** Loads the hooks from a folder, by name: a path would be loaded again and again (see the hooks). */
const hooksFrom = (folder: string): Record<string, string> => ({
  SCHEMATHESIS_HOOKS: 'schemathesis_hooks',
  PYTHONPATH: folder,
  PYTHONDONTWRITEBYTECODE: '1',
})

/** What one run of Schemathesis needs. */
export type Job = {
  /** Where the server under test answers. */
  url: string
  /** An existing folder for the reports. */
  reports: string
  /** What the configuration and the hooks read from the environment: keys, so never on a command line. */
  variables: Record<string, string>
  /** More arguments for `st run`. */
  more: string[]
}

/** A program to run: the variables come on top of the environment. */
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

/** Runs the `st` on the PATH. */
export const stCommand = (job: Job): Command => ({
  program: 'st',
  args: run(dirname(configuration), job),
  variables: { ...job.variables, ...hooksFrom(dirname(hooks)) },
  folder: job.reports,
})

/** Who owns the reports; systems without such ids need no owner. */
const owner = (): string[] => {
  const { getuid, getgid } = process
  return getuid && getgid ? ['--user', `${getuid()}:${getgid()}`, '--env', 'HOME=/tmp'] : []
}

/** Runs the image, on the host's network: the server listens on loopback alone. */
export const dockerCommand = (job: Job): Command => {
  const variables = { ...job.variables, ...hooksFrom('/contract') }
  return {
    program: 'docker',
    args: [
      ...['run', '--rm', '--init', '--network', 'host', ...owner()],
      // A name without a value takes the value from the environment.
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
