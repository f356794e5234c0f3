import { expect, test } from 'vitest'
import { InventoryPage } from '../../generated/zod/schemas.ts'
import { smallAccount } from '../../tests/kit/server/small-account.ts'
import { testServer } from '../../tests/kit/server/test-server.ts'
import type { EventType } from '../domain/inventory.ts'
import { putStock } from '../store/inventory.ts'

const shelves = async () => {
  const server = await testServer({ demo: false })
  const account = smallAccount(server)
  for (const sku of ['TEE-S', 'MUG_1']) await account.variant(sku)
  const warehouse = await account.warehouse({ 'TEE-S': 100, MUG_1: 1 })
  await account.warehouse({ 'TEE-S': 11 })
  const list = async (query = '') =>
    InventoryPage.parse((await server.get(`/v1/inventory/list?${query}`)).body).items
  /** Adds events to the mugs, a second apart. */
  const add = (type: EventType, quantities: readonly number[]) =>
    server.store.write(async (transaction) => {
      const place = { sku: 'MUG_1', warehouse }
      for (const [i, quantity] of quantities.entries()) {
        const at = new Date(server.time.now + i * 1000).toISOString()
        await putStock(transaction, server.account, place, [{ type, quantity, order: null, at }])
      }
    })
  return { server, warehouse, list, add }
}

test('counts may exceed the maximum quantity of one event', async () => {
  const { list, add } = await shelves()
  await add('received', [2_000_000_000, 2_000_000_000, 2_000_000_000])
  expect((await list('sku=MUG'))[0]?.on_hand).toBe(6_000_000_001)
})

test('lists at most the fifty newest events, newest first', async () => {
  const { list, add } = await shelves()
  const quantities = Array.from({ length: 60 }, (_, i) => i + 1)
  await add('adjusted', quantities)
  const events = (await list('sku=MUG'))[0]?.inventory_events ?? []
  expect(events.map(({ quantity }) => quantity)).toEqual(quantities.toReversed().slice(0, 50))
})

test.each([
  [0, 0, 'out_of_stock'],
  [0, 10, 'out_of_stock'],
  [1, 10, 'low_stock'],
  [10, 10, 'low_stock'],
  [11, 10, 'in_stock'],
  [1, 0, 'in_stock'],
  [-1, 10, 'out_of_stock'],
])('%i units with a threshold of %i are %s', async (units, threshold, status) => {
  const { server, warehouse, list } = await shelves()
  const change = { order: null, at: new Date(server.time.now).toISOString() }
  const events = [
    { ...change, type: 'received' as const, quantity: 11 },
    { ...change, type: 'order_allocated' as const, quantity: 12 - units },
  ]
  await server.store.write((transaction) =>
    putStock(transaction, server.account, { sku: 'MUG_1', warehouse }, events, threshold),
  )
  const item = { sku: 'MUG_1', status, available: Math.max(units, 0) }
  expect(await list(`sku=MUG&status=${status}`)).toEqual([expect.objectContaining(item)])
})
