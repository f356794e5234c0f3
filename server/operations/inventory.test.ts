import { describe, expect, test } from 'vitest'
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

test('an item per variant and warehouse, in the order of creation, with its events', async () => {
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

test('pages by number, and says whether one follows', async () => {
  const { list } = await shelves()
  const seen: string[] = []
  for (const [page, more] of [
    [1, true],
    [2, true],
    [3, false],
    [4, false],
  ] as const) {
    const { items, pagination } = await list(`page=${page}&page_size=2`)
    expect(pagination).toEqual({ total_count: 5, page, page_size: 2, has_more: more })
    seen.push(...items.map(({ id }) => id))
  }
  expect(seen).toEqual((await list()).items.map(({ id }) => id))
})

describe('filters', () => {
  test.each([
    ['sku=tee', ['TEE-S', 'TEE-M', 'TEE-S']],
    ['sku=e-m', ['TEE-M']],
    ['sku=_', ['MUG_1']],
    ['sku=%25', []],
    ['sku=%C3%A9', ['É-1']],
    ['product_name=product%20tee', ['TEE-S', 'TEE-M', 'TEE-S']],
    ['status=low_stock', ['TEE-M', 'MUG_1']],
    ['status=out_of_stock', []],
    ['status=in_stock&sku=TEE', ['TEE-S', 'TEE-S']],
    ['warehouse_id=whs_none', []],
  ])('%s', async (query, expected) => {
    const { skus, list } = await shelves()
    expect(await skus(query)).toEqual(expected)
    expect((await list(query)).pagination.total_count).toBe(expected.length)
  })

  test('by warehouse', async () => {
    const { skus, second } = await shelves()
    expect(await skus(`warehouse_id=${second}`)).toEqual(['TEE-S'])
  })
})

test('available never goes below zero, and nothing available is out of stock', async () => {
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

test('counts may be larger than any one event', async () => {
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

test('at most the fifty newest events, newest first', async () => {
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

test.each([
  ['page=0', 'page: must be at least 1'],
  ['page_size=101', 'page_size: must be at most 100'],
  ['page_size=0', 'page_size: must be at least 1'],
  ['status=none', 'status: must be one of in_stock, low_stock, out_of_stock'],
  ['warehouse_id=', 'warehouse_id: must not be empty'],
])('%s is refused', async (query, message) => {
  const { server } = await shelves()
  const answer = await server.get(`/v1/inventory/list?${query}`)
  expect([answer.status, answer.body]).toEqual([400, { message }])
})
