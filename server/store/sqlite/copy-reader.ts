import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import {
  CopyError,
  type CopyReader,
  firstBatchSize,
  nextBatchSize,
  notCurrent,
  type Row,
  type Side,
  type Table,
  type Value,
} from '../copy/copy-sides.ts'
import { isMigrated } from '../schema.ts'
import { appliedMigrations } from './migrate.ts'
import { busyMilliseconds } from './sqlite-connection.ts'
import { explain } from './to-fault.ts'

/** Tables of SQLite, of the search index and of migrations. */
const others = /^(sqlite|contact_search|kysely_migration)(_|$)|^search_progress$/

const tablesOf = (database: DatabaseSync): Table[] =>
  database
    .prepare(`select name from sqlite_schema where type = 'table' order by name`)
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !others.test(name))
    .map((name) => ({
      name,
      columns: database
        .prepare('select name from pragma_table_info(?) order by name')
        .all(name)
        .map((column) => String(column.name)),
    }))

/** @throws {CopyError} unless all migrations of this version have run. */
const requireCurrent = (database: DatabaseSync, side: Side): void => {
  if (!isMigrated(appliedMigrations(database))) throw notCurrent(side)
}

const copiable = (value: unknown): Value => {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value
  throw new CopyError(`A column holds a ${typeof value}.`)
}

/** Reads a database within the transaction that it has open. */
export class SqliteReader implements CopyReader {
  readonly database: DatabaseSync
  readonly tables: readonly Table[]

  constructor(database: DatabaseSync) {
    this.database = database
    this.tables = tablesOf(database)
  }

  async count({ name }: Table): Promise<number> {
    return Number(this.database.prepare(`select count(*) as n from "${name}"`).get()?.n)
  }

  async *batches({ name, columns }: Table): AsyncGenerator<Row[]> {
    const select = this.database.prepare(
      `select ${columns.map((column) => `"${column}"`).join()} from "${name}"`,
    )
    select.setReturnArrays(true)
    let size = firstBatchSize
    let rows: Row[] = []
    for (const row of select.iterate()) {
      rows.push(Object.values(row).map(copiable))
      if (rows.length < size) continue
      size = nextBatchSize(rows)
      yield rows
      rows = []
    }
    yield rows
  }

  async close(): Promise<void> {
    if (this.database.isOpen) this.database.close()
  }
}

/**
 * Opens a file for reading, and keeps its state.
 * @throws {CopyError} if there is no such file, or it is no database of this version.
 */
export const openSqliteReader = (file: string, side: Side): SqliteReader => {
  if (!existsSync(file)) throw new CopyError(`The ${side} ${file} does not exist.`)
  const database = new DatabaseSync(file, { readOnly: true, timeout: busyMilliseconds })
  try {
    database.exec('begin')
    requireCurrent(database, side)
    return new SqliteReader(database)
  } catch (error) {
    database.close()
    if (error instanceof CopyError) throw error
    throw new CopyError(`The ${side} ${file} cannot be opened: ${explain(error)}`)
  }
}
