import type { DatabaseSync } from 'node:sqlite'
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely'
import { Migrator, DEFAULT_MIGRATION_TABLE as table } from 'kysely/migration'
import { migrations } from './migrations/all.ts'
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

/** Returns a migration that ran on the database and that this version does not know, or undefined. */
export const unknownMigration = (database: DatabaseSync): string | undefined =>
  appliedMigrations(database).find((name) => !(name in migrations))

/**
 * Migrates a database to the current schema. Runs all migrations or none.
 * @param last the last migration to run, for the schema of an older version.
 * @throws if a newer version has migrated the database.
 */
export const migrate = async (database: DatabaseSync, last?: string): Promise<void> => {
  const db = new Kysely<unknown>({ dialect: dialect(database) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const unknown = unknownMigration(database)
  if (unknown !== undefined) throw new Error(`a newer version has changed its schema (${unknown})`)
  const { error } = last ? await migrator.migrateTo(last) : await migrator.migrateToLatest()
  if (error) throw error
}
