import { expect, test } from 'vitest'
import { InventoryPage } from '../../generated/schemas.ts'
import { moveStock } from '../store/inventory.ts'
import { smallAccount } from '../testing/small-account.ts'
import { testServer } from '../testing/test-server.ts'

const shelves = async () => {
  const server = await testServer({ demo: false })
  const account = smallAccount(server)
  for (const sku of ['TEE-S', 'TEE-M', 'MUG_1', 'É-1']) await account.variant(sku)
  const first = await account.warehouse({ 'TEE-S': 100, 'TEE-M': 10, MUG_1: 1, 'É-1': 50 })
  const second = await account.warehouse({ 'TEE-S': 11 })
  const list = async (query = '') =>
    InventoryPage.parse((await server.get(`/v1/inventory/list?${query}`)).body)
  const skus = async (query: string) => (await list(query)).items.map(({ sku }) => sku)
  return { server, list, skus, first, second }
}

test('lists an item per variant and warehouse in the order of creation, with its events', async () => {
  const { list, first, server } = await shelves()
  const { items, pagination } = await list()
  expect(pagination).toEqual({ total_count: 5, page: 1, page_size: 20, has_more: false })
  expect(items[0]).toEqual({
    id: expect.stringMatching(/^itm_/),
    product_id: 'prd_TEE-S',
    product_name: 'Product TEE-S',
    sku: 'TEE-S',
    status: 'in_stock',
    on_hand: 100,
    available: 100,
    allocated: 0,
    inbound: 0,
    warehouse: { warehouse_id: first, warehouse_name: first },
    inventory_events: [
      {
        id: expect.stringMatching(/^evt_/),
        event_type: 'received',
        quantity: 100,
        order_id: null,
        created_at: new Date(server.time.now).toISOString(),
      },
    ],
  })
})

test('has_more is true until the last item is listed', async () => {
  const { list } = await shelves()
  for (const [query, more] of [
    ['page_size=4', true],
    ['page_size=5', false],
    ['page_size=1&page=4', true],
    ['page_size=1&page=5', false],
  ] as const)
    expect((await list(query)).pagination.has_more, query).toBe(more)
})

test.each([
  ['sku=%C3%A9', ['É-1']],
  ['product_name=mug', ['MUG_1']],
  ['status=low_stock', ['TEE-M', 'MUG_1']],
])('filters by %s', async (query, expected) => {
  const { skus } = await shelves()
  expect(await skus(query)).toEqual(expected)
})

test('available is never negative, and zero available units are out of stock', async () => {
  const { server, first, list } = await shelves()
  const place = { account: server.account, sku: 'MUG_1', warehouse: first }
  await server.store.write((transaction) =>
    moveStock(transaction, place, {
      type: 'order_allocated',
      quantity: 5,
      order: null,
      at: new Date().toISOString(),
    }),
  )
  expect((await list('sku=MUG')).items[0]).toMatchObject({
    on_hand: 1,
    allocated: 5,
    available: 0,
    status: 'out_of_stock',
  })
})

test('counts may exceed the maximum quantity of one event', async () => {
  const { server, first, list } = await shelves()
  const place = { account: server.account, sku: 'MUG_1', warehouse: first }
  await server.store.write(async (transaction) => {
    for (let i = 0; i < 3; i++)
      await moveStock(transaction, place, {
        type: 'received',
        quantity: 2_000_000_000,
        order: null,
        at: new Date().toISOString(),
      })
  })
  expect((await list('sku=MUG')).items[0]?.on_hand).toBe(6_000_000_001)
})

test('lists at most the fifty newest events, newest first', async () => {
  const { server, first, list } = await shelves()
  const place = { account: server.account, sku: 'MUG_1', warehouse: first }
  await server.store.write(async (transaction) => {
    for (let i = 1; i <= 60; i++)
      await moveStock(transaction, place, {
        type: 'adjusted',
        quantity: i,
        order: null,
        at: new Date(Date.now() + i * 1000).toISOString(),
      })
  })
  const events = (await list('sku=MUG')).items[0]?.inventory_events ?? []
  expect(events.map(({ quantity }) => quantity)).toEqual(
    Array.from({ length: 50 }, (_, i) => 60 - i),
  )
})
