import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { Statement, Values } from '../statement.ts'
import { compile, rowLiterals } from '../statement.ts'
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
