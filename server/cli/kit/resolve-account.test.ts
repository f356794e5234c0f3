import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testkit/temporary-folder.ts'
import { deactivateAccount } from '../../store/accounts.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { testServer } from '../../testing/test-server.ts'
import { resolveAccount } from './resolve-account.ts'

test('returns the given account, or the only active one', async () => {
  const { store, account, another } = await testServer({ demo: false })
  expect(await resolveAccount(store, undefined)).toBe(account)
  await expect(resolveAccount(store, 'acc_none')).rejects.toThrow('No account acc_none')
  const other = (await another()).account
  expect(await resolveAccount(store, other)).toBe(other)
  await expect(resolveAccount(store, undefined)).rejects.toThrow('Add --account ID')
  await store.write((transaction) => deactivateAccount(transaction, account, 'now'))
  expect(await resolveAccount(store, undefined)).toBe(other)
})

test('without an account, the message says how to create one', async () => {
  const store = await openSqliteStore(`${temporaryFolder()}/merch.db`)
  await expect(resolveAccount(store, undefined)).rejects.toThrow('merch accounts create')
  await store.close()
})
