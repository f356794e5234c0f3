import { describe, expect, test } from 'vitest'
import { InventoryPage, Order } from '../../generated/schemas.ts'
import { newOrder } from '../../testkit/request-bodies.ts'
import { shipOrder } from '../actions/change-order.ts'
import { toId } from '../domain/ids.ts'
import type { TestServer } from '../testing/test-server.ts'
import { createOrder, testShop } from '../testing/test-shop.ts'

const stock = async (server: TestServer, sku: string) => {
  const { body } = await server.get(`/v1/inventory/list?sku=${sku}`)
  return InventoryPage.parse(body).items.map((item) => {
    const sum = item.inventory_events.reduce(
      (counts, { event_type, quantity }) => ({
        on_hand:
          counts.on_hand +
          (['received', 'order_shipped', 'order_returned'].includes(event_type) ? quantity : 0),
        allocated:
          counts.allocated +
          (event_type.startsWith('order_') && event_type !== 'order_returned' ? quantity : 0),
      }),
      { on_hand: 0, allocated: 0 },
    )
    expect(sum, 'every count is the sum of its events').toEqual({
      on_hand: item.on_hand,
      allocated: item.allocated,
    })
    return [item.on_hand, item.allocated, item.available]
  })
}

describe('creating an order', () => {
  test('with a SKU in another case is rejected', async () => {
    const { server, campaign } = await testShop()
    const { status, body } = await server.post('/v1/orders/create', newOrder(campaign, 't'))
    expect([status, body]).toEqual([400, { message: 'SKU is not part of the campaign: t' }])
  })

  test('without stock is backordered where the campaign allows it', async () => {
    const { server, account, campaign, warehouse } = await testShop({ allowOutOfStockOrders: true })
    const order = await createOrder(server, newOrder(campaign, 'M', 8))
    expect(order).toMatchObject({ allocationStatus: 'BACKORDERED', warehouse })
    expect(await stock(server, 'M')).toEqual([[5, 8, 0]])
    // A warehouse that does not have the variant yet.
    const empty = await account.warehouse({})
    await createOrder(server, newOrder(campaign, 'M', 2, { warehouse: empty }))
    expect(await stock(server, 'M')).toEqual([
      [5, 8, 0],
      [0, 2, 0],
    ])
  })

  test('is served by one warehouse with all units, or by the requested warehouse', async () => {
    const { server, account, campaign, warehouse } = await testShop()
    const other = await account.warehouse({ T: 20, M: 1 })
    expect((await createOrder(server, newOrder(campaign, 'T', 11))).warehouse).toBe(other)
    expect((await createOrder(server, newOrder(campaign, 'T', 1))).warehouse).toBe(warehouse)
    const asked = newOrder(campaign, 'T', 1, { warehouse: other })
    expect((await createOrder(server, asked)).warehouse).toBe(other)
    const unknown = newOrder(campaign, 'T', 1, { warehouse: 'whs_none' })
    expect((await server.post('/v1/orders/create', unknown)).body).toEqual({
      message: 'Warehouse not found',
    })
    const split = await server.post('/v1/orders/create', newOrder(campaign, 'M', 6))
    expect(split.body, 'never split').toEqual({ message: 'Not enough stock: M' })
  })

  test('5 of 20 parallel orders for the last 5 units succeed, and cancelling releases the units', async () => {
    const { server, campaign } = await testShop()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.post('/v1/orders/create', newOrder(campaign, 'M'))),
    )
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => Order.parse(body))
    const refused = answers.filter(({ status }) => status === 400)
    expect([made.length, refused.length]).toEqual([5, 15])
    for (const { body } of refused) expect(body).toEqual({ message: 'Not enough stock: M' })
    expect(new Set(made.map(({ orderNumber }) => orderNumber)).size).toBe(5)
    expect(await stock(server, 'M')).toEqual([[5, 5, 0]])
    expect(server.published).toHaveLength(5)

    await Promise.all(made.map(({ id }) => server.post('/v1/orders/cancel', { orderId: id })))
    expect(await stock(server, 'M')).toEqual([[5, 0, 5]])
  })
})

test('the list has the newest orders first, also on deep pages', async () => {
  const { server, campaign } = await testShop({ allowOutOfStockOrders: true })
  const made: string[] = []
  for (let i = 0; i < 130; i++) {
    if (i % 3 === 0) server.time.now += 1000
    made.push((await createOrder(server, newOrder(campaign, 'T'))).id)
  }
  for (const offset of [99, 100, 101, 115]) {
    const { body } = await server.get(`/v1/orders/list?limit=10&offset=${offset}`)
    const ids = Order.array().parse(body)
    expect(ids.map(({ id }) => id)).toEqual(made.toReversed().slice(offset, offset + 10))
  }
})

test('an order does not ship while its warehouse lacks units', async () => {
  const { server, campaign } = await testShop({ allowOutOfStockOrders: true })
  const { actions, account, time } = server
  const { id } = await createOrder(server, newOrder(campaign, 'M', 6))
  const shipment = { trackingNumber: '1Z', carrierCode: 'ups' }
  const result = await actions.run((t) =>
    shipOrder(t, account, toId('ord', id), shipment, time.now),
  )
  expect(result).toEqual({ rejected: 'not-enough-stock', sku: 'M' })
  expect(await stock(server, 'M')).toEqual([[5, 6, 0]])
})
