import { expect, inject, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { newTestDatabase } from '../testing/test-database.ts'

// A database can be split by account if the key of each row begins with the account and each statement
// binds it. These lists name all tables and keys for which that does not hold, and why.

/** Tables whose rows belong to no account. */
const ofNoAccount = {
  accounts: 'its id is the account',
  network_tiers: 'addresses of clients, which may have keys of any account',
  request_log: 'addresses of clients, counted before the key is checked',
  request_clock: 'one row: the time of the request log',
  request_nodes: 'one row for each server',
  delivery_claims: 'one row for each server: the last time that it claimed deliveries',
  kysely_migration: 'the schema',
  kysely_migration_lock: 'the schema',
  search_progress: 'one row: progress of SQLite’s search index',
  contact_search: 'SQLite’s search index, by the row number of a contact',
}

/** Keys that do not begin with the account, though their rows belong to one. */
const otherKeys = {
  'api_keys id': 'commands name a key without its account',
  'api_keys digest': 'a request has a key alone, which finds the account',
  'sign_in_links digest': 'a visitor has a link alone, which finds the account',
  'portal_sessions digest': 'a visitor has a cookie alone, which finds the account',
  'delivery_queue seq': 'the order of all deliveries; the primary key begins with the account',
}

/** Keys on SQLite, where one file has all accounts. On PostgreSQL, the primary key begins with the account. */
const sqliteKeys = { 'invites slug': 'on PostgreSQL, an index that is no key finds the invite' }

const isPostgres = () => inject('postgresSocket') !== undefined

/** Rows of a table, its column and the key that begins with it. */
const onPostgres = {
  columns: `select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public'`,
  keys: `select c.relname as "table", a.attname as "column" from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where (i.indisunique or i.indisprimary) and c.relnamespace = 'public'::regnamespace`,
}
const onSqlite = {
  columns: `select m.name as "table", c.name as "column"
    from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table'`,
  // The row number, which the file of all accounts orders its rows by, is no index.
  keys: `select m.name as "table", c.name as "column"
    from sqlite_master m join pragma_index_list(m.name) i join pragma_index_info(i.name) c
    where m.type = 'table' and i."unique" and c.seqno = 0`,
}

const schema = async () => {
  const database = await newTestDatabase(temporaryFolder())
  onTestFinished(() => database.remove())
  await (await database.open()).close()
  const read = async (sql: string) =>
    (await database.query(sql))
      .map(({ table, column }) => [String(table), String(column)] as const)
      .filter(([table]) => !/^sqlite_|^contact_search_/.test(table))
  const { columns, keys } = isPostgres() ? onPostgres : onSqlite
  const all = await read(columns)
  return {
    tables: [...new Set(all.map(([table]) => table))],
    owned: new Set(all.filter(([, column]) => column === 'account_id').map(([table]) => table)),
    keys: await read(keys),
  }
}

test('every table has the account of its rows, except those of no account', async () => {
  const { tables, owned } = await schema()
  expect(tables.length).toBeGreaterThan(20)
  expect(tables.filter((table) => !owned.has(table) && !(table in ofNoAccount))).toEqual([])
  expect(Object.keys(ofNoAccount).filter((table) => owned.has(table))).toEqual([])
})

test('every key begins with the account, except those that find it', async () => {
  const { owned, keys } = await schema()
  const others = keys
    .filter(([table, column]) => owned.has(table) && column !== 'account_id')
    .map((names) => names.join(' '))
    .filter((key) => isPostgres() || !(key in sqliteKeys))
  const named = Object.keys(otherKeys).filter((key) => isPostgres() || key !== 'delivery_queue seq')
  expect(others.toSorted()).toEqual(named.toSorted())
})
