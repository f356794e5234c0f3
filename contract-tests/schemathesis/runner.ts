import { spawnSync } from 'node:child_process'

/** The version of Schemathesis that the configuration and the hooks support. */
export const version = '4.25.0'

/** The way to run Schemathesis on this machine: in Docker, or a program and its arguments before those of `st`. */
export type Runner =
  | { kind: 'docker' }
  | { kind: 'program'; program: string; before: string[] }
  | { kind: 'none'; why: string }

/**
 * Chooses `st` from the PATH, else a Docker engine, else uvx or pipx, which install Schemathesis from PyPI into an
 * environment of its own. Else nothing.
 */
export const chooseRunner = (env: Record<string, string | undefined>): Runner => {
  /** Returns a program's output, or undefined if it is missing, fails or takes over 30 seconds. */
  const outputOf = (program: string, args: string[]): string | undefined => {
    const options = { env, encoding: 'utf8', timeout: 30_000 } as const
    const { status, stdout } = spawnSync(program, args, options)
    return status === 0 ? stdout.trim() : undefined
  }
  const st = outputOf('st', ['--version'])
  // Other programs are called st too, and other versions send other requests.
  if (st?.split(/[\s,]+/).includes(version)) return { kind: 'program', program: 'st', before: [] }
  // Without an engine, the client can succeed too, but prints no version.
  if (outputOf('docker', ['info', '--format', '{{.ServerVersion}}'])) return { kind: 'docker' }
  const installed = `schemathesis==${version}`
  if (outputOf('uvx', ['--version']))
    return { kind: 'program', program: 'uvx', before: ['--from', installed, 'st'] }
  if (outputOf('pipx', ['--version']))
    return { kind: 'program', program: 'pipx', before: ['run', '--spec', installed, 'st'] }
  const noSt =
    st === undefined ? 'no st on the PATH' : `the st on the PATH is not Schemathesis ${version}`
  return { kind: 'none', why: `${noSt}; no Docker engine, uvx or pipx` }
}
