import { type ChildProcess, spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { root } from './project.ts'

/** Returns the environment for programs that tests start. Leaves out settings that change their behaviour. */
export const programEnvironment = (): Record<string, string> => {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) }
}

/** Starts a program of the project in a child process, which is killed at the latest when this one exits. */
export const spawnProgram = (
  program: string,
  args: readonly string[] = [],
  environment: Record<string, string> = {},
  stderr: 'pipe' | 'inherit' = 'pipe',
  stdout: 'pipe' | number = 'pipe',
) => {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...programEnvironment(), ...environment },
    cwd: root,
    stdio: ['ignore', stdout, stderr],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  /** The exit status; null if a signal ended it. */
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  void ended.then(() => process.off('exit', kill))
  return { child, ended }
}

/** Starts a program in a child process, which is killed after the test. */
export const startProgram = (...given: Parameters<typeof spawnProgram>): ChildProcess => {
  const { child } = spawnProgram(...given)
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Runs a program of the project until it exits. */
export const runProgram = async (
  ...given: Parameters<typeof spawnProgram>
): Promise<{ status: number | null; stdout: string; stderr: string }> => {
  const { child, ended } = spawnProgram(...given)
  const [stdout = '', stderr = ''] = await Promise.all(
    [child.stdout, child.stderr].flatMap((stream) => (stream ? text(stream) : [])),
  )
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
