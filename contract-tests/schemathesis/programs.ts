import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Command } from './command.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Where code is kept as it was compiled, if anywhere: it changes how soon a program is there, and nothing else. */
const compileCache = (): Record<string, string> => {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
}

/** Starts one of the project's programs, on these settings alone: the caller's must not reach it. */
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

/** The status with which a program ended; one that a signal ended has the status that a shell gives it. */
export const ended = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status, signal) =>
      resolve(status ?? 128 + (signal ? constants.signals[signal] : 0)),
    )
  })

/** What one of the project's programs prints, once it has succeeded. */
export const output = async (
  program: string,
  args: readonly string[],
  settings: Record<string, string>,
): Promise<string> => {
  const child = startProgram(program, args, settings)
  const [printed, said, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended(child),
  ])
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${said}`)
  return printed.trim()
}

/** Runs a command to its end in the open; a signal to stop is passed on to it. */
export const show = (command: Command, stop: AbortSignal): Promise<number> => {
  const { program, args, variables, folder } = command
  const environment = { ...process.env, ...variables }
  const child = spawn(program, args, { cwd: folder, env: environment, stdio: 'inherit' })
  const interrupt = () => child.kill('SIGINT')
  if (stop.aborted) interrupt()
  stop.addEventListener('abort', interrupt, { once: true })
  return ended(child)
}
