import type { DatabaseSync } from 'node:sqlite'
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from './migrations/all.ts'
import { bindable } from './sqlite-connection.ts'

/** SQLite can undo a change of schema, whatever Kysely's adapter says. */
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
          reader: statement.columns().length > 0,
          all: (parameters) => statement.all(...parameters.map(bindable)),
          run: (parameters) => statement.run(...parameters.map(bindable)),
          iterate: (parameters) => statement.iterate(...parameters.map(bindable)),
        }
      },
    },
  })

/** A database that this version must not touch. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/**
 * Brings a database to the present schema, all steps or none.
 * @throws {MigrationError} when it was written by a newer version.
 */
export const migrate = async (database: DatabaseSync): Promise<void> => {
  const db = new Kysely<unknown>({ dialect: dialect(database) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error)
    throw new MigrationError(
      `the database cannot be brought to this version's schema: ${error instanceof Error ? error.message : error}`,
      { cause: error },
    )
}
