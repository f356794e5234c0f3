import { expect } from 'vitest'
import { Order } from '../../../generated/zod/schemas.ts'
import type { Store } from '../../../server/store/store.ts'
import { smallAccount } from './small-account.ts'
import { newAccount, type TestServer, type TestServerOptions, testServer } from './test-server.ts'

/** Creates an account with a key, and a campaign with more stock of two SKUs than any test orders. */
export const seedShop = async (store: Store) => {
  const { account, key } = await newAccount(store)
  const small = smallAccount({ store, account, time: { now: Date.now() } })
  const skus = [await small.variant('T'), await small.variant('M')]
  await small.warehouse({ T: 1_000_000_000, M: 1_000_000_000 })
  return { account, key, skus, campaign: await small.campaign(skus) }
}

/** Starts a server whose account has one warehouse with 10 units of SKU T and 5 of M, and a campaign of both. */
export const testShop = async (
  options: Parameters<ReturnType<typeof smallAccount>['campaign']>[1] = {},
  more: TestServerOptions = {},
) => {
  const server = await testServer({ demo: false, ...more })
  const account = smallAccount(server)
  await account.variant('T')
  await account.variant('M')
  const campaign = await account.campaign(['T', 'M'], options)
  const warehouse = await account.warehouse({ T: 10, M: 5 })
  return { server, account, campaign, warehouse }
}

/** Creates an order. Fails if it is rejected. */
export const createOrder = async (server: TestServer, json: unknown) => {
  const response = await server.post('/v1/orders/create', json)
  expect(response.status, response.text).toBe(201)
  return Order.parse(response.body)
}
