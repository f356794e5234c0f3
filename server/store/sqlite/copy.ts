import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { indexing } from '../contacts.ts'
import {
  CopyError,
  type CopyReader,
  type CopyTarget,
  firstBatchSize,
  nextBatchSize,
  notCurrent,
  type Row,
  type Side,
  type Table,
  type Value,
} from '../copy-sides.ts'
import { isMigrated } from '../schema.ts'
import { flush } from './database-file.ts'
import { appliedMigrations, migrate } from './migrate.ts'
import { busyMilliseconds, explain, isBusy, SqliteConnection } from './sqlite-connection.ts'

/** Tables of SQLite, of the search index, of migrations and of the machine. */
const others = /^(sqlite|contact_search|kysely_migration)(_|$)|^(search_progress|request_clock)$/

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
class SqliteReader implements CopyReader {
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

/** The file is written once and deleted if that fails, so it needs no journal. */
const forOneWrite = `
  pragma auto_vacuum = incremental;
  pragma locking_mode = exclusive;
  pragma journal_mode = off;
  pragma synchronous = off;
  pragma cache_size = -16384;
`

/**
 * Removes the file of a copy that was interrupted.
 * @throws {CopyError} if another copy is writing it.
 */
const removeLeftover = (partial: string): void => {
  const leftover = new DatabaseSync(partial)
  try {
    leftover.exec('begin exclusive')
  } catch (error) {
    if (isBusy(error)) throw new CopyError(`Another copy is writing ${partial}. Wait for its end.`)
  } finally {
    leftover.close()
  }
  rmSync(partial)
}

class SqliteTarget extends SqliteReader implements CopyTarget {
  readonly #file: string
  readonly #partial: string
  readonly #indexes: string[]

  constructor(database: DatabaseSync, file: string, partial: string) {
    super(database)
    this.#file = file
    this.#partial = partial
    database.exec('begin exclusive')
    // One sort of all rows is faster than an insertion for each.
    const indexes = database
      .prepare(`select name, sql from sqlite_schema where type = 'index' and sql is not null`)
      .all()
    for (const { name } of indexes) database.exec(`drop index "${name}"`)
    this.#indexes = indexes.map(({ sql }) => String(sql))
  }

  async insert(table: Table, rows: readonly Row[]): Promise<void> {
    const insert = this.#prepareInsert(table)
    for (const row of rows) {
      const values: readonly SQLInputValue[] = row
      insert.run(...values)
    }
  }

  async build(onStep: (fraction: number) => Promise<void>): Promise<void> {
    const steps = [
      ...this.#indexes.map((sql) => () => this.database.exec(sql)),
      () => this.#indexContacts(),
      () => this.#checkForeignKeys(),
      () => this.database.exec('pragma analysis_limit = 1000; analyze'),
    ]
    for (const [i, step] of steps.entries()) {
      await onStep(i / steps.length)
      step()
    }
    await onStep(1)
  }

  async commit(): Promise<void> {
    this.database.exec('commit')
    await super.close()
    flush(this.#partial)
    if (existsSync(this.#file)) throw new CopyError(`${this.#file} was created meanwhile.`)
    renameSync(this.#partial, this.#file)
    flush(dirname(this.#file))
  }

  override async close(): Promise<void> {
    await super.close()
    rmSync(this.#partial, { force: true })
  }

  #prepareInsert({ name, columns }: Table): StatementSync {
    const names = columns.map((column) => `"${column}"`).join()
    return this.database.prepare(
      `insert into "${name}" (${names}) values (${columns.map(() => '?').join()})`,
    )
  }

  #indexContacts(): void {
    const connection = new SqliteConnection(this.database)
    for (const statement of indexing) connection.run(statement, {})
  }

  #checkForeignKeys(): void {
    const violation = this.database.prepare('pragma foreign_key_check').get()
    if (violation)
      throw new CopyError(
        `A row of ${violation.table} refers to a missing row of ${violation.parent}.`,
      )
  }
}

/**
 * Creates a file beside the target. It gets the target's name when it is complete.
 * @throws {CopyError} if the target exists, or another copy writes it.
 */
export const openSqliteTarget = async (file: string): Promise<CopyTarget> => {
  const found = [file, `${file}-wal`].find((path) => existsSync(path))
  if (found !== undefined)
    throw new CopyError(`The target ${found} exists. Choose another name, or delete it.`)
  const partial = `${file}.partial`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    removeLeftover(partial)
    closeSync(openSync(partial, 'wx', 0o600))
    const database = new DatabaseSync(partial, { enableForeignKeyConstraints: false })
    try {
      database.exec(forOneWrite)
      migrate(database)
      return new SqliteTarget(database, file, partial)
    } catch (error) {
      database.close()
      rmSync(partial)
      throw error
    }
  } catch (error) {
    if (error instanceof CopyError) throw error
    throw new CopyError(`The target ${file} cannot be created: ${explain(error)}`)
  }
}
