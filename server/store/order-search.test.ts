import { expect, test } from 'vitest'
import { testServer } from '../../tests/kit/server/test-server.ts'
import { lookUpOrders } from './order-search.ts'
import { ofAllAccounts } from './statement.ts'
import type { Reader } from './store.ts'

test('orders of one account and of all are looked up in indexes', async () => {
  const { store, account } = await testServer({ demo: false })
  const plans: string[] = []
  const reader: Reader = {
    ...store,
    all: async (statement) => {
      const plan = await store.all<{ detail: string }>(
        ofAllAccounts`explain query plan ${statement.query}`,
      )
      const details = plan.map(({ detail }) => detail).filter((detail) => / orders /.test(detail))
      if (!statement.isLong) plans.push(...details)
      return store.all(statement)
    },
  }
  for (const own of [account, undefined]) await lookUpOrders(reader, 'MF-100001', own)
  expect(plans).toHaveLength(10)
  for (const plan of plans) expect(plan).toMatch(/^SEARCH .* \(account_id=\? AND /)
})
