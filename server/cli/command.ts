import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { type Command, Option, type OptionValues } from '@commander-js/extra-typings'
import stringWidth from 'string-width'
import { type CommandPublisher, commandPublisher, createActions } from '../actions/actions.ts'
import { type Config, readConfig } from '../config.ts'
import { systemClock } from '../domain/clock.ts'
import { type AccountId, toId } from '../domain/ids.ts'
import type { Actor } from '../domain/order.ts'
import { exactCell } from '../imports/files/read-table.ts'
import { csvLine } from '../imports/shop-file.ts'
import { printable } from '../process/printable.ts'
import { findAccount, listAccounts } from '../store/accounts.ts'
import { openStore } from '../store/open-store.ts'
import type { Reader, Store } from '../store/store.ts'

/** A failure that the operator can fix. The message names the cause and the solution. */
export class CommandFailure extends Error {
  override name = 'CommandFailure'
}

/** @throws {CommandFailure} */
export const fail: (message: string) => never = (message) => {
  throw new CommandFailure(message)
}

/** Who runs the command, for the history of orders: the user of the operating system. */
export const commandActor = (): Actor => ({ name: `command ${userName()}` })

/** Returns the name of the user, or the ID of one without a name, as a platform may choose for a container. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}

/** Returns a runner of the operator's actions. A server delivers their events. */
export const operatorActions = (store: Store, publisher = commandPublisher()) =>
  createActions(store, publisher, systemClock).as(commandActor())

/**
 * Prints one result as a line on stdout. Lists await it, so that a slow reader does not fill memory.
 * @returns whether it was written. Otherwise its reader has closed the pipe, or `main.ts` has said why.
 */
export const print = (line: string): Promise<boolean> =>
  new Promise((resolve) => {
    const hasSpace = process.stdout.write(`${printable(line)}\n`, (error) => resolve(!error))
    // Programs that replace write do not call back.
    if (hasSpace) setImmediate(() => resolve(process.stdout.errored === null))
  })

/** Writes a message that is not a result to stderr. */
export const say = (line: string): void => {
  process.stderr.write(`${printable(line)}\n`)
}

/** Says that the deliveries of a command wait, if no server runs that makes them. */
export const sayWhatWaits = async (store: Store, { count }: CommandPublisher): Promise<void> => {
  const waiting = count()
  if (waiting === 0 || (await store.hasServer())) return
  const [deliveries, them] =
    waiting === 1 ? ['1 delivery waits', 'it'] : [`${waiting} deliveries wait`, 'them']
  say(`No server runs: ${deliveries}. A server that starts within an hour makes ${them}.`)
}

/** Asks before a change that cannot be undone. @throws {CommandFailure} unless the reply is yes. */
export const confirm = async (question: string): Promise<void> => {
  if (!process.stdin.isTTY) fail(`${question} This can’t be undone. Add --yes to confirm.`)
  const prompt = `${question} This can’t be undone. Type yes to confirm: `
  const terminal = createInterface({ input: process.stdin, output: process.stderr, prompt })
  terminal.prompt()
  // Ctrl-C and Ctrl-D end the lines.
  const { value: reply } = await terminal[Symbol.asyncIterator]().next()
  terminal.close()
  if (reply === undefined) say('')
  if (reply?.trim() !== 'yes') fail('Nothing was changed.')
}

type Thing = Readonly<Record<string, string | number>>
type Things = readonly Thing[]

/**
 * Prints things as lines of columns separated by tabs, each as a line of JSON, or as CSV. On a terminal, columns are
 * aligned and their names come first. They are no result, so they are written to stderr, as is the message if
 * there are no things. Elsewhere, it takes the next thing when the last one is written.
 */
export const printThings = async (
  things: Iterable<Thing> | AsyncIterable<Thing>,
  none: string,
  { json = false, wide = false, format = json ? 'json' : 'table' }: ListOptions = {},
): Promise<void> => {
  const { isTTY, columns = 100 } = process.stdout
  if (isTTY && format === 'table') {
    const all: Thing[] = []
    for await (const thing of things) all.push(thing)
    if (all.length === 0) return say(none)
    const [names = '', ...lines] = alignedLines(all, wide ? Number.POSITIVE_INFINITY : columns)
    say(names)
    for (const line of lines) await print(line)
    return
  }
  let isEmpty = true
  for await (const thing of things) {
    // The byte order mark tells spreadsheet programs that it is UTF-8.
    if (isEmpty && format === 'csv') await print(`\ufeff${csvLine(Object.keys(thing))}`)
    isEmpty = false
    const cells = Object.values(thing)
    const row =
      format === 'csv' ? csvLine(cells.map(spreadsheetCell)) : cells.map(onOneLine).join('\t')
    if (!(await print(format === 'json' ? JSON.stringify(thing) : row))) return
  }
  if (isEmpty) say(none)
}

type ListOptions = {
  json?: boolean | undefined
  wide?: boolean | undefined
  format?: 'table' | 'json' | 'csv' | undefined
}

/**
 * Returns a cell that spreadsheet programs show as it is, and do not run: recipients choose the texts of orders. Programs
 * skip invisible characters before a sign, and take full-width signs for others. Phone numbers are harmless.
 */
export function spreadsheetCell(value: string | number): unknown {
  const text = String(value)
  if (formula.test(text) || formula.test(text.normalize('NFKC'))) return `'${text}`
  return typeof value === 'string' ? exactCell(value.trim()) : value
}

