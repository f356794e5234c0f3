import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import sql from 'sql-template-tag'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { toId } from '../domain/ids.ts'
import { findAccount, insertAccount, listAccounts } from './accounts.ts'
import { openSqliteStore } from './sqlite.ts'
import type { Transaction } from './store.ts'

const insert = (id: string) => (transaction: Transaction) =>
  insertAccount(transaction, { id: toId('acc', id), name: id, createdAt: '' })

const open = async () => {
  const file = join(temporaryFolder(), 'test.db')
  const store = await openSqliteStore(file)
  let closed = false
  const close = async () => {
    if (!closed) await store.close()
    closed = true
  }
  onTestFinished(close)
  const add = (id: string) => store.write(insert(id))
  return { file, store, add, close }
}

const ids = async (store: Awaited<ReturnType<typeof open>>['store']) =>
  (await listAccounts(store)).map(({ id }) => id)

test('readers see a write when it resolves, and not before', async () => {
  const { store, add } = await open()
  const writing = add('acc_1')
  expect(await ids(store)).toEqual([])
  await writing
  expect(await ids(store)).toEqual(['acc_1'])
})

test('a write sees its own changes and earlier ones in the same commit', async () => {
  const { store, add } = await open()
  const [, seen] = await Promise.all([
    add('acc_1'),
    store.write(async (transaction) => {
      await insertAccount(transaction, { id: toId('acc', 'acc_2'), name: '', createdAt: '' })
      return ids({ ...store, ...transaction })
    }),
  ])
  expect(seen).toEqual(['acc_1', 'acc_2'])
})

test('only the failed write of a commit is rolled back', async () => {
  const { store, add } = await open()
  const results = await Promise.allSettled([
    add('acc_1'),
    store.write(async (transaction) => {
      await insertAccount(transaction, { id: toId('acc', 'acc_2'), name: '', createdAt: '' })
      throw new Error('changed my mind')
    }),
    add('acc_1'),
    add('acc_3'),
  ])
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ])
  expect(await ids(store)).toEqual(['acc_1', 'acc_3'])
})

test('writes that arrive together share a commit, and later ones do not wait for more', async () => {
  const { store, file, add } = await open()
  const watcher = new DatabaseSync(file, { readOnly: true })
  onTestFinished(() => watcher.close())
  // The version changes when another connection has committed since the last read.
  const version = () => Number(watcher.prepare('pragma data_version').get()?.data_version)
  const before = version()
  const first = add('acc_a')
  const seen: number[] = []
  await Promise.all([
    first.then(() => seen.push(version())),
    ...Array.from({ length: 50 }, (_, i) => add(`acc_${i}`).then(() => seen.push(version()))),
  ])
  expect(new Set(seen)).toEqual(new Set([before + 1]))
  await add('acc_b')
  expect(version()).toBe(before + 2)
  expect(await ids(store)).toHaveLength(52)
})

test('a write waits while another process writes to the database', async () => {
  const { store, file, add } = await open()
  const other = new DatabaseSync(file)
  other.exec('begin immediate')
  const writing = add('acc_1')
  await new Promise((resolve) => setImmediate(resolve))
  expect(await findAccount(store, toId('acc', 'acc_1'))).toBeUndefined()
  other.exec('commit')
  await writing
  other.close()
  expect(await ids(store)).toEqual(['acc_1'])
})

test('a failed commit fails all its writes but not the next commit', async () => {
  const { store, file, add } = await open()
  const results = await Promise.allSettled([
    add('acc_1'),
    store.write(async (transaction) => {
      await transaction.run(sql`pragma defer_foreign_keys = on`)
      await transaction.run(sql`insert into account_tiers (account_id, budget) values ('none', 1)`)
    }),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const other = new DatabaseSync(file)
  onTestFinished(() => other.close())
  // The lock is released, so another process can write.
  other.exec('begin immediate; rollback')
  await add('acc_2')
  expect(await ids(store)).toEqual(['acc_2'])
})

test('a statement after the end of its write is rejected', async () => {
  const { store } = await open()
  const ended = await store.write(async (transaction) => transaction)
  await expect(insert('acc_1')(ended)).rejects.toThrow('The transaction has ended')
  expect(await ids(store)).toEqual([])
})

test('a full disk fails whole writes, and writes succeed when there is space again', async () => {
  const databases: DatabaseSync[] = []
  const store = await openSqliteStore(join(temporaryFolder(), 'test.db'), {
    connect: (path, options) => {
      databases.push(new DatabaseSync(path, options))
      return databases.at(-1) ?? new DatabaseSync(path)
    },
  })
  onTestFinished(() => store.close())
  const [database] = databases
  if (!database) throw new Error('There is no connection')
  /** Two rows that belong together. */
  const add = (id: string) =>
    store.write(async (transaction) => {
      for (const part of ['a', 'b'])
        await insertAccount(transaction, {
          id: toId('acc', `${id}_${part}`),
          name: 'x'.repeat(10_000),
          createdAt: '',
        })
    })
  const pages = Number(database.prepare('pragma page_count').get()?.page_count)
  database.exec(`pragma max_page_count = ${pages + 30}`)
  const results: boolean[] = []
  for (let i = 0; i < 20; i++)
    results.push(
      ...(await Promise.allSettled([add(`${i}_1`), add(`${i}_2`)])).map(
        ({ status }) => status === 'fulfilled',
      ),
    )
  database.exec('pragma max_page_count = 100000')
  await add('last')
  const kept = database
    .prepare(
      `select substr(id, 1, length(id) - 2) as id, count(*) as parts from accounts group by 1`,
    )
    .all()
  expect(results).toContain(true)
  expect(results).toContain(false)
  expect(kept).toHaveLength(results.filter(Boolean).length + 1)
  expect(kept.every(({ parts }) => parts === 2)).toBe(true)
})

test('closing waits for a pending write', async () => {
  const { file, close, add } = await open()
  const writing = add('acc_1')
  await close()
  await writing
  const again = await openSqliteStore(file)
  expect(await ids(again)).toEqual(['acc_1'])
  await again.close()
})

test('every write after closing is rejected', async () => {
  const { add, close } = await open()
  await close()
  await expect(add('acc_1')).rejects.toThrow()
  await expect(add('acc_2')).rejects.toThrow()
})
