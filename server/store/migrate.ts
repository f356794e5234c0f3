import sql, { raw } from 'sql-template-tag'
import { type Migrations, migrations } from './schema.ts'
import { type Reader, StoreError } from './store.ts'

/** The table of the migrations that ran on a database. */
export const migrationTable = 'migrations'

/** A connection to a database that is migrated. */
export type MigratedDatabase = {
  /** Selects the names of the tables in the schema of this program. */
  tables: string
  /** Returns the names that a query selects. */
  names(query: string): Promise<string[]>
  /** Begins a transaction in which no other process migrates. */
  begin(): Promise<unknown>
  execute(statement: string): Promise<unknown>
}

/**
 * Returns the names of the migrations that ran on a database.
 * @throws {StoreError} if another program or an earlier version has created its tables.
 */
const appliedMigrations = async ({ names, tables }: MigratedDatabase): Promise<string[]> => {
  const found = await names(tables)
  if (found.length === 0) return []
  if (found.includes(migrationTable)) return names(`select name from ${migrationTable}`)
  throw new StoreError(
    found.includes('kysely_migration')
      ? 'a version before 0.10 has written it. Use that version, or a new database'
      : 'it holds the tables of another program. Use a new database',
  )
}

/** Returns the migrations that have not run. @throws {StoreError} if a newer version has changed the tables. */
const notIn = (applied: readonly string[], all: Migrations): string[] => {
  const names = Object.keys(all)
  const changed = applied.find((name) => !names.includes(name) && !/^\d+-add-/.test(name))
  if (changed !== undefined)
    throw new StoreError(`a newer version has changed its schema (${changed}). Use that version`)
  return names.filter((name) => !applied.includes(name))
}

/**
 * Returns the migrations that have not run on a database.
 * @throws {StoreError} if another version or program has created its tables.
 */
export const pendingMigrations = async (
  database: MigratedDatabase,
  all: Migrations,
): Promise<string[]> => notIn(await appliedMigrations(database), all)

/**
 * Migrates a database to the current schema. Runs all migrations or none.
 * @returns the names of the migrations that it ran.
 * @throws {StoreError} if another version or program has created its tables.
 */
export const migrate = async (database: MigratedDatabase, all: Migrations): Promise<string[]> => {
  if ((await pendingMigrations(database, all)).length === 0) return []
  try {
    await database.begin()
    // Another process may have migrated it meanwhile.
    const pending = await pendingMigrations(database, all)
    for (const name of pending)
      for (const statement of [
        `create table if not exists ${migrationTable} (
          name varchar(255) not null primary key, timestamp varchar(255) not null
        )`,
        ...(all[name] ?? []),
        `insert into ${migrationTable} (name, timestamp)
          values ('${name}', '${new Date().toISOString()}')`,
      ])
        await database.execute(statement)
    await database.execute('commit')
    return pending
  } catch (error) {
    await database.execute('rollback').catch(() => {})
    throw error
  }
}

/** Returns whether a database has the schema of this version, and perhaps more. @throws if it cannot be read. */
export const isCurrent = async (reader: Reader): Promise<boolean> => {
  const applied = await reader.all<{ name: string }>(sql`select name from ${raw(migrationTable)}`)
  const names = applied.map(({ name }) => name)
  return notIn(names, migrations.sqlite).length === 0
}
