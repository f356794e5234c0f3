import { raw } from 'sql-template-tag'
import { type Migrations, migrations } from './schema.ts'
import { ofAllAccounts } from './statement.ts'
import { StoreError, type Transaction, type Writer } from './store.ts'

/** Databases of 1.0.0 and later are opened by every later version. */
const beforeFirst = 'a version before 1.0.0 has written it. Use that version, or a new database'

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

/**
 * Returns the migrations that have not run on a database.
 * @throws {StoreError} if another version or program has created its tables.
 */
export async function pendingMigrations(
  database: MigratedDatabase,
  all: Migrations,
): Promise<string[]> {
  return notIn(await appliedMigrations(database), all)
}

/** Returns the migrations that have not run. @throws {StoreError} if a newer version has changed the tables. */
export function notIn(applied: readonly string[], all: Migrations): string[] {
  const names = Object.keys(all)
  if (applied.includes('0001-tables')) throw new StoreError(beforeFirst)
  const changed = applied.find((name) => !names.includes(name) && !/^\d+-add-/.test(name))
  if (changed !== undefined)
    throw new StoreError(`a newer version has changed its schema (${changed}). Use that version`)
  return names.filter((name) => !applied.includes(name))
}

/**
 * Returns the names of the migrations that ran on a database.
 * @throws {StoreError} if another program or an earlier version has created its tables.
 */
async function appliedMigrations({ names, tables }: MigratedDatabase): Promise<string[]> {
  const found = await names(tables)
  if (found.length === 0) return []
  if (found.includes(migrationTable)) return names(`select name from ${migrationTable}`)
  throw new StoreError(
    found.includes('kysely_migration')
      ? beforeFirst
      : 'it holds the tables of another program. Use a new database',
  )
}

/**
 * Commits a change, as a request does, and returns whether the database has the schema of this version, and perhaps
 * more.
 * @throws if it cannot be read or written.
 */
export const isCurrent = async (writer: Writer): Promise<boolean> => {
  const applied = await writer.change<{ name: string }>(ofAllAccounts`
    update ${raw(migrationTable)} set timestamp = timestamp returning name`)
  const names = applied.map(({ name }) => name)
  return notIn(names, migrations.sqlite).length === 0
}

/** Locks the database for work of one server at a time, such as filling an empty one. */
export const lockDatabase = (transaction: Transaction) =>
  transaction.all(ofAllAccounts`
    select name from ${raw(migrationTable)} ${transaction.dialect.lock}`)
