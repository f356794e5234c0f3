import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { insertApiKey } from './api-keys.ts'
import { logRequests, requestsOf } from './request-log.ts'
import { makeDurable, openSqliteStore } from './sqlite-store.ts'

const opened = async () => {
  const store = await openSqliteStore(join(temporaryFolder(), 'test.db'))
  onTestFinished(() => store.close())
  return store
}

test('a commit is on the disk before it is answered, and references hold', () => {
  const database = new DatabaseSync(join(temporaryFolder(), 'test.db'))
  makeDurable(database)
  const pragma = (name: string) => Object.values(database.prepare(`pragma ${name}`).get() ?? {})
  expect(pragma('journal_mode')).toEqual(['wal'])
  expect(pragma('synchronous')).toEqual([2])
  expect(pragma('foreign_keys')).toEqual([1])
  database.close()
})

test('what belongs to nothing is refused', async () => {
  const store = await opened()
  const key = {
    id: 'key_1',
    account: 'acc_none',
    name: '',
    digest: 'd',
    lastFour: 'last',
    createdAt: '',
  }
  await expect(store.write((transaction) => insertApiKey(transaction, key))).rejects.toThrow(
    'FOREIGN KEY',
  )
})

test('the request log forgets what has left the window, and adds up what has not', async () => {
  const store = await opened()
  const counted = (second: number) => ({ address: 'a', second, requests: 2 })
  await logRequests(store, [counted(10), counted(11)], 0)
  await logRequests(store, [counted(11), counted(12)], 10)
  expect(await requestsOf(store, 'a', 0)).toEqual([
    { second: 11, requests: 4 },
    { second: 12, requests: 2 },
  ])
})
