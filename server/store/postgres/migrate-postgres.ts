import { setTimeout as wait } from 'node:timers/promises'
import { type Client, DatabaseError } from 'pg'
import { migrate } from '../migrate.ts'
import { type Migrations, migrations } from '../schema.ts'
import { StoreError } from '../store.ts'

/**
 * Migrates a database. Of several processes, one migrates and the others wait for it. Waits for locks of other
 * programs without stopping writes.
 * @param patience the milliseconds that it waits for other processes.
 * @returns the names of the migrations that it ran.
 * @throws {StoreError} if another version or program has created tables, or locks them for too long.
 */
export const migratePostgres = async (
  client: Client,
  all: Migrations = migrations.postgres,
  patience = 30_000,
): Promise<string[]> => {
  const [version] = await valuesOf(client, 'show server_version_num')
  if (Number(version) < 150_000) throw new StoreError('PostgreSQL 15 or newer is needed')
  const [encoding] = await valuesOf(client, 'show server_encoding')
  if (encoding !== 'UTF8') throw new StoreError(`its encoding is ${encoding}, and must be UTF8`)
  await client.query(findExtension)
  const database = {
    tables: ownTables,
    names: (query: string) => valuesOf(client, query),
    begin: () => client.query(beginMigration),
    execute: (statement: string) => client.query(statement),
  }
  const deadline = performance.now() + patience
  for (;;)
    try {
      return await migrate(database, all)
    } catch (error) {
      if (!(error instanceof DatabaseError && lockErrors.includes(error.code))) throw error
      if (performance.now() > deadline)
        throw new StoreError(
          'another process migrates it, or a program such as pg_dump locks its tables. Wait until that ends, then try again',
        )
      await wait(pauseMilliseconds)
    }
}

/** Returns the first column of what a query selects. */
export async function valuesOf(client: Client, text: string): Promise<string[]> {
  const { rows } = await client.query({ text, rowMode: 'array' })
  return rows.map(([value]) => String(value))
}

/** Finds the operators of pg_trgm where an administrator has put them: in a schema after that of the tables. */
const findExtension = `
  select set_config('search_path', concat_ws(', ', current_setting('search_path'), extnamespace::regnamespace), false)
  from pg_extension where extname = 'pg_trgm'`

/** Tables in the schema of this program, without those of extensions. */
const ownTables = `
  select relname from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
    and not exists (
      select from pg_depend
      where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
    )`

/** Waits until no other process migrates or distributes the database. */
export const lockMigrations = `select pg_advisory_xact_lock(hashtext('merch'))`

/**
 * Begins the only migration at a time. A lock is given up soon: the writes of all servers wait behind a migration
 * that waits. PostgreSQL ends the transaction of a process that hangs.
 */
const beginMigration = `
  begin;
  set local lock_timeout = '200ms';
  set local idle_in_transaction_session_timeout = '3s';
  ${lockMigrations}`

/** The errors after which a migration runs again, by SQLSTATE: a lock that was not available, a deadlock. */
const lockErrors: readonly unknown[] = ['55P03', '40P01']

const pauseMilliseconds = 500
