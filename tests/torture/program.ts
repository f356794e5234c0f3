import { parseArgs } from 'node:util'

/** Prints a line of progress. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** @throws if an option is no whole number of at most six digits. */
export const wholeNumber = (option: string, text: string): number => {
  if (!/^[0-9]{1,6}$/.test(text)) throw new Error(`--${option} must be a whole number`)
  return Number(text)
}

const ends: (() => Promise<unknown>)[] = []

/** Calls a function when the program ends, also after an error or a signal. */
export const atEnd = (end: () => Promise<unknown>): void => {
  ends.push(end)
}

/** Ends this process. Exit handlers end the programs that it started and remove their folders. */
const exit = async (status: number): Promise<never> => {
  for (const end of ends.splice(0)) await end()
  // Connections that a failed check left open must not keep the process alive.
  process.exit(status)
}

/**
 * Reads the options of this process and runs a program. Prints its problems, and at last `passed` or
 * `failed`. The exit status is 1 if there are problems.
 * @param defaults the options with their default values.
 * @param run returns problems.
 */
export const runTorture = async <Options extends Record<string, string>>(
  usage: string,
  defaults: Options,
  run: (options: Options) => Promise<readonly string[]>,
): Promise<void> => {
  const strings = Object.entries(defaults).map(
    ([name, value]) => [name, { type: 'string', default: value }] as const,
  )
  const { values } = parseArgs({
    options: { ...Object.fromEntries(strings), help: { type: 'boolean', default: false } },
  })
  if (values.help) {
    say(usage.trim())
    return
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void exit(1))
  const given = { ...defaults, ...values }
  const problems = await Promise.resolve(given)
    .then(run)
    .catch((error) => [error instanceof Error ? `${error.stack}` : String(error)])
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  say(problems.length > 0 ? 'failed' : 'passed')
  await exit(problems.length > 0 ? 1 : 0)
}
