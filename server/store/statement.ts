import sql, { join, raw, type Sql } from 'sql-template-tag'
import { timestamp } from '../domain/clock.ts'
import type { AccountId } from '../domain/ids.ts'
import { columnType } from './schema.ts'
import type { Statement, Transaction } from './store.ts'

/**
 * Makes a statement about rows of an account.
 * @throws if it does not bind the account.
 * @example ofAccount(account)`select name from campaigns where account_id = ${account}`
 */
export const ofAccount =
  (account: AccountId) =>
  (texts: readonly string[], ...values: readonly unknown[]): Statement => {
    const query = sql(texts, ...values)
    if (query.values.includes(account)) return { query, account }
    throw new Error(`The statement does not compare a column with the account: ${query.sql}`)
  }

export type Range = { limit: number; offset: number }

/** Makes a statement about rows of all accounts, or of none. */
export const ofAllAccounts = (
  texts: readonly string[],
  ...values: readonly unknown[]
): Statement => ({ query: sql(texts, ...values) })

/**
 * Marks a statement that may read many more rows than it returns: a search, a filter without an index, a deep page, a
 * count. Others do not wait for it: SQLite runs it on a thread of its own, and each account has one at a time.
 */
export const long = (statement: Statement, isLong = true): Statement => ({ ...statement, isLong })

/** Rows that a page may skip on the main thread: it takes about a millisecond. */
export const maxSkipped = 10_000

/**
 * Converts a value to one that the drivers can bind: booleans to 1 or 0, lists and objects to JSON.
 * @throws {TypeError} if there is none, so that a missing value is not stored as null.
 */
export const bindable = (value: unknown): string | number | null => {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'object') return JSON.stringify(value)
  throw new TypeError(`A statement cannot bind ${typeof value}`)
}

/** Names of columns, in double quotes: PostgreSQL folds names without them. */
export const columns = (names: readonly string[], table?: string): Sql =>
  raw(names.map((name) => `${table === undefined ? '' : `${table}.`}"${name}"`).join(', '))

/** The arguments of a function that makes a JSON object: the names of columns, each with its value. */
export const fieldsOf = (names: readonly string[]): string =>
  names.map((name) => `'${name}', "${name}"`).join(', ')

/** The values of a row for columns of the same names, for `values`. */
export const valuesOf = <Row>(row: Row, names: readonly (keyof Row)[]): Sql =>
  join(names.map((name) => row[name]))

/** Assignments to the columns of a row's names, for `set`. */
export const assignments = <Row>(row: Row, names: readonly (keyof Row & string)[]): Sql =>
  join(names.map((name) => sql`${columns([name])} = ${row[name]}`))

/** Assignments of the values of an insert that met a row, for `on conflict`. */
export const insertedValues = (names: readonly string[]): Sql =>
  raw(names.map((name) => `"${name}" = excluded."${name}"`).join(', '))

/** Repeats the last value up to a power of two, so that few lengths need a statement each. */
const padded = <T>(values: Iterable<T>): (T | null)[] => {
  const given = [...values]
  const length = 2 ** Math.ceil(Math.log2(given.length || 1))
  return [...given, ...Array(length - given.length).fill(given.at(-1) ?? null)]
}

/** A list for `in`. An empty one has no element. */
export const list = (values: Iterable<string | number>): Sql => join(padded(values), ',', '(', ')')

/**
 * Folds text for comparison without case, for email addresses and searches. A sigma at the end of a word
 * has its own lower-case form, which a search for a prefix would not find.
 */
export const fold = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')

/** The signs that people type for an apostrophe. */
export const apostrophes = "'’‘ʼ´`"

/**
 * A column to sort by, without its index. SQLite would otherwise read all rows of an account in their order to find a few,
 * although they have an index of their own.
 */
export const unindexed = (column: string): Sql => raw(`coalesce(${column}, null)`)

/** The names of an order's recipient, as a search compares them. @param recipient a JSON value. */
export const namesIn = (recipient: string): string =>
  `concat_ws(' ', ${recipient} ->> 'firstName', ${recipient} ->> 'lastName', "companyName", ${recipient} ->> 'zip')`

/** The pattern of `like … escape '\'` for texts that contain a part. */
export const containing = (part: string): string => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`

/** The beginning of a day in a time zone, or a time, in milliseconds. `day` is that of the day in UTC. */
export type Bound = { time: number; day: number }

/** Optional conditions, each of which begins with `and`. */
export const allOf = (conditions: readonly (Sql | false)[]): Sql => {
  const given = conditions.filter((condition) => condition !== false)
  return given.length === 0 ? sql`` : sql` ${join(given, ' ')}`
}

/** The ends of a period. `until` is after it. */
export type Period = { from?: Bound | undefined; until: Bound | undefined }

/** Conditions, each of which begins with `and`, that a time is in a period. A day is stored as its beginning in UTC. */
export const isWithin = (column: Sql, { from, until }: Period): Sql => {
  const end = ({ time, day }: Bound) => sql`
    case when ${column} like '%T00:00:00.000Z' then ${timestamp(day)} else ${timestamp(time)} end`
  return allOf([
    from !== undefined && sql`and ${column} >= ${end(from)}`,
    until !== undefined && sql`and ${column} < ${end(until)}`,
  ])
}

/** So many changes share statements, or are sent at once. More would fill memory before PostgreSQL has run them. */
const batchSize = 100

/** Makes any number of changes in batches, in their order. */
export const inBatches = async <T>(
  transaction: Transaction,
  changes: Iterable<T>,
  run: (batch: readonly T[]) => Promise<unknown>,
): Promise<void> => {
  let batch: T[] = []
  let batches = 0
  let replanAt = 1
  for (const change of changes) {
    batch.push(change)
    if (batch.length < batchSize) continue
    await run(batch)
    batch = []
    if (++batches < replanAt) continue
    await transaction.replan()
    replanAt *= 2
  }
  if (batch.length > 0) await run(batch)
}

const decode = {
  flag: (stored: unknown): boolean => stored === 1,
  json: (stored: unknown): unknown => JSON.parse(String(stored)),
}

/**
 * Returns a function that makes objects of rows. Objects of one literal share one shape, so they are faster to
 * create than the drivers' own, and a third faster to stringify.
 * @param names of the columns. They say which values are flags or JSON. `campaign.name` is the `name` of an object.
 */
export const rowReader = (names: readonly string[]): ((rows: readonly unknown[]) => never[]) => {
  const fields = names.map((path, i) => {
    const [name = path, object] = path.split('.').toReversed()
    const value = `row[${i}]`
    const type = columnType(name)
    const read = type === 'flag' || type === 'json' ? `${type}(${value})` : value
    return { object, text: `${JSON.stringify(name)}: ${read}` }
  })
  const texts = [...Map.groupBy(fields, ({ object }) => object)].map(([object, found]) => {
    const own = found.map(({ text }) => text).join()
    return object === undefined ? own : `${object}: { ${own} }`
  })
  const body = `return (rows) => rows.map((row) => ({ ${texts.join()} }))`
  return new Function('flag', 'json', body)(decode.flag, decode.json)
}
