import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../testkit/temporary-folder.ts'
import { toId } from '../../domain/ids.ts'
import { faultyConnections } from '../../testing/faulty-database.ts'
import { findAccount, insertAccount } from '../accounts.ts'
import { openSqliteStore } from './sqlite-store.ts'

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
