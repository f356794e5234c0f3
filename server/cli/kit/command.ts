import { existsSync } from 'node:fs'
import { type Config, readConfig } from '../../config.ts'
import { openStore } from '../../store/open-store.ts'
import type { Store } from '../../store/store.ts'
import { CommandFailure } from './command-failure.ts'

/** Prints one result as a line on stdout. */
export const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Writes a message that is not a result to stderr. */
export const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

/**
 * Prints rows as lines of columns separated by tabs. On a terminal, columns are aligned and their names come
 * first. They are no result, so they are written to stderr, as is the message if there are no rows.
 */
export const printRows = (
  names: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  none: string,
): void => {
  if (rows.length === 0) say(none)
  const widths = names.map((name, i) =>
    rows.reduce((width, row) => Math.max(width, String(row[i]).length), name.length),
  )
  const aligned = (row: readonly (string | number)[]) =>
    row
      .map((cell, i) => String(cell).padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd()
  const { isTTY } = process.stdout
  if (isTTY && rows.length > 0) say(aligned(names))
  for (const row of rows) print(isTTY ? aligned(row) : row.join('\t'))
}

/** Prints things like {@link printRows}, with their fields as columns; or each as a line of JSON. */
export const printThings = (
  things: readonly Readonly<Record<string, string | number>>[],
  none: string,
  json = false,
): void => {
  if (!json) {
    const names = Object.keys(things[0] ?? {})
    printRows(
      names,
      things.map((thing) => Object.values(thing)),
      none,
    )
  } else for (const thing of things) print(JSON.stringify(thing))
}

/** The help of an option of every list. */
export const jsonHelp = 'print each as a line of JSON'

type Action<Args extends unknown[]> = (...args: Args) => Promise<void>

/** @throws {CommandFailure} when there is no database file. */
export const requireDatabase = ({ databaseFile, postgres }: Config): void => {
  if (postgres || existsSync(databaseFile)) return
  throw new CommandFailure(
    `No database at ${databaseFile}. Check DATABASE_URL. To create a database, run: merch accounts create`,
  )
}

/**
 * Returns a command's action that opens the store of DATABASE_URL, creates it if it is missing, runs, and
 * closes the store.
 */
export const withNewStore =
  <Args extends unknown[]>(run: (store: Store, ...args: Args) => Promise<void>): Action<Args> =>
  async (...args) => {
    const store = await openStore(readConfig())
    try {
      await run(store, ...args)
    } finally {
      await store.close()
    }
  }

/** Returns the same action as {@link withNewStore}, but it fails if there is no database. */
export const withStore = <Args extends unknown[]>(
  run: (store: Store, ...args: Args) => Promise<void>,
): Action<Args> => {
  const runInStore = withNewStore(run)
  return async (...args) => {
    requireDatabase(readConfig())
    await runInStore(...args)
  }
}

/**
 * Runs a task that signals of the process end early. Until it has ended, they do not end the process;
 * a second one of the same kind does.
 * @param run called with a signal that the first of them aborts.
 */
export const interruptible = async <T>(
  signals: readonly NodeJS.Signals[],
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  for (const signal of signals) process.once(signal, stop)
  try {
    return await run(stopping.signal)
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
}
