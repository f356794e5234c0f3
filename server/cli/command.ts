import { existsSync } from 'node:fs'
import type { Command } from '@commander-js/extra-typings'
import { type Config, readConfig } from '../config.ts'
import { type AccountId, toId } from '../domain/ids.ts'
import { findAccount, listAccounts } from '../store/accounts.ts'
import { openStore } from '../store/open-store.ts'
import type { Reader, Store } from '../store/store.ts'

/** A failure that the operator can fix. The message says what happened and what to do. */
export class CommandFailure extends Error {
  override name = 'CommandFailure'
}

/** @throws {CommandFailure} */
export const fail: (message: string) => never = (message) => {
  throw new CommandFailure(message)
}

/** Prints one result as a line on stdout. */
export const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Writes a message that is not a result to stderr. */
export const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

type Row = readonly (string | number)[]
type Things = readonly Readonly<Record<string, string | number>>[]

/**
 * Prints things as lines of columns separated by tabs, or each as a line of JSON. On a terminal, columns are
 * aligned and their names come first. They are no result, so they are written to stderr, as is the message if
 * there are no things.
 */
export const printThings = (things: Things, none: string, json = false): void => {
  if (things.length === 0) say(none)
  const { isTTY } = process.stdout
  const names = Object.keys(things[0] ?? {})
  const widths = names.map((name) =>
    things.reduce((width, thing) => Math.max(width, String(thing[name]).length), name.length),
  )
  const aligned = (row: Row) =>
    row
      .map((cell, i) => String(cell).padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd()
  if (isTTY && !json && things.length > 0) say(aligned(names))
  for (const thing of things) {
    const row = Object.values(thing)
    if (json) print(JSON.stringify(thing))
    else print(isTTY ? aligned(row) : row.join('\t'))
  }
}

/** The flags and help of an option of every list. */
export const jsonOption = ['--json', 'print each as a line of JSON'] as const

/** @throws {CommandFailure} after it has printed the problems of a file in their order. */
export const failWith = (problems: readonly string[], outcome: string): never => {
  const byPlace = new Intl.Collator('en', { numeric: true })
  for (const problem of problems.toSorted(byPlace.compare)) say(problem)
  const count =
    problems.length === 1 ? '1 problem' : `${problems.length.toLocaleString('en-US')} problems`
  return fail(`${count}. ${outcome}`)
}

type Run<Args extends unknown[]> = (store: Store, ...args: Args) => Promise<void>
type Action<Args extends unknown[]> = (...args: Args) => Promise<void>

/** @throws {CommandFailure} when there is no database file. */
export const requireDatabase = ({ databaseFile, postgres }: Config): void => {
  if (postgres || existsSync(databaseFile)) return
  fail(
    `No database at ${databaseFile}. Check DATABASE_URL. To create a database, run: merch accounts create`,
  )
}

/**
 * Returns a command's action that opens the store of DATABASE_URL, creates it if it is missing, runs, and
 * closes the store.
 */
export const withNewStore =
  <Args extends unknown[]>(run: Run<Args>): Action<Args> =>
  async (...args) => {
    const store = await openStore(readConfig())
    try {
      await run(store, ...args)
    } finally {
      await store.close()
    }
  }

/** Returns the same action as {@link withNewStore}, but it fails if there is no database. */
export const withStore =
  <Args extends unknown[]>(run: Run<Args>): Action<Args> =>
  async (...args) => {
    requireDatabase(readConfig())
    await withNewStore(run)(...args)
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

/** Help text of every option and argument that takes an account. */
export const accountHelp = 'account ID, as printed by accounts list'

/** The flags and help of an option that names an account, for {@link resolveAccount}. */
export const accountOption = [
  '--account <id>',
  'account ID (default: the only active account)',
] as const

/** @throws {CommandFailure} when the account does not exist. */
export const requireAccount = async (reader: Reader, id: string): Promise<AccountId> =>
  (await findAccount(reader, toId('acc', id)))?.id ??
  fail(`No account ${id}. To list accounts, run: merch accounts list`)

/**
 * Returns the given account, or the only active one if none is given.
 * @throws {CommandFailure} when the given account does not exist, or when none is given and the
 * number of active accounts is not one.
 */
export const resolveAccount = async (
  reader: Reader,
  given: string | undefined,
): Promise<AccountId> => {
  if (given !== undefined) return requireAccount(reader, given)
  const accounts = await listAccounts(reader)
  const [only, another] = accounts.filter(({ deactivatedAt }) => deactivatedAt === null)
  if (another)
    fail(
      'Several accounts are active. Add --account ID. To list accounts, run: merch accounts list',
    )
  return (
    only?.id ??
    fail(
      'No active account. Run npm start for one with demo data, or merch accounts create for an empty one.',
    )
  )
}

/** Adds a command that prints the rows of an account. */
export const addList = (
  group: Command,
  description: string,
  none: string,
  rowsOf: (store: Store, account: AccountId) => Promise<Things>,
): void => {
  group
    .command('list')
    .description(description)
    .option(...accountOption)
    .option(...jsonOption)
    .action(
      withStore(async (store, { account, json }) => {
        const rows = await rowsOf(store, await resolveAccount(store, account))
        printThings(rows, `${none} in with: merch apply FILE --account ID`, json)
      }),
    )
}
