import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { Codecs } from '../columns/columns.ts'
import { Slot, slot } from '../slot.ts'
import type { Statement, Values } from '../statement.ts'
import type { Tables } from '../tables.ts'

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
  throw new TypeError(`SQLite cannot bind ${value === undefined ? 'undefined' : typeof value}`)
}

/**
 * Converts array rows to objects with a compiled function. Objects from one literal share one shape, so
 * they are faster to create than the driver's own, and a third faster to stringify.
 */
const rowLiterals = (columns: readonly string[], codecs: Codecs) => {
  const fields = columns.map((name, i) => {
    const key = JSON.stringify(name)
    return codecs[name] ? `${key}: codecs[${key}].read(row[${i}])` : `${key}: row[${i}]`
  })
  const make = new Function(
    'codecs',
    `return (rows) => rows.map((row) => ({ ${fields.join(', ')} }))`,
  )
  return make(codecs)
}

const prepare = (
  database: DatabaseSync,
  { build, everyAccount, codecs = {} }: Statement<never, unknown>,
) => {
  const { sql, parameters } = build(builder, slot).compile()
  const names = parameters.map((value) => (value instanceof Slot ? value.name : undefined))
  if (!everyAccount && !names.includes('account'))
    throw new Error(`A statement about one account must bind it: ${sql}`)
  const sqlite = database.prepare(sql)
  sqlite.setReturnArrays(true)
  return {
    sqlite,
    bind: (values: Values) =>
      parameters.map((value, i) => {
        const name = names[i]
        if (name === undefined) return bindable(value)
        const codec = codecs[name]
        return bindable(codec ? codec.write(values[name]) : values[name])
      }),
    literals: rowLiterals(
      sqlite.columns().map(({ name }) => name),
      codecs,
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
    const { sqlite, bind, literals } = this.#prepare(statement)
    return literals(sqlite.all(...bind(values)))
  }

  /** Runs a statement and returns the number of changed rows. */
  run<P extends Values>(statement: Statement<P, unknown>, values: P): number {
    const { sqlite, bind } = this.#prepare(statement)
    return Number(sqlite.run(...bind(values)).changes)
  }

  #prepare(statement: Statement<never, unknown>) {
    const found = this.#prepared.get(statement)
    if (found) return found
    const prepared = prepare(this.database, statement)
    this.#prepared.set(statement, prepared)
    return prepared
  }
}
