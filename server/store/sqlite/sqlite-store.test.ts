import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../../testkit/temporary-folder.ts'
import { toId } from '../../domain/ids.ts'
import { findAccount, insertAccount } from '../accounts.ts'
import { insertApiKey } from '../api-keys.ts'
import { makeDurable, openSqliteStore } from './sqlite-store.ts'

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

test('a committed change is in effect at once', async () => {
  expect((await opened()).settleMilliseconds).toBe(0)
})

test('a row with a missing parent is rejected', async () => {
  const store = await opened()
  const key = {
    id: toId('key', 'key_1'),
    account: toId('acc', 'acc_none'),
    name: '',
    digest: 'd',
    lastFour: 'last',
    createdAt: '',
  }
  await expect(store.write((transaction) => insertApiKey(transaction, key))).rejects.toThrow(
    'FOREIGN KEY',
  )
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
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  onTestFinished(() => prepare.mockRestore())
  for (let i = 0; i < 3; i++) {
    store.freshen()
    await read()
  }
  expect(prepare).not.toHaveBeenCalled()
})
