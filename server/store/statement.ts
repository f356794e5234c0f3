import sql, { bulk, empty, join, raw, type Sql } from 'sql-template-tag'
import type { AccountId } from '../domain/ids.ts'
import { isFlag, isJson, isOwned } from './schema.ts'
import type { Series, Transaction } from './store.ts'

/** A value that both drivers can bind. */
type Bound = string | number | null

/**
 * Converts a value to one that the drivers can bind: booleans to 1 or 0, lists and objects to JSON.
 * @throws {TypeError} if there is none, so that a missing value is not stored as null.
 */
export const bindable = (value: unknown): Bound => {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'object') return JSON.stringify(value)
  throw new TypeError(`A statement cannot bind ${typeof value}`)
}

/** Names of columns, in double quotes: PostgreSQL folds names without them. */
export const columns = (names: readonly string[], table?: string): Sql =>
  raw(names.map((name) => `${table === undefined ? '' : `${table}.`}"${name}"`).join(', '))

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
const padded = (values: Iterable<string>): (string | null)[] => {
  const given = [...values]
  const length = 2 ** Math.ceil(Math.log2(given.length || 1))
  return [...given, ...Array(length - given.length).fill(given.at(-1) ?? null)]
}

/** A list for `in`. An empty one has no element. */
export const list = (values: Iterable<string>): Sql => join(padded(values), ',', '(', ')')

/** Rows of one column, for `values`. */
export const rows = (values: Iterable<string>): Sql => bulk(padded(values).map((value) => [value]))

/** The pattern of `like … escape '\'` for texts that contain a part. */
export const containing = (part: string): string => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`

/** Optional conditions, each of which begins with `and`. */
export const allOf = (conditions: readonly (Sql | false)[]): Sql => {
  const given = conditions.filter((condition) => condition !== false)
  return given.length === 0 ? sql`` : sql` ${join(given, ' ')}`
}

/**
 * Compares a value with those of a query. On PostgreSQL the query runs once, whatever is known about its tables:
 * as a join or an `in`, it would depend on statistics, which a new database has none of.
 */
export const among = (query: Sql): Sql => sql`= any(array(${query} /* end */))`

/** The time of the database in milliseconds: of PostgreSQL's clock, since servers have several; on SQLite, `now`. */
export const clock = (now: number): Sql => sql`clock_ms(${now})`

const prefixes: Record<Series, string> = { order: 'MF-', invite: 'INV-' }

/** Takes the next number of a series, as orders and invites have it. @param condition one more, beginning with `and`. */
export const nextNumber = (account: AccountId, series: Series, condition = empty): Sql => {
  const column = raw(`${series}_numbers`)
  return sql`
    update account_numbers set ${column} = ${column} + 1
    where account_id = ${account} ${condition} returning ${raw(`'${prefixes[series]}'`)} || ${column} as number`
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

/** Statements are in PostgreSQL's words. SQLite has no locks of rows, because it has one writer. */
const words: readonly [string | RegExp, string][] = [
  [/\bfor (no key )?update( of \w+)?( skip locked)?/g, ''],
  ['= any(array(', 'in ('],
  ['/* end */))', ')'],
  ['clock_ms(', '('],
  ['strpos(', 'instr('],
  ['json_agg(', 'json_group_array('],
  ['json_build_object(', 'json_object('],
]

/** Returns a statement in SQLite's words. */
export const forSqlite = (text: string): string =>
  words.reduce((rest, [word, instead]) => rest.replaceAll(word, instead), text)

/**
 * Checks that a statement is about one account, or says that it is not. Call it once for each text.
 * @throws if it has more tables with rows of accounts than it names the account.
 */
export const requireAccount = (text: string): void => {
  if (text.includes('/* all accounts */')) return
  const tables = [...text.matchAll(/\b(?:from|join|into|update) "?(\w+)/g)].filter(
    ([, name = '']) => isOwned(name),
  )
  if (tables.length > (text.match(/\baccount_id\b/g)?.length ?? 0))
    throw new Error(`A statement must name the account of each table: ${text}`)
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
    const read = isFlag(name) ? `flag(${value})` : isJson(name) ? `json(${value})` : value
    return { object, text: `${JSON.stringify(name)}: ${read}` }
  })
  const texts = [...Map.groupBy(fields, ({ object }) => object)].map(([object, found]) => {
    const own = found.map(({ text }) => text).join()
    return object === undefined ? own : `${object}: { ${own} }`
  })
  const body = `return (rows) => rows.map((row) => ({ ${texts.join()} }))`
  return new Function('flag', 'json', body)(decode.flag, decode.json)
}
