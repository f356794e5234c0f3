import { StoreError } from './store-error.ts'

/** Thrown when a copy cannot be made or differs. The message says what to do. */
export class CopyError extends StoreError {
  override name = 'CopyError'
}

/** The two databases of a copy. */
export type Side = 'source' | 'target'

export type Value = string | number | null
export type Row = readonly Value[]

/** A table with its columns in alphabetical order. */
export type Table = { name: string; columns: readonly string[] }

/** One state of a database, whatever other processes write meanwhile. */
export type CopyReader = {
  /** The tables whose rows are copied. */
  readonly tables: readonly Table[]
  count(table: Table): Promise<number>
  /** Reads the rows of a table in any order, about 256 KiB at a time. */
  batches(table: Table): AsyncIterable<readonly Row[]>
  close(): Promise<void>
}

/** A new database. Nothing is kept before `commit`: until then, a `close` leaves it as it was. */
export type CopyTarget = CopyReader & {
  insert(table: Table, rows: readonly Row[]): Promise<void>
  /**
   * Builds everything that follows from the rows: indexes, constraints, sequences, statistics.
   * @param onStep called before each step with the completed fraction, from 0 to 1.
   * @throws if the rows violate a constraint.
   */
  build(onStep: (fraction: number) => Promise<void>): Promise<void>
  commit(): Promise<void>
}

/** Returns the error for a database of an older or newer version, or of another program. */
export const notCurrent = (side: Side): CopyError =>
  new CopyError(
    `The ${side} does not have the schema of this version. Start the server of this version on it once.`,
  )

/** The number of rows of the next batch, so that it has about 256 KiB. */
export const nextBatchSize = (rows: readonly Row[]): number => {
  let characters = 0
  for (const row of rows) for (const value of row) characters += String(value).length
  return Math.min(Math.max(Math.floor((2 ** 18 * rows.length) / characters), 1), 1000)
}

/** The rows of the first batch. A row can have a picture of 100 KiB. */
export const firstBatchSize = 10

const special = /[\\\n\r\t]/
const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

const textOf = (value: Value): string => {
  if (value === null) return '\\N'
  if (typeof value === 'number') return String(value)
  return special.test(value) ? value.replace(/[\\\n\r\t]/g, (found) => escapes[found] ?? '') : value
}

/** Returns a row as a line of PostgreSQL's `copy`. Equal rows of both databases have equal lines. */
export const rowText = (row: Row): string => `${row.map(textOf).join('\t')}\n`
