import { closeSync, copyFileSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { toId } from '../domain/ids.ts'
import { faultyConnections, sqliteError } from '../testing/faulty-database.ts'
import { insertAccount, listAccounts, setNetworkTier } from './accounts.ts'
import { openSqliteStore } from './sqlite.ts'
import { type Store, StoreError, StoreFault } from './store.ts'

const opened = async (file = join(temporaryFolder(), 'test.db')) => {
  const { faults, connect } = faultyConnections()
  const store = await openSqliteStore(file, { connect })
  onTestFinished(async () => {
    faults.onRun = () => {}
    await store.close()
  })
  const add = (id: string) =>
    store.write((transaction) =>
      insertAccount(transaction, { id: toId('acc', id), name: id, createdAt: '' }),
    )
  const ids = async () => (await listAccounts(store)).map(({ id }) => id)
  return { file, store, faults, add, ids }
}

const setTier = (store: Store) =>
  store.write((transaction) => setNetworkTier(transaction, { network: '10.0.0.0/8', budget: 2000 }))

const failing = (pattern: RegExp, error: Error) => (sql: string) => {
  if (pattern.test(sql)) throw error
}

const ioError = sqliteError(10, 'disk I/O error')
const ioMessage = 'The database failed: disk I/O error. Check the disk of the database.'

test.each([
  ['begin', /^begin immediate/],
  ['a statement', /insert into accounts/],
  ['a commit', /^commit/],
  ['a statement and its undo', /insert into accounts|^rollback to/],
  ['a commit and its rollback', /^commit|^rollback$/],
  ['everything', /./],
])('a write fails at %s, and later writes succeed', async (_, pattern) => {
  const { faults, add, ids } = await opened()
  faults.onRun = failing(pattern, ioError)
  const results = await Promise.allSettled([add('acc_1'), add('acc_2')])
  expect(results.map((result) => 'reason' in result && result.reason.message)).toEqual([
    ioMessage,
    ioMessage,
  ])
  faults.onRun = () => {}
  await add('acc_3')
  expect(await ids()).toEqual(['acc_3'])
})

test.each(['savepoint', 'release'])(
  'writes that fail together at a %s succeed alone',
  async (at) => {
    const { faults, add, ids } = await opened()
    faults.onRun = failing(RegExp(`^${at}`), ioError)
    await Promise.all([add('acc_1'), add('acc_2')])
    expect(await ids()).toEqual(['acc_1', 'acc_2'])
  },
)

test.each([
  ['begin', /^begin$/],
  ['a statement', /^\s*select/],
])('a read fails at %s, and later reads succeed', async (_, pattern) => {
  const { faults, ids } = await opened()
  faults.onRun = failing(pattern, ioError)
  await expect(ids()).rejects.toThrow(StoreFault)
  faults.onRun = () => {}
  expect(await ids()).toEqual([])
})

test('a snapshot that cannot be ended is no fault, and later reads are up to date', async () => {
  const { file, store, faults, ids } = await opened()
  faults.onRun = failing(/^commit$/, ioError)
  store.freshen()
  expect(await ids()).toEqual([])
  await nextTurn()
  await nextTurn()
  const other = new DatabaseSync(file)
  other.exec(`insert into accounts (id, name, created_at) values ('acc_1', '', '')`)
  other.close()
  store.freshen()
  expect(await ids()).toEqual(['acc_1'])
})

test('a commit that fails is not tried again, because it may be durable', async () => {
  const { faults, add } = await opened()
  const inserted: string[] = []
  faults.onRun = (sql) => {
    if (sql.includes('insert into accounts')) inserted.push(sql)
    failing(/^commit/, ioError)(sql)
  }
  await Promise.allSettled([add('acc_1'), add('acc_2')])
  expect(inserted).toHaveLength(2)
})

test('an error of the program is no fault', async () => {
  const { add } = await opened()
  await add('acc_1')
  const error = await add('acc_1').catch((reason: unknown) => reason)
  expect(error).not.toBeInstanceOf(StoreFault)
  expect(String(error)).toContain('UNIQUE')
})

test('a store is not ready while a small write fails', async () => {
  const { store, faults } = await opened()
  expect(await store.isReady()).toBe(true)
  faults.onRun = failing(/^commit/, ioError)
  expect(await store.isReady()).toBe(false)
  faults.onRun = () => {}
  expect(await store.isReady()).toBe(true)
})

test('a store that cannot be closed says so', async () => {
  const { faults, store } = await opened()
  faults.onRun = failing(/^(commit|pragma)/, ioError)
  await store.close()
  const { store: other } = await opened()
  vi.spyOn(DatabaseSync.prototype, 'close').mockImplementationOnce(() => {
    throw ioError
  })
  await expect(other.close()).rejects.toThrow(StoreError)
})

/** Overwrites the first page of a table. */
const damage = (file: string, name: string): void => {
  const database = new DatabaseSync(file, { readOnly: true })
  const row = database.prepare('select rootpage from sqlite_schema where name = ?').get(name)
  database.close()
  const position = (Number(row?.rootpage) - 1) * 4096
  const opened = openSync(file, 'r+')
  writeSync(opened, Buffer.alloc(4096, 0xaa), 0, 4096, position)
  closeSync(opened)
}

/** Returns a copy of a database with one account. No connection has its pages in memory. */
const copied = async () => {
  const template = await opened()
  await template.add('acc_1')
  await template.store.close()
  const file = join(temporaryFolder(), 'copy.db')
  copyFileSync(template.file, file)
  return file
}

test('a write that meets a damaged page fails alone', async () => {
  const file = await copied()
  const { store, add, ids } = await opened(file)
  damage(file, 'network_tiers')
  const results = await Promise.allSettled([
    add('acc_2'),
    setTier(store),
    add('acc_1'),
    add('acc_3'),
  ])
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ])
  const [alone] = await Promise.allSettled([add('acc_4'), setTier(store)])
  expect(alone.status).toBe('fulfilled')
  expect(await ids()).toEqual(['acc_1', 'acc_2', 'acc_3', 'acc_4'])
})
