import { type ChildProcess, spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { programEnvironment } from './program-environment.ts'

const path = (relative: string) => fileURLToPath(new URL(`../${relative}`, import.meta.url))

/** Starts a program of the project in a child process, which is killed after the test. */
export const startProgram = (
  program: string,
  args: readonly string[] = [],
  environment: Record<string, string> = {},
): ChildProcess => {
  const child = spawn(process.execPath, [path(program), ...args], {
    env: { ...programEnvironment(), ...environment },
    cwd: path('.'),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

const readAll = (stream: NodeJS.ReadableStream | null): Promise<string> =>
  stream ? text(stream) : Promise.resolve('')

/** Runs a program of the project until it exits. */
export const runProgram = async (
  program: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<{ status: number | null; stdout: string; stderr: string }> => {
  const child = startProgram(program, args, environment)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr] = await Promise.all([readAll(child.stdout), readAll(child.stderr)])
  return { status: await ended, stdout, stderr }
}

/** Waits until a program's output matches.
 * @returns the output so far.
 * @throws if the program exits first. */
export const waitForOutput = (child: ChildProcess, pattern: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    let printed = ''
    const look = (chunk: Buffer) => {
      printed += chunk.toString()
      if (pattern.test(printed)) resolve(printed)
    }
    child.stdout?.on('data', look)
    child.stderr?.on('data', look)
    child.once('close', (status) => reject(new Error(`ended with ${status}: ${printed}`)))
  })