const formula = /^(?:[\t\r\n\v]|['\p{Cc}\p{Cf}\p{Z}]*(?:[=@]|[+-](?![\d ().-]*$)))/u

/**
 * Returns aligned columns, their names first. An ID is shown whole or, if there is no space for it, not at all.
 * @param limit the most places of a line. The widest columns are shortened to it.
 */
export const alignedLines = (things: Things, limit: number): string[] => {
  const rows = [Object.keys(things[0] ?? {}), ...things.map((thing) => Object.values(thing))]
  const all = (rows[0] ?? []).map((_, i) => columnOf(rows.map((row) => row[i] ?? '')))
  const others = all.filter(({ isId }) => !isId)
  const isTooLong = (widths: readonly number[]) =>
    widths.reduce((sum, width) => sum + width, 2 * (widths.length - 1)) > limit
  const shown = others.length > 0 && isTooLong(all.map(({ least }) => least)) ? others : all
  while (isTooLong(shown.map(({ width }) => width))) {
    const [widest] = shown
      .filter(({ width, least }) => width > least)
      .toSorted((a, b) => b.width - a.width)
    if (!widest) break
    widest.width--
  }
  return rows.map((_, row) =>
    shown
      .map(({ cells, width }) => fitted(cells[row] ?? '', width))
      .join('  ')
      .trimEnd(),
  )
}

function columnOf(values: readonly (string | number)[]) {
  const cells = values.map(onOneLine)
  const width = cells.reduce((most, cell) => Math.max(most, stringWidth(cell)), 0)
  const isId = cells.slice(1).every((cell) => /^[a-z]{3}_[0-9a-f]{32}$/.test(cell))
  return { cells, width, isId, least: isId ? width : Math.min(width, minColumn) }
}

/** Returns a cell that takes this many places of a terminal. */
function fitted(cell: string, width: number): string {
  const space = width - stringWidth(cell)
  return space < 0 ? fitted(shortened(cell, width), width) : cell + ' '.repeat(space)
}

function shortened(cell: string, width: number): string {
  let shown = ''
  for (const { segment } of new Intl.Segmenter().segment(cell)) {
    if (stringWidth(shown + segment) >= width) break
    shown += segment
  }
  return `${shown}…`
}

/** Returns a cell of a table without line breaks and codes for the terminal, such as of a receiver's response. */
function onOneLine(value: string | number): string {
  return String(value).replaceAll(/\p{Cc}/gu, ' ')
}

/** The fewest characters that a column is shortened to. */
const minColumn = 6

export const jsonOption = ['--json', 'print each as a line of JSON'] as const

/** Adds the options of `printThings` to a command. */
export const asList = <Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
) =>
  command
    .option(...jsonOption)
    .addOption(
      new Option('--format <format>', 'output').choices(['table', 'json', 'csv']).conflicts('json'),
    )
    .option('--wide', 'do not shorten columns to the width of the terminal')

/** @throws {CommandFailure} after it has printed the problems of a file in their order. */
export const failWith = (problems: readonly string[], outcome: string): never => {
  const byPlace = new Intl.Collator('en', { numeric: true })
  for (const problem of problems.toSorted(byPlace.compare)) say(problem)
  return fail(`${counted(problems.length, 'problem')}. ${outcome}`)
}

/** Returns a number of things in words for people, such as `1 order`. */
export const counted = (count: number, thing: string, things = `${thing}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? thing : things}`

type Run<Args extends unknown[]> = (store: Store, ...args: Args) => Promise<void>
type Action<Args extends unknown[]> = (...args: Args) => Promise<void>

/** @throws {CommandFailure} when there is no database file. Node's error names a folder that the user may not read. */
export const requireDatabase = ({ databaseFile, postgres }: Config): void => {
  if (postgres || statSync(databaseFile, { throwIfNoEntry: false })) return
  fail(
    `No database at ${databaseFile}. Check DATABASE_URL. To create a database, run: merch accounts create`,
  )
}

/** Returns an action that opens the store of DATABASE_URL, or creates it, and closes it. */
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
  (await accountOf(reader, id)).id

/** Returns an account that gets a key or a link. Says so if it is deactivated, which lets it use neither. */
export const requireAccountToOpen = async (reader: Reader, given: string): Promise<AccountId> => {
  const { id, deactivatedAt } = await accountOf(reader, given)
  if (deactivatedAt !== null)
    say(
      `${id} is deactivated: its keys and links are rejected. To activate it, run: merch accounts activate ${id}`,
    )
  return id
}

async function accountOf(reader: Reader, id: string) {
  const account = await findAccount(reader, toId('acc', id))
  return account ?? fail(`No account ${id}. To list accounts, run: merch accounts list`)
}

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

/** The end of a message that there is nothing of a shop. */
export const putIn = 'in with: merch apply FILE --account ID'

/** Makes a command a list of things of an account. @param none the message if there are none. */
export const addList = (
  command: Command,
  description: string,
  none: string,
  rowsOf: (store: Store, account: AccountId) => Promise<Things>,
): void => {
  asList(command)
    .description(description)
    .option(...accountOption)
    .action(
      withStore(async (store, { account, ...options }) =>
        printThings(await rowsOf(store, await resolveAccount(store, account)), none, options),
      ),
    )
}
