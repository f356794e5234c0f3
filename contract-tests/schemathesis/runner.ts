import { spawnSync } from 'node:child_process'

/** The version of Schemathesis that the configuration and the hooks support. */
export const version = '4.25.0'

/** The way to run Schemathesis on this machine. */
export type Runner = AvailableRunner | { kind: 'none'; why: string }

export type AvailableRunner = { kind: 'st' } | { kind: 'docker' }

type Environment = Record<string, string | undefined>

/** Returns a program's output, or undefined if it is missing, fails or takes over 30 seconds. */
const outputOf = (
  environment: Environment,
  program: string,
  args: string[],
): string | undefined => {
  const { status, stdout } = spawnSync(program, args, {
    env: environment,
    encoding: 'utf8',
    timeout: 30_000,
  })
  return status === 0 ? stdout.trim() : undefined
}

/** Other programs are called st too, and other versions send other requests. */
const isSchemathesis = (output: string | undefined): boolean =>
  output?.split(/[\s,]+/).includes(version) ?? false

/** Chooses `st` from the PATH, else a Docker engine, else nothing. */
export const chooseRunner = (environment: Environment): Runner => {
  const st = outputOf(environment, 'st', ['--version'])
  if (isSchemathesis(st)) return { kind: 'st' }
  // Without an engine, the client can succeed too, but prints no version.
  if (outputOf(environment, 'docker', ['info', '--format', '{{.ServerVersion}}']))
    return { kind: 'docker' }
  const noSt =
    st === undefined ? 'no st on the PATH' : `the st on the PATH is not Schemathesis ${version}`
  return { kind: 'none', why: `${noSt}; no Docker engine is running` }
}

/** Returns the message for a skipped run. */
export const skipMessage = (why: string): string => `skipped: Schemathesis: ${why}.
To run it, install Schemathesis ${version} (pipx install schemathesis==${version}) or start a Docker engine.
`
