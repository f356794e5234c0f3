import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { indexing } from '../contacts.ts'
import {
  CopyError,
  type CopyTarget,
  type Row,
  rowsOfMigrations,
  type Table,
} from '../copy/copy-sides.ts'
import { SqliteReader } from './copy-reader.ts'
import { flush } from './flush.ts'
import { migrate } from './migrate.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { explain } from './to-fault.ts'

/** The file is written once and deleted if that fails, so it needs no journal. */
const forOneWrite = `
  pragma locking_mode = exclusive;
  pragma journal_mode = off;
  pragma synchronous = off;
  pragma cache_size = -16384;
`

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5

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
    database.exec(`begin exclusive; delete from ${rowsOfMigrations}`)
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
      await migrate(database)
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
