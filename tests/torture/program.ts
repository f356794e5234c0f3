import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { InvalidArgumentError } from '@commander-js/extra-typings'
import { makeTemporaryFolder } from '../../testkit/temporary-folder.ts'

/** Problems that a program prints, at most. */
const maxReported = 20

/** Prints a line of progress. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Reads an option. @throws if it is no whole number of at most six digits. */
export const wholeNumber = (text: string): number => {
  if (!/^[0-9]{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

/** Creates a folder that is removed when the process exits. */
export const folderUntilExit = (): string => {
  const { path } = makeTemporaryFolder()
  process.once('exit', () => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Returns the errors among lines of a log. A line that is no JSON is one. */
export const loggedErrors = (lines: readonly string[]): string[] =>
  lines
    .filter((line) => !/^\{"level":[1-4]0,/.test(line))
    .map((line) => `the server logged: ${line}`)

/** Returns the texts that are there more than once. */
export const repeated = (texts: readonly string[]): string[] => {
  const seen = new Set<string>()
  return texts.filter((text) => seen.size === seen.add(text).size)
}

/** Waits until a condition holds. @returns whether it held in time. */
export const until = async (
  isTrue: () => boolean | Promise<boolean>,
  milliseconds: number,
): Promise<boolean> => {
  const deadline = performance.now() + milliseconds
  while (!(await isTrue())) {
    if (performance.now() > deadline) return false
    await sleep(50)
  }
  return true
}

/**
 * Repeats each act until the returned function is called. Acts may fail.
 * @param pause milliseconds after an act, at most.
 */
export const repeat = (acts: readonly (() => Promise<unknown>)[], pause: number) => {
  let isOver = false
  const running = Promise.all(
    acts.map(async (act) => {
      while (!isOver) {
        await act().catch(() => {})
        await sleep(Math.random() * pause)
      }
    }),
  )
  return () => {
    isOver = true
    return running
  }
}

/** Collects problems, and calls cleanups when the program ends. */
export type Torture = { problems: string[]; atEnd(cleanup: () => Promise<unknown>): void }

/**
 * Runs a program. Prints its problems, and at last `passed` or `failed`. The exit status is 1 if there
 * are problems. Cleanups also run after an error or a signal.
 */
export const torture = async (run: (torture: Torture) => Promise<void>): Promise<never> => {
  const problems: string[] = []
  const cleanups: (() => Promise<unknown>)[] = []
  const exit = async (status: number): Promise<never> => {
    for (const cleanup of cleanups.splice(0)) await cleanup()
    // Connections that a failed check left open must not keep the process alive.
    process.exit(status)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void exit(1))
  await run({ problems, atEnd: (cleanup) => cleanups.push(cleanup) }).catch((error) =>
    problems.push(error instanceof Error ? `${error.stack}` : String(error)),
  )
  for (const problem of problems.slice(0, maxReported)) process.stderr.write(`${problem}\n`)
  say(problems.length > 0 ? 'failed' : 'passed')
  return exit(problems.length > 0 ? 1 : 0)
}
