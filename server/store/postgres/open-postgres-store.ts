import type { Client } from 'pg'
import sql, { empty, raw } from 'sql-template-tag'
import { apostrophes, fieldsOf, namesIn, ofAllAccounts } from '../statement.ts'
import { type Dialect, type Store, StoreError } from '../store.ts'
import { migratePostgres, valuesOf } from './migrate-postgres.ts'
import { distribute, isDistributed } from './plan-distribution.ts'
import { connect } from './postgres-connection.ts'
import { explain, poolBySession } from './postgres-errors.ts'
import { createPostgresStore, type PostgresOptions } from './postgres-store.ts'

/**
 * Opens a PostgreSQL database and migrates it to the current schema.
 * @throws {StoreError} when it cannot be opened, or was written by another version or program.
 */
export const openPostgresStore = async (url: string, options: PostgresOptions): Promise<Store> => {
  let client: Client | undefined
  let store: Store | undefined
  try {
    client = await connect(url)
    const isCitus = await isDistributed(client)
    const migrated = await migratePostgres(client)
    // A migration may have added tables.
    if (isCitus && migrated.length > 0) await distribute(client)
    const dialect = isCitus ? citusDialect : postgresDialect
    const unsafeSettings = await valuesOf(client, findUnsafeSettings)
    store = createPostgresStore(url, options, { migrated, dialect, unsafeSettings })
    const [ours] = await valuesOf(client, 'select pg_backend_pid()')
    const theirs = await store.first<{ id: number }>(ofAllAccounts`select pg_backend_pid() as id`)
    // A pooler may give each transaction to any session. Statements and settings belong to one.
    if (Number(ours) === theirs?.id)
      throw new StoreError(`its sessions are shared. ${poolBySession}`)
    return store
  } catch (error) {
    await store?.close()
    throw new StoreError(`The PostgreSQL database cannot be opened: ${explain(error)}`)
  } finally {
    await client?.end()
  }
}

/** Without them, a crash of PostgreSQL's machine loses commits, or damages pages. No session can set them. */
const findUnsafeSettings = `
  select name from pg_settings
  where name in ('fsync', 'full_page_writes') and setting = 'off' order by name`

const names = raw(namesIn('recipient::json'))

const postgresDialect: Dialect = {
  lock: sql`for no key update`,
  lockOf: (table) => raw(`for no key update of ${table}`),
  lockFree: sql`for update skip locked`,
  among: (query) => sql`= any(array(${query}))`,
  inShardOf: () => empty,
  time: () => sql`clock_ms()`,
  elementsOf: (column) => raw(`json_array_elements_text(${column}::json) as element (value)`),
  nameContains: (classes) => {
    const letters = classes.map((each) => (each === '' ? '.' : `[${each}]`))
    const pattern = letters.join(`[${apostrophes}]*`)
    // The names are read of the few orders whose text has the word somewhere.
    return sql`(recipient || ' ' || "companyName" ~ ${pattern} and ${names} ~ ${pattern})`
  },
  arrayOf: (columns) => raw(`coalesce(json_agg(json_build_object(${fieldsOf(columns)})), '[]')`),
}

const citusDialect: Dialect = {
  ...postgresDialect,
  inShardOf: (account) => sql`and account_id = ${account}`,
}
