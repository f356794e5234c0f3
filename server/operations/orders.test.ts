import { expect, test } from 'vitest'
import { InventoryPage, listOrders200, Order } from '../../generated/zod/schemas.ts'
import { newOrder } from '../../tests/kit/request-bodies.ts'
import type { TestServer } from '../../tests/kit/server/test-server.ts'
import { createOrder, testShop } from '../../tests/kit/server/test-shop.ts'
import { shipOrder } from '../actions/ship-order.ts'
import { toId } from '../domain/ids.ts'

/** Returns the counts of a SKU in each warehouse, which must be the sums of its events. */
const stock = async (server: TestServer, sku: string) => {
  expect(await server.database.findInconsistencies()).toEqual([])
  const { body } = await server.get(`/v1/inventory/list?sku=${sku}`)
  const { items } = InventoryPage.parse(body)
  return items.map(({ on_hand, allocated, available }) => [on_hand, allocated, available])
}

test('an order of a SKU in another case is rejected', async () => {
  const { server, campaign } = await testShop()
  const { status, body } = await server.post('/v1/orders/create', newOrder(campaign, 't'))
  expect([status, body]).toEqual([400, { message: 'SKU is not part of the campaign: t' }])
})

test('a postal code may be empty where the country has none, and only there', async () => {
  const { server, campaign } = await testShop()
  const place = (country: string, zip: string) => {
    const order = newOrder(campaign, 'T')
    const shipTo = { ...order.shipTo, country, zip }
    return server.post('/v1/orders/create', { ...order, shipTo })
  }
  for (const country of ['AE', 'HK', 'IE']) expect((await place(country, '')).status).toBe(201)
  for (const country of ['US', 'SE', 'Ireland'])
    expect(await place(country, '')).toMatchObject({
      status: 400,
      body: { errors: ['shipTo.zip: must not be empty'] },
    })
})

test('the caller’s own number is kept, and finds the orders that have it', async () => {
  const { server, campaign } = await testShop()
  const sourceOrderNumber = 'SO 1001/é%'
  const order = newOrder(campaign, 'T', 1, { sourceOrderNumber })
  const made = [await createOrder(server, order), await createOrder(server, order)]
  const without = await createOrder(server, newOrder(campaign, 'T'))
  const orderNumber = expect.stringMatching(/^MF-1[0-9]{5}$/)
  expect(without).toMatchObject({ sourceOrderNumber: null, orderNumber })
  const find = async (query: Record<string, string>) => {
    const { body } = await server.get(`/v1/orders/list?${String(new URLSearchParams(query))}`)
    return listOrders200.parse(body)
  }
  for (const { id } of made)
    expect((await server.get(`/v1/orders/${id}`)).body).toMatchObject({ sourceOrderNumber })
  expect(await find({ sourceOrderNumber, campaignId: campaign })).toEqual(made.toReversed())
  for (const none of ['SO 1001', 'so 1001/é%', without.orderNumber])
    expect(await find({ sourceOrderNumber: none })).toEqual([])
  expect(await find({ sourceOrderNumber, email: 'max@example.com' })).toEqual([])
  expect(await server.post('/v1/orders/create', { ...order, sourceOrderNumber: '' })).toMatchObject(
    {
      status: 400,
      body: { errors: ['sourceOrderNumber: must not be empty'] },
    },
  )
})

test('5 of 20 parallel orders for the last 5 units succeed, and cancelling releases the units', async () => {
  const { server, campaign } = await testShop()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => server.post('/v1/orders/create', newOrder(campaign, 'M'))),
  )
  const made = answers.filter(({ status }) => status === 201).map(({ body }) => Order.parse(body))
  const rejected = answers.filter(({ status }) => status === 400)
  expect([made.length, rejected.length]).toEqual([5, 15])
  for (const { body } of rejected) expect(body).toEqual({ message: 'Not enough stock: M' })
  expect(await stock(server, 'M')).toEqual([[5, 5, 0]])
  expect(server.published).toHaveLength(5)

  await Promise.all(made.map(({ id }) => server.post('/v1/orders/cancel', { orderId: id })))
  expect(await stock(server, 'M')).toEqual([[5, 0, 5]])
})

test('a backorder does not ship while its warehouse lacks units, or the variant', async () => {
  const { server, account, campaign } = await testShop({ allowOutOfStockOrders: true })
  const { actions, time } = server
  const { id, warehouse } = await createOrder(server, newOrder(campaign, 'M', 6))
  const empty = await account.warehouse({})
  await createOrder(server, newOrder(campaign, 'M', 2, { warehouse: empty }))
  const shipment = { trackingNumber: '1Z', carrierCode: 'ups' }
  const result = await actions
    .as({ name: 'test' })
    .run((t) => shipOrder(t, server.account, toId('ord', id), shipment, time.now))
  expect(result).toEqual({ rejected: 'not-enough-stock', sku: 'M' })
  expect(warehouse).not.toBe(empty)
  expect(await stock(server, 'M')).toEqual([
    [5, 6, 0],
    [0, 2, 0],
  ])
})
