import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { Command } from './command.ts'

/**
 * Runs a command and returns its exit status and output.
 * @param timeout in milliseconds
 * @throws {Error} with the output, when a signal or the timeout ends the command.
 */
export const captureCommand = async (
  { program, args, variables, folder }: Command,
  timeout: number,
): Promise<{ status: number; output: string }> => {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout,
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [out, err, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (status === null) throw new Error(`${program} was stopped:\n${out}${err}`)
  return { status, output: `${out}${err}` }
}
