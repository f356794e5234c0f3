import { setTimeout as wait } from 'node:timers/promises'
import { type Client, DatabaseError } from 'pg'
import {
  createMigrationTable,
  migrations,
  pendingMigrations,
  requireKnown,
  migrationTable as table,
} from '../schema.ts'
import { StoreError } from '../store.ts'

const oldestVersion = 150_000

/** Tables in the schema of this program, without those of extensions. */
const ownTables = `
  select relname from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
    and not exists (
      select from pg_depend
      where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
    )`

const values = async (client: Client, query: string): Promise<string[]> =>
  (await client.query({ text: query, rowMode: 'array' })).rows.map(([value]) => String(value))

/**
 * @param version the server's `server_version_num`.
 * @throws {StoreError} if the server or the database cannot hold the service's data.
 */
export const requireSuitable = (version: string, encoding: string): void => {
  if (Number(version) < oldestVersion) throw new StoreError('PostgreSQL 15 or newer is needed')
  if (encoding !== 'UTF8') throw new StoreError(`its encoding is ${encoding}, and must be UTF8`)
}

/**
 * Returns the names of the migrations that were applied.
 * @throws {StoreError} if the database has the tables of another program, or of a newer version.
 */
const requireOwn = async (client: Client): Promise<string[]> => {
  const found = await values(client, ownTables)
  if (found.length === 0) return []
  if (!found.includes(table))
    throw new StoreError('it holds the tables of another program. Use a new database')
  const applied = await values(client, `select name from ${table}`)
  requireKnown(applied)
  return applied
}

/** A lock that a migration waits for. The message says what to do if it lasts. */
class LockError extends StoreError {}

/**
 * Takes the lock of migrations until the transaction ends. A lock on a table is given up soon: the writes of
 * all servers wait behind a migration that waits. PostgreSQL ends the transaction of a process that hangs.
 * @throws {LockError} if another process has it.
 */
const begin = async (client: Client): Promise<void> => {
  await client.query(`
    begin;
    set local lock_timeout = '200ms';
    set local idle_in_transaction_session_timeout = '3s'`)
  const [isTaken] = await values(client, `select pg_try_advisory_xact_lock(hashtext('merch'))`)
  if (isTaken !== '1')
    throw new LockError('another process migrates it. Wait until that ends, then try again')
}

/** The errors after which a migration runs again, by SQLSTATE: a lock that was not available, a deadlock. */
const conflicts: readonly unknown[] = ['55P03', '40P01']

const toLockError = (error: unknown): unknown =>
  error instanceof DatabaseError && conflicts.includes(error.code)
    ? new LockError(
        'another program, such as pg_dump, locks its tables. Wait until that ends, then try again',
      )
    : error

const pauseMilliseconds = 500

type MigrateOptions = {
  all?: typeof migrations.postgres
  /** Milliseconds that it waits for other processes. */
  patience?: number
}

/**
 * Migrates a database to the current schema. Runs all migrations or none. Of several processes, one
 * migrates and the others wait for it. Waits for locks of other programs without stopping writes.
 * @returns the names of the migrations that it ran.
 * @throws {StoreError} if a newer version or another program has created tables, or locks them for too long.
 */
export const migrate = async (client: Client, options: MigrateOptions = {}): Promise<string[]> => {
  const { all = migrations.postgres, patience = 30_000 } = options
  const [[version = ''], [encoding = '']] = await Promise.all([
    values(client, 'show server_version_num'),
    values(client, 'show server_encoding'),
  ])
  requireSuitable(version, encoding)
  const pendingNow = async () => pendingMigrations(all, await requireOwn(client))
  const deadline = performance.now() + patience
  while ((await pendingNow()).length > 0)
    try {
      await begin(client)
      const pending = await pendingNow()
      await client.query(createMigrationTable)
      for (const { statements } of pending)
        for (const statement of statements) await client.query(statement)
      await client.query('commit')
      return pending.map(({ name }) => name)
    } catch (error) {
      await client.query('rollback').catch(() => {})
      const reason = toLockError(error)
      if (!(reason instanceof LockError) || performance.now() > deadline) throw reason
      await wait(pauseMilliseconds)
    }
  return []
}
