import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../testkit/temporary-folder.ts'
import { toId } from '../../domain/ids.ts'
import { findAccount, insertAccount } from '../accounts.ts'
import { openSqliteStore } from './sqlite-store.ts'

/** A store, and another process at work on the same file. */
const shared = async () => {
  const file = join(temporaryFolder(), 'test.db')
  const time = { now: 0 }
  const store = await openSqliteStore(file, () => time.now)
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

test('what another process has committed is seen by the next request', async () => {
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

test('what was read between two turns, with no request there, is not kept for one', async () => {
  const { store, addElsewhere, sees } = await shared()
  await nextTurn()
  // Here, in the turn's check phase, a snapshot is opened that would outlive the turn.
  expect(await sees('acc_1')).toBe(false)
  addElsewhere('acc_1')
  store.freshen()
  expect(await sees('acc_1')).toBe(true)
})

test('what this process has committed is seen at once, in the same turn', async () => {
  const { store, sees } = await shared()
  store.freshen()
  expect(await sees('acc_1')).toBe(false)
  await store.write((transaction) =>
    insertAccount(transaction, { id: toId('acc', 'acc_1'), name: '', createdAt: '' }),
  )
  expect(await sees('acc_1')).toBe(true)
})

test('requests of one turn see one state', async () => {
  const { store, addElsewhere, sees } = await shared()
  store.freshen()
  expect(await sees('acc_1')).toBe(false)
  addElsewhere('acc_1')
  store.freshen()
  expect(await sees('acc_1')).toBe(false)
})

test('requests of one long turn do not see a state that is old', async () => {
  const { store, time, addElsewhere, sees } = await shared()
  store.freshen()
  expect(await sees('acc_1')).toBe(false)
  addElsewhere('acc_1')
  time.now += 6
  store.freshen()
  expect(await sees('acc_1')).toBe(true)
})

test('no transaction is left open when the turn is over', async () => {
  const { store, other, sees } = await shared()
  store.freshen()
  await sees('acc_1')
  await nextTurn()
  await nextTurn()
  const checkpoint = other.prepare('pragma wal_checkpoint(truncate)').get()
  expect(checkpoint).toMatchObject({ busy: 0 })
})
