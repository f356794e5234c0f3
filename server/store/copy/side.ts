import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { migrations } from '../schema.ts'
import { migrate } from '../sqlite/migrate.ts'

export type Row = Record<string, SQLInputValue>

export type Table = { name: string; columns: readonly string[] }

/** One of the two databases of a copy, within one transaction. */
export type Side = {
  /** Begins a transaction that sees one state, or one that writes and has all tables for itself. */
  begin(mode: 'read' | 'write'): Promise<void>
  query(text: string): Promise<readonly Row[]>
  /** Reads the rows of a table in any order. */
  batches(table: Table): AsyncIterable<readonly Row[]>
  insert(table: Table, rows: readonly Row[]): Promise<void>
  /** Writes what follows from the rows, such as sequences, and commits. */
  commit(): Promise<void>
  /** Ends the transaction if it is not committed, and a statement that runs. */
  close(): Promise<void>
}

/** A batch is this many rows. A row can have a picture of 100 KiB. */
export const batchRows = 200

/** Returns a list of names for SQL. */
export const quoted = (names: readonly string[]): string =>
  names.map((name) => `"${name}"`).join(', ')

const isCreatedOnPostgres = (name: string): boolean =>
  Object.values(migrations.postgres)
    .flat()
    .some((statement) => statement.startsWith(`create table ${name} (`))

/**
 * Returns the tables that both databases have, in the order of their creation: a table refers only to those
 * before it. What only one database has follows from the others, or is about its processes.
 */
export const commonTables = (): Table[] => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const namesOf = (query: string, ...values: string[]): string[] =>
    database
      .prepare(query)
      .all(...values)
      .map(({ name }) => String(name))
  const tables = namesOf(`select name from sqlite_schema where type = 'table' order by rowid`)
    .filter(isCreatedOnPostgres)
    .map((name) => ({ name, columns: namesOf('select name from pragma_table_info(?)', name) }))
  database.close()
  return tables
}
