import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Command } from './command.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Passes on the compile cache, which only makes programs start faster. */
const compileCache = (): Record<string, string> => {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
}

/** Starts one of the project's programs with these settings and without the caller's environment. */
export const startProgram = (
  program: string,
  args: readonly string[],
  settings: Record<string, string>,
) =>
  spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...compileCache(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** Resolves with a process's exit status, or 128 plus the signal's number, as a shell does. */
export const ended = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status, signal) =>
      resolve(status ?? 128 + (signal ? constants.signals[signal] : 0)),
    )
  })

/**
 * Runs one of the project's programs and returns its trimmed output.
 * @throws {Error} with its standard error, if it fails.
 */
export const output = async (
  program: string,
  args: readonly string[],
  settings: Record<string, string>,
): Promise<string> => {
  const child = startProgram(program, args, settings)
  const [stdout, stderr, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended(child),
  ])
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')} exited with status ${status}:\n${stderr}`)
  return stdout.trim()
}

/** Runs a command with inherited output and returns its exit status. Sends it SIGINT when `stop` aborts. */
export const show = (command: Command, stop: AbortSignal): Promise<number> => {
  const { program, args, variables, folder } = command
  const environment = { ...process.env, ...variables }
  const child = spawn(program, args, { cwd: folder, env: environment, stdio: 'inherit' })
  const interrupt = () => child.kill('SIGINT')
  if (stop.aborted) interrupt()
  stop.addEventListener('abort', interrupt, { once: true })
  return ended(child)
}
