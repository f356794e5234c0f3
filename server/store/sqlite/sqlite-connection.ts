import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { compile, rowLiterals, type Statement, type Values } from '../statement.ts'
import { StoreFault } from '../store.ts'
import type { Tables } from '../tables.ts'
import { sqliteDialect } from './dialect.ts'

/** The maximum time that a connection waits for the lock of another process. A large `merch apply` takes six seconds. */
export const busyMilliseconds = 15_000

/** Builds SQL and never runs it. */
const builder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

/**
 * Converts a value to one that SQLite can bind.
 * @throws {TypeError} if SQLite has no such type.
 */
export const bindable = (value: unknown): SQLInputValue => {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value
  if (typeof value === 'boolean') return value ? 1 : 0
  throw new TypeError(`SQLite cannot bind ${typeof value}`)
}

const prepare = (database: DatabaseSync, statement: Statement<never, unknown>) => {
  const compiled = compile(statement, builder, sqliteDialect, bindable)
  if (!compiled) return undefined
  const { sql, bind } = compiled
  const sqlite = database.prepare(sql)
  sqlite.setReturnArrays(true)
  return {
    sqlite,
    bind,
    literals: rowLiterals(
      sqlite.columns().map(({ name }) => name),
      statement.codecs,
    ),
  }
}

/** A SQLite connection with its prepared statements. */
export class SqliteConnection {
  readonly database: DatabaseSync
  readonly #prepared = new Map<unknown, ReturnType<typeof prepare>>()

  constructor(database: DatabaseSync) {
    this.database = database
  }

  /** Returns all rows as plain objects. */
  all<P extends Values, Row>(statement: Statement<P, Row>, values: P): Row[] {
    const prepared = this.#prepare(statement)
    return prepared ? prepared.literals(prepared.sqlite.all(...prepared.bind(values))) : []
  }

  /** Runs a statement and returns the number of changed rows. */
  run<P extends Values>(statement: Statement<P, unknown>, values: P): number {
    const prepared = this.#prepare(statement)
    return prepared ? Number(prepared.sqlite.run(...prepared.bind(values)).changes) : 0
  }

  #prepare(statement: Statement<never, unknown>) {
    const found = this.#prepared.get(statement)
    if (found || this.#prepared.has(statement)) return found
    const prepared = prepare(this.database, statement)
    this.#prepared.set(statement, prepared)
    return prepared
  }
}

const checkAccess = 'Let the user of the server write the file and its folder.'
const restore = 'Stop the server and restore a backup.'
const endOther = 'End the other process that uses the database.'

/** What to do, by SQLite's primary result code. Other codes are errors of the program. */
const remedies: ReadonlyMap<number, string> = new Map([
  [3, checkAccess],
  [5, endOther],
  [6, endOther],
  [7, 'Give the server more memory.'],
  [8, checkAccess],
  [10, 'Check the disk of the database.'],
  [11, restore],
  [13, 'Free space on the disk of the database.'],
  [14, checkAccess],
  [15, endOther],
  [26, restore],
])

const remedyFor = (error: unknown): string | undefined =>
  error instanceof Error && 'errcode' in error
    ? // The low byte of an extended result code is the primary one.
      remedies.get(Number(error.errcode) & 0xff)
    : undefined

/** Returns the reason of an error, and what to do if SQLite's code says it. */
export const explain = (error: unknown): string => {
  const reason = error instanceof Error ? error.message : String(error)
  const remedy = remedyFor(error)
  return remedy === undefined ? reason : `${reason}. ${remedy}`
}

/** Returns whether another connection has a lock. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5

/** Returns whether an error has a cause outside the program, such as the disk. */
export const isFault = (error: unknown): boolean => remedyFor(error) !== undefined

/** Returns the fault for an error that is one, else the error itself. */
export const toFault = (error: unknown): unknown =>
  remedyFor(error) === undefined
    ? error
    : new StoreFault(`The database failed: ${explain(error)}`, { cause: error })
