import { copyFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { toId } from '../domain/ids.ts'
import { faultyConnections } from '../testing/faulty-database.ts'
import { findAccount, insertAccount } from './accounts.ts'
import { migrations } from './schema.ts'
import { makeDurable, migrate, openSqliteStore } from './sqlite.ts'
import { StoreError } from './store.ts'

const opened = async () => {
  const store = await openSqliteStore(join(temporaryFolder(), 'test.db'))
  onTestFinished(() => store.close())
  return store
}

test('commits are flushed to disk, and foreign keys are enforced', () => {
  const database = new DatabaseSync(join(temporaryFolder(), 'test.db'))
  makeDurable(database)
  const pragma = (name: string) => Object.values(database.prepare(`pragma ${name}`).get() ?? {})
  expect(pragma('journal_mode')).toEqual(['wal'])
  expect(pragma('synchronous')).toEqual([2])
  expect(pragma('foreign_keys')).toEqual([1])
  database.close()
})

test('closing leaves a complete file, also while another connection is open', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'test.db')
  const store = await openSqliteStore(file)
  const other = new DatabaseSync(file)
  other.prepare('select id from accounts').all()
  const account = { id: toId('acc', 'acc_1'), name: 'Kept', createdAt: '' }
  await store.write((transaction) => insertAccount(transaction, account))
  await store.close()
  copyFileSync(file, join(folder, 'copy.db'))
  const copy = new DatabaseSync(join(folder, 'copy.db'))
  expect(copy.prepare('select name from accounts').all()).toMatchObject([{ name: 'Kept' }])
  copy.close()
  other.close()
})

test('a statement is prepared once', async () => {
  const store = await opened()
  const read = () => findAccount(store, toId('acc', 'acc_1'))
  await read()
  await nextTurn()
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  onTestFinished(() => prepare.mockRestore())
  for (let i = 0; i < 3; i++) {
    store.freshen()
    await read()
  }
  expect(prepare).not.toHaveBeenCalled()
})

const schemaOf = (database: DatabaseSync) =>
  database
    .prepare(
      `select sql from sqlite_schema where sql is not null and name not like '%migration%' order by name`,
    )
    .all()

test('a database of a newer version is rejected and not changed', async () => {
  const file = join(temporaryFolder(), 'test.db')
  await (await openSqliteStore(file)).close()
  const database = new DatabaseSync(file)
  database.exec(`insert into migrations (name, timestamp) values ('9999-later', '')`)
  const before = schemaOf(database)
  await expect(openSqliteStore(file)).rejects.toThrow(StoreError)
  await expect(openSqliteStore(file)).rejects.toThrow(/a newer version .*9999-later/)
  expect(schemaOf(database)).toEqual(before)
  database.close()
})

test('a database to which a newer version has added is opened', async () => {
  const { store, other, sees, addElsewhere } = await shared()
  const later = { ...migrations.sqlite, '0099-add-later': ['alter table accounts add later text'] }
  expect(migrate(other, later)).toEqual(['0099-add-later'])
  addElsewhere('acc_1')
  expect(await sees('acc_1')).toBe(true)
  expect(await store.isReady()).toBe(true)
  const another = await openSqliteStore(other.location() ?? '')
  await another.close()
  expect(another.migrated).toEqual([])
})

test('a database of a version before 0.10 is rejected and not changed', async () => {
  const file = join(temporaryFolder(), 'test.db')
  const database = new DatabaseSync(file)
  database.exec(`
    create table kysely_migration (name, timestamp);
    insert into kysely_migration (name, timestamp) values ('0001-initial', '')`)
  const before = schemaOf(database)
  await expect(openSqliteStore(file)).rejects.toThrow(/a version before 0.10 has written it. Use /)
  expect(schemaOf(database)).toEqual(before)
  database.close()
})

test('a migration that fails changes nothing, and is reported', async () => {
  const file = join(temporaryFolder(), 'test.db')
  const database = new DatabaseSync(file)
  database.exec('create table migrations (name, timestamp); create table orders (id)')
  const before = schemaOf(database)
  await expect(openSqliteStore(file)).rejects.toThrow(/orders already exists/)
  expect(schemaOf(database)).toEqual(before)
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
    /test.db cannot be opened: it holds the tables of another program. Use a new database$/,
  )
  expect(await readFile(file)).toEqual(before)
})

/** Opens a store, and a second connection that acts as another process. */
const shared = async () => {
  const file = join(temporaryFolder(), 'test.db')
  const time = { now: 1000 }
  const store = await openSqliteStore(file, { now: () => time.now })
  const other = new DatabaseSync(file)
  onTestFinished(async () => {
    other.close()
    await store.close()
  })
  const addElsewhere = (id: string) =>
    other.exec(`insert into accounts (id, name, created_at) values ('${id}', '', '')`)
  const sees = async (id: string) => (await findAccount(store, toId('acc', id))) !== undefined
  return { store, other, time, addElsewhere, sees }
}

test('the next request sees commits of another process', async () => {
  const { store, addElsewhere, sees } = await shared()
  for (let i = 0; i < 20; i++) {
    await nextTurn()
    store.freshen()
    expect(await sees(`acc_${i}`)).toBe(false)
    addElsewhere(`acc_${i}`)
    await nextTurn()
    store.freshen()
    expect(await sees(`acc_${i}`)).toBe(true)
  }
})

test('a request does not reuse a snapshot that was opened before its turn', async () => {
  const { store, addElsewhere, sees } = await shared()
  // This request reads nothing.
  store.freshen()
  await nextTurn()
  // This read in the check phase of the event loop opens a snapshot that could outlive the turn.
  expect(await sees('acc_1')).toBe(false)
  addElsewhere('acc_1')
  store.freshen()
  expect(await sees('acc_1')).toBe(true)
})

test('a commit of this process is visible in the same turn', async () => {
  const { store, sees } = await shared()
  store.freshen()
  expect(await sees('acc_1')).toBe(false)
  await store.write((transaction) =>
    insertAccount(transaction, { id: toId('acc', 'acc_1'), name: '', createdAt: '' }),
  )
  expect(await sees('acc_1')).toBe(true)
})

test('requests of one turn see the same state', async () => {
  const { store, addElsewhere, sees } = await shared()
  store.freshen()
  expect(await sees('acc_1')).toBe(false)
  addElsewhere('acc_1')
  store.freshen()
  expect(await sees('acc_1')).toBe(false)
})

test('requests of a long turn do not see an old state', async () => {
  const { store, time, addElsewhere, sees } = await shared()
  store.freshen()
  expect(await sees('acc_1')).toBe(false)
  addElsewhere('acc_1')
  time.now += 5
  store.freshen()
  expect(await sees('acc_1')).toBe(false)
  time.now += 1
  store.freshen()
  expect(await sees('acc_1')).toBe(true)
})

test.each([
  ['of a request', true],
  ['of the program itself', false],
])('no transaction %s stays open after the turn', async (_, isOfRequest) => {
  const { store, other, sees } = await shared()
  if (isOfRequest) store.freshen()
  await sees('acc_1')
  await nextTurn()
  await nextTurn()
  const checkpoint = other.prepare('pragma wal_checkpoint(truncate)').get()
  expect(checkpoint).toMatchObject({ busy: 0 })
})

test('a request that reads nothing runs no statement', async () => {
  const { faults, connect } = faultyConnections()
  const store = await openSqliteStore(join(temporaryFolder(), 'test.db'), { connect })
  const statements: string[] = []
  faults.onRun = (sql) => statements.push(sql)
  store.freshen()
  await nextTurn()
  await nextTurn()
  expect(statements).toEqual([])
  await store.close()
})
