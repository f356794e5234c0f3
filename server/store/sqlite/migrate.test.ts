import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testkit/temporary-folder.ts'
import { StoreError } from '../store-error.ts'
import { migrate } from './migrate.ts'
import { openSqliteStore } from './sqlite-store.ts'

const schemaOf = (database: DatabaseSync): string =>
  database
    .prepare(
      `select sql from sqlite_schema
       where sql is not null and name not like 'kysely%' and name not like 'sqlite%'
       order by type desc, name`,
    )
    .all()
    .map(
      ({ sql }) =>
        `${String(sql)
          .replaceAll(/\n {4}/g, '\n  ')
          .replaceAll(/\n {2}\)/g, '\n)')};\n`,
    )
    .join('\n')

test('all migrations together create the schema in schema.sql', async () => {
  const database = new DatabaseSync(':memory:')
  await migrate(database)
  await expect(schemaOf(database)).toMatchFileSnapshot('schema.sql')
})

test('running the migrations again changes nothing', async () => {
  const database = new DatabaseSync(':memory:')
  await migrate(database)
  const once = schemaOf(database)
  await migrate(database)
  expect(schemaOf(database)).toBe(once)
})

test('the oldest of several orders with the same provider number keeps it', async () => {
  const database = new DatabaseSync(':memory:')
  await migrate(database, '0002-redemption')
  database.exec(`
    insert into accounts (id, name, created_at) values ('acc_1', '', ''), ('acc_2', '', '');
  `)
  const campaign = database.prepare(`insert into campaigns values (null, 'cmp', ?, '', '', '', 0)`)
  const order = database.prepare(
    `insert into orders (id, account_id, order_number, source_order_number, status, payment_status,
      allocation_status, order_source, order_date, order_time, campaign_id, recipient, email_key,
      company_name, notes, products)
     values (?, ?, ?, ?, 'SHIPPED', '', '', '', '', 0, 'cmp', '{}', '', '', '', '[]')`,
  )
  for (const account of ['acc_1', 'acc_2']) campaign.run(account)
  const rows: [string, string, string | null][] = [
    ['ord_1', 'acc_1', 'SO-1'],
    ['ord_2', 'acc_2', 'SO-1'],
    ['ord_3', 'acc_1', 'SO-1'],
    ['ord_4', 'acc_1', null],
    ['ord_5', 'acc_1', null],
    ['ord_6', 'acc_1', 'SO-2'],
    ['ord_7', 'acc_1', 'SO-1'],
  ]
  for (const [id, account, number] of rows) order.run(id, account, id, number)
  await migrate(database)
  const numbers = database.prepare('select source_order_number as number from orders').all()
  expect(numbers.map(({ number }) => number)).toEqual([
    ...['SO-1', 'SO-1', 'SO-1 (ord_3)', null, null, 'SO-2', 'SO-1 (ord_7)'],
  ])
  expect(() => order.run('ord_8', 'acc_1', 'ord_8', 'SO-2')).toThrow(/UNIQUE/)
})

test('a database of a newer version is rejected and not changed', async () => {
  const file = join(temporaryFolder(), 'test.db')
  await (await openSqliteStore(file)).close()
  const database = new DatabaseSync(file)
  database.exec(`insert into kysely_migration (name, timestamp) values ('9999-later', '')`)
  const before = schemaOf(database)
  await expect(openSqliteStore(file)).rejects.toThrow(StoreError)
  await expect(openSqliteStore(file)).rejects.toThrow(/a newer version .*9999-later/)
  expect(schemaOf(database)).toBe(before)
  database.close()
})

test('a migration that fails changes nothing, and is reported', async () => {
  const file = join(temporaryFolder(), 'test.db')
  const database = new DatabaseSync(file)
  database.exec('create table kysely_migration (name, timestamp); create table orders (id)')
  const before = schemaOf(database)
  await expect(openSqliteStore(file)).rejects.toThrow(/orders already exists/)
  expect(schemaOf(database)).toBe(before)
  database.close()
})

test('a file that is not a database is rejected', async () => {
  const file = join(temporaryFolder(), 'test.db')
  await writeFile(file, 'This is not a database, though it is long enough to be looked at as one.')
  await expect(openSqliteStore(file)).rejects.toThrow(
    /test.db cannot be opened: file is not a database/,
  )
})

test('a folder is rejected with a message that says so', async () => {
  await expect(openSqliteStore(temporaryFolder())).rejects.toThrow(
    /cannot be opened: it is a folder$/,
  )
})

test('a database of another program is rejected and not changed', async () => {
  const file = join(temporaryFolder(), 'test.db')
  const database = new DatabaseSync(file)
  database.exec('create table notes (text)')
  database.close()
  const before = await readFile(file)
  await expect(openSqliteStore(file)).rejects.toThrow(
    /test.db cannot be opened: it holds the tables of another program$/,
  )
  expect(await readFile(file)).toEqual(before)
})
