import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../tests/kit/temporary-folder.ts'
import { toId } from '../../domain/ids.ts'
import { insertAccount } from '../accounts.ts'
import { openStore } from '../open-store.ts'
import { long, ofAccount, ofAllAccounts } from '../statement.ts'
import { StoreFault } from '../store.ts'

const opened = async () => {
  const databaseFile = join(temporaryFolder(), 'test.db')
  const location = { databaseFile, postgres: undefined, readThreads: 2 }
  const store = await openStore(location, { isServer: true })
  onTestFinished(() => store.close())
  return store
}

/** Counts to a number, which takes a few seconds for 20 million. */
const countTo = (number: number, account: string) =>
  long(ofAccount(toId('acc', account))`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${number})
    select count(*) as "counted" from numbers where ${account} <> ''`)

test('a long read of an account delays no short read, and one long read of another account', async () => {
  const store = await opened()
  const ended: string[] = []
  const note = (name: string) => () => ended.push(name)
  const reads = [
    store.all(countTo(3_000_000, 'acc_1')).then(note('long of 1')),
    store.all(countTo(1, 'acc_1')).then(note('second of 1')),
    store.all(countTo(1, 'acc_2')).then(note('long of 2')),
    store.all(ofAllAccounts`select 1 as one`).then(note('short')),
  ]
  await Promise.all(reads)
  expect(ended).toEqual(['short', 'long of 2', 'long of 1', 'second of 1'])
})

test('a long read sees every write that was acknowledged before', async () => {
  const store = await opened()
  for (const id of ['acc_1', 'acc_2', 'acc_3']) {
    const account = { id: toId('acc', id), name: id, createdAt: '' }
    await store.write((transaction) => insertAccount(transaction, account))
    const [newest] = await store.all(
      long(ofAllAccounts`select id, name from accounts order by id desc limit 1`),
    )
    expect(newest).toEqual({ id, name: id })
  }
})

test('an error of a long read says why, and the next one succeeds', async () => {
  const store = await opened()
  await expect(store.all(long(ofAllAccounts`select missing from accounts`))).rejects.toThrow(
    'no such column: missing',
  )
  await expect(store.all(long(ofAllAccounts`delete from accounts`))).rejects.toThrow(StoreFault)
  expect(await store.all(countTo(2, 'acc_1'))).toEqual([{ counted: 2 }])
})
