import { spawnSync } from 'node:child_process'

/** The version that the configuration and its hooks are written for. */
export const version = '4.25.0'

/** What there is to run Schemathesis with. */
export type Runner = { kind: 'st' } | { kind: 'docker' } | { kind: 'none'; why: string }

type Environment = Record<string, string | undefined>

/** What a program prints; undefined if it is not there, fails, or does not answer. */
const ask = (environment: Environment, program: string, args: string[]): string | undefined => {
  const { status, stdout } = spawnSync(program, args, {
    env: environment,
    encoding: 'utf8',
    timeout: 30_000,
  })
  return status === 0 ? stdout.trim() : undefined
}

/** Other programs are called st too, and another version makes other requests. */
const isSchemathesis = (answer: string | undefined): boolean =>
  answer?.split(/[\s,]+/).includes(version) ?? false

/** Picks what can run Schemathesis here: `st` on the PATH, else a Docker engine, else nothing. */
export const chooseRunner = (environment: Environment): Runner => {
  const st = ask(environment, 'st', ['--version'])
  if (isSchemathesis(st)) return { kind: 'st' }
  // The client alone answers too; only an engine has a version to tell.
  if (ask(environment, 'docker', ['info', '--format', '{{.ServerVersion}}']))
    return { kind: 'docker' }
  const noSt =
    st === undefined
      ? 'there is no st on the PATH'
      : `the st on the PATH is not Schemathesis ${version}`
  return { kind: 'none', why: `${noSt}, and no Docker engine answers` }
}

/** What a person reads instead of results. */
export const skipMessage = (why: string): string => `skipped: Schemathesis: ${why}.
To run it, install Schemathesis ${version} (pipx install schemathesis==${version}) or start a Docker engine.
`
