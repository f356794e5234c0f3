import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { deactivateAccount } from '../store/accounts.ts'
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts'
import { testServer } from '../testing/test-server.ts'
import { whichAccount } from './which-account.ts'

test('it is the one that is named, or the only active one', async () => {
  const { store, account, another } = await testServer({ demo: false })
  expect(await whichAccount(store, undefined)).toBe(account)
  await expect(whichAccount(store, 'acc_none')).rejects.toThrow('There is no account acc_none')
  const other = (await another()).account
  expect(await whichAccount(store, other)).toBe(other)
  await expect(whichAccount(store, undefined)).rejects.toThrow('say which with --account ID')
  await store.write((transaction) => deactivateAccount(transaction, account, 'now'))
  expect(await whichAccount(store, undefined)).toBe(other)
})

test('where there is none, it is said how to make one', async () => {
  const store = await openSqliteStore(`${temporaryFolder()}/merch.db`)
  await expect(whichAccount(store, undefined)).rejects.toThrow('There is no account yet')
  await store.close()
})
