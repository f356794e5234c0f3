import type { Client } from 'pg'
import { sharedTables } from '../schema.ts'
import { StoreError } from '../store.ts'
import { lockMigrations, valuesOf } from './migrate-postgres.ts'

/** The tables that every node has a copy of: rows of them are found by other keys than the account. */
const referenceTables: readonly string[] = [
  'accounts',
  'api_keys',
  'sign_in_links',
  'sessions',
  'network_tiers',
]

/** The tables that stay on the coordinator, where the servers count requests. */
const localTables: readonly string[] = ['request_log']

/**
 * Returns how a database would be distributed: the tables that are not yet, and the nodes of shards as host and port.
 * @throws {StoreError} if Citus is not installed in it, or it has no node for shards.
 */
export const planDistribution = async (client: Client) => {
  if (!(await hasCitus(client)))
    throw new StoreError(
      'the extension citus is not installed in the database. Run: create extension citus',
    )
  const nodes = await valuesOf(
    client,
    `select nodename || ':' || nodeport from pg_dist_node
     where isactive and shouldhaveshards order by 1`,
  )
  if (nodes.length === 0)
    throw new StoreError('it has no nodes. Run citus_set_coordinator_host and citus_add_node')
  const pending: { table: string; rows: number; place: string }[] = []
  for (const table of await undistributed(client))
    pending.push({
      table,
      rows: Number((await valuesOf(client, `select count(*) from ${table}`))[0]),
      place: placeOf(table),
    })
  const [shards] = await valuesOf(client, 'show citus.shard_count')
  return { pending, shards: Number(shards), nodes }
}

/**
 * Distributes the tables that are not distributed yet, in one transaction. Writes wait for it.
 * @param onTable called before each table.
 */
export const distribute = async (client: Client, onTable: (table: string) => void = () => {}) => {
  if ((await undistributed(client)).length === 0) return
  await client.query('begin')
  try {
    await client.query(lockMigrations)
    await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
    const tables = await undistributed(client)
    const keys = await foreignKeys(client, tables)
    for (const { drop } of keys) await client.query(drop)
    for (const table of tables) {
      onTable(table)
      await client.query(placing(table))
    }
    for (const { add } of keys) await client.query(add)
    await client.query(`select create_distributed_function('clock_ms()')`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Deletes the rows that the coordinator still has of tables that were distributed. No statement sees them. */
export const finishDistribution = async (client: Client): Promise<void> => {
  const tables = await valuesOf(
    client,
    `select logicalrelid::text from pg_dist_partition
     where (partmethod <> 'n' or repmodel = 't') and pg_relation_size(logicalrelid) > 0`,
  )
  for (const table of tables)
    await client.query(`select truncate_local_data_after_distributing_table('${table}')`)
}

/**
 * Returns whether the accounts of a database are distributed.
 * @throws {StoreError} if it is on a worker: only the coordinator has the numbers of rows and the rate limits.
 */
export const isDistributed = async (client: Client): Promise<boolean> => {
  if (!(await hasCitus(client))) return false
  const [isCoordinator] = await valuesOf(client, 'select citus_is_coordinator()')
  if (isCoordinator !== '1')
    throw new StoreError('it is a worker of Citus. Name the coordinator in DATABASE_URL')
  return !(await undistributed(client)).includes('accounts')
}

async function hasCitus(client: Client): Promise<boolean> {
  return (await valuesOf(client, `select from pg_extension where extname = 'citus'`)).length > 0
}

/** Returns the tables that are not distributed yet, in the order of their creation. */
async function undistributed(client: Client): Promise<string[]> {
  const done = await valuesOf(
    client,
    `select logicalrelid::text from pg_dist_partition where partmethod <> 'n' or repmodel = 't'`,
  )
  return sharedTables.filter((table) => !localTables.includes(table) && !done.includes(table))
}

function placeOf(table: string): string {
  if (referenceTables.includes(table)) return 'on every node'
  return table === 'invite_slugs' ? 'by slug' : 'by account'
}

function placing(table: string): string {
  if (referenceTables.includes(table)) return `select create_reference_table('${table}')`
  if (table === 'invite_slugs')
    return `select create_distributed_table('${table}', 'slug', colocate_with => 'none')`
  const together = table === 'account_numbers' ? 'none' : 'account_numbers'
  return `select create_distributed_table('${table}', 'account_id', colocate_with => '${together}')`
}

/** Returns statements that drop foreign keys of tables, and add them again. */
async function foreignKeys(client: Client, tables: readonly string[]) {
  const keys = await client.query({
    text: `
      select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint
      where contype = 'f' and conparentid = 0
        and (conrelid::regclass::text = any($1) or confrelid::regclass::text = any($1))`,
    values: [tables],
  })
  return keys.rows.map(({ table, name, definition }) => ({
    drop: `alter table ${table} drop constraint "${name}"`,
    add: `alter table ${table} add constraint "${name}" ${definition}`,
  }))
}
