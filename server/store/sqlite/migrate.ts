import type { DatabaseSync } from 'node:sqlite'
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely'
import { Migrator, DEFAULT_MIGRATION_TABLE as table } from 'kysely/migration'
import { migrations, requireKnown } from '../schema.ts'
import { bindable } from './sqlite-connection.ts'

/** Declares that SQLite can roll back schema changes. Kysely's adapter declares that it cannot. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

class MigrationDialect extends SqliteDialect {
  override createAdapter() {
    return new TransactionalAdapter()
  }
}

const dialect = (database: DatabaseSync) =>
  new MigrationDialect({
    database: {
      close: () => {},
      prepare: (sql) => {
        const statement = database.prepare(sql)
        return {
          // Kysely then never calls `run`: migrations need no counts of changed rows.
          reader: true,
          all: (parameters) => statement.all(...parameters.map(bindable)),
          run: (parameters) => statement.run(...parameters.map(bindable)),
          iterate: (parameters) => statement.iterate(...parameters.map(bindable)),
        }
      },
    },
  })

const has = (database: DatabaseSync, condition: string): boolean =>
  database.prepare(`select 1 from sqlite_schema where ${condition}`).get() !== undefined

/** Returns whether a database has tables but no migrations table of this program. */
export const isForeign = (database: DatabaseSync): boolean =>
  has(database, `type = 'table'`) && !has(database, `name = '${table}'`)

/** Returns the names of the migrations that ran on the database. */
export const appliedMigrations = (database: DatabaseSync): string[] =>
  has(database, `name = '${table}'`)
    ? database
        .prepare(`select name from ${table}`)
        .all()
        .map(({ name }) => String(name))
    : []

/**
 * Migrates a database to the current schema. Runs all migrations or none.
 * @throws if an older or a newer version has created its tables.
 */
export const migrate = async (database: DatabaseSync): Promise<void> => {
  requireKnown(appliedMigrations(database))
  const db = new Kysely<unknown>({ dialect: dialect(database) })
  const provider = { getMigrations: async () => migrations.sqlite }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) throw error
}
