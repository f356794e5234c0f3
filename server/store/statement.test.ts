import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../tests/kit/temporary-folder.ts'
import { toId } from '../domain/ids.ts'
import { openSqliteStore } from './sqlite.ts'
import { bindable, list, ofAccount, ofAllAccounts } from './statement.ts'

const opened = async () => {
  const store = await openSqliteStore(join(temporaryFolder(), 'test.db'))
  onTestFinished(() => store.close())
  return store
}

test('a missing value throws an error and is not bound as null', async () => {
  const store = await opened()
  await expect(store.all(ofAllAccounts`select ${undefined} as name`)).rejects.toThrow(
    /cannot bind undefined/,
  )
  expect([true, null, ['a']].map(bindable)).toEqual([1, null, '["a"]'])
})

test('a statement about an account binds it', () => {
  const account = toId('acc', 'acc_1')
  const { query } = ofAccount(account)`select id from orders where account_id = ${account}`
  expect(query.values).toEqual([account])
  expect(() => ofAccount(account)`select id from orders`).toThrow(/does not compare a column with/)
})

test('lists of up to a power of two have one text, and an empty one has no element', async () => {
  const store = await opened()
  const has = async (values: string[]) =>
    (await store.all(ofAllAccounts`select 1 where 'c' in ${list(values)}`)).length > 0
  const found = await Promise.all([has([]), has(['a']), has(['a', 'b', 'c'])])
  expect(found).toEqual([false, false, true])
  expect(list(['a', 'b', 'c']).sql).toBe(list(['a', 'b', 'c', 'd']).sql)
})
