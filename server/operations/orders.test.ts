import { describe, expect, test } from 'vitest'
import { InventoryPage, Order } from '../../generated/schemas.ts'
import { newOrder } from '../../testkit/shapes.ts'
import { deliverOrder, returnOrder, shipOrder } from '../actions/change-order.ts'
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
  test('allocates stock, comes back whole and emits order.created', async () => {
    const { server, campaign, warehouse } = await testShop()
    const order = await createOrder(server, newOrder(campaign, 'T', 3, { notes: 'Ring twice' }))
    expect(order).toMatchObject({
      orderNumber: 'MF-100001',
      status: 'AWAITING_SHIPMENT',
      allocationStatus: 'ALLOCATED',
      orderSource: 'API',
      campaignId: campaign,
      warehouse,
      trackingNumber: null,
      carrierCode: null,
      shipDate: null,
      notes: 'Ring twice',
      companyName: '',
      recipient: { firstName: 'Ada', state: '', phone: '', street2: '' },
      products: [{ sku: 'T', quantity: 3 }],
    })
    expect(await stock(server, 'T')).toEqual([[10, 3, 7]])
    expect((await server.get(`/v1/orders/${order.id}`)).body).toEqual(order)
    expect(server.published).toEqual([
      {
        account: server.account,
        event: {
          event: 'order.created',
          data: {
            orderId: order.id,
            orderNumber: 'MF-100001',
            status: 'AWAITING_SHIPMENT',
            campaignId: campaign,
            trackingNumber: null,
            carrierCode: null,
            shipDate: null,
            products: [{ sku: 'T', quantity: 3 }],
          },
        },
      },
    ])
  })

  test('keeps two lines of one SKU as sent and checks their sum', async () => {
    const { server, campaign } = await testShop()
    const lines = [
      { sku: 'M', quantity: 3 },
      { sku: 'T', quantity: 1 },
      { sku: 'M', quantity: 2 },
    ]
    const order = await createOrder(server, { ...newOrder(campaign, 'M'), products: lines })
    expect(order.products).toEqual(lines)
    expect(await stock(server, 'M')).toEqual([[5, 5, 0]])
    const again = await server.post('/v1/orders/create', {
      ...newOrder(campaign, 'T'),
      products: [
        { sku: 'T', quantity: 5 },
        { sku: 'T', quantity: 5 },
      ],
    })
    expect(again.body).toEqual({ message: 'Not enough stock: T' })
  })

  test.each<[string, Parameters<typeof testShop>[0], (campaign: string) => unknown, string]>([
    ['an unknown campaign', {}, () => newOrder('cmp_none', 'T'), 'Campaign not found'],
    [
      'a campaign that is not active',
      { status: 'Paused' },
      (c) => newOrder(c, 'T'),
      'Campaign is not active',
    ],
    [
      'a campaign that has expired',
      { expiresIn: -1 },
      (c) => newOrder(c, 'T'),
      'Campaign has expired',
    ],
    [
      'a SKU outside the campaign',
      {},
      (c) => newOrder(c, 'X'),
      'SKU is not part of the campaign: X',
    ],
    ['a SKU in another case', {}, (c) => newOrder(c, 't'), 'SKU is not part of the campaign: t'],
    ['more than there is', {}, (c) => newOrder(c, 'M', 6), 'Not enough stock: M'],
    [
      'an unknown warehouse',
      {},
      (c) => newOrder(c, 'T', 1, { warehouse: 'whs_none' }),
      'Warehouse not found',
    ],
  ])('%s is refused and changes nothing', async (_, options, order, message) => {
    const { server, campaign } = await testShop(options)
    const answer = await server.post('/v1/orders/create', order(campaign))
    expect([answer.status, answer.body]).toEqual([400, { message }])
    expect((await server.get('/v1/orders/list')).body).toEqual([])
    expect(await stock(server, 'T')).toEqual([[10, 0, 10]])
    expect(server.published).toEqual([])
  })

  test('without stock is backordered where the campaign allows it', async () => {
    const { server, campaign, warehouse } = await testShop({ allowOutOfStockOrders: true })
    const order = await createOrder(server, newOrder(campaign, 'M', 8))
    expect(order).toMatchObject({ allocationStatus: 'BACKORDERED', warehouse })
    expect(await stock(server, 'M')).toEqual([[5, 8, 0]])
  })

  test('is served by one warehouse that has all of it, or by the one that is asked for', async () => {
    const { server, account, campaign, warehouse } = await testShop()
    const other = await account.warehouse({ T: 20, M: 1 })
    expect((await createOrder(server, newOrder(campaign, 'T', 11))).warehouse).toBe(other)
    expect((await createOrder(server, newOrder(campaign, 'T', 1))).warehouse).toBe(warehouse)
    const asked = newOrder(campaign, 'T', 1, { warehouse: other })
    expect((await createOrder(server, asked)).warehouse).toBe(other)
    const split = await server.post('/v1/orders/create', newOrder(campaign, 'M', 6))
    expect(split.body, 'never split').toEqual({ message: 'Not enough stock: M' })
  })

  test('counts for every contact of the campaign with the recipient’s address', async () => {
    const { server, campaign } = await testShop()
    for (const email of ['ADA@example.com', 'ada@example.com', 'other@example.com'])
      await server.post('/v1/contacts/create', {
        firstName: 'A',
        lastName: 'B',
        email,
        campaignId: campaign,
      })
    const order = await createOrder(server, newOrder(campaign, 'T'))
    await server.post('/v1/orders/cancel', { orderId: order.id })
    const { body } = await server.get(`/v1/contacts/list?campaignId=${campaign}`)
    expect(body).toMatchObject([{ orderCount: 1 }, { orderCount: 1 }, { orderCount: 0 }])
  })

  test('of 20 parallel orders for the last 5 units, 5 succeed; cancelling gives them back', async () => {
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

describe('cancelling an order', () => {
  test('is 201 with the order, releases stock and emits order.cancelled', async () => {
    const { server, campaign } = await testShop()
    const order = await createOrder(server, newOrder(campaign, 'T', 4))
    const answer = await server.post('/v1/orders/cancel', { orderId: order.id })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({ ...order, status: 'CANCELLED', allocationStatus: 'RELEASED' })
    expect(await stock(server, 'T')).toEqual([[10, 0, 10]])
    expect(server.published[1]?.event).toMatchObject({
      event: 'order.cancelled',
      data: { orderId: order.id, status: 'CANCELLED', trackingNumber: null, shipDate: null },
    })
  })

  test('is refused once it has shipped, come back, been cancelled, or never was', async () => {
    const { server, campaign } = await testShop()
    const { actions, account, time } = server
    const shipment = { trackingNumber: '1Z', carrierCode: 'ups' }
    const cancel = async (id: string) => {
      const answer = await server.post('/v1/orders/cancel', { orderId: id })
      expect(answer.status).toBe(400)
      return answer.body
    }
    const { id } = await createOrder(server, newOrder(campaign, 'T'))
    await actions.run((t) => shipOrder(t, account, id, shipment, time.now))
    expect(await cancel(id)).toEqual({ message: 'Order has already shipped' })
    await actions.run((t) => deliverOrder(t, account, id, time.now))
    expect(await cancel(id)).toEqual({ message: 'Order has already shipped' })
    await actions.run((t) => returnOrder(t, account, id, time.now))
    expect(await cancel(id)).toEqual({ message: 'Order has been returned' })
    expect(await cancel('ord_none')).toEqual({ message: 'Order not found' })

    const other = await createOrder(server, newOrder(campaign, 'T'))
    await server.post('/v1/orders/cancel', { orderId: other.id })
    expect(await cancel(other.id)).toEqual({ message: 'Order is already cancelled' })
    expect(server.published.map(({ event }) => event.event)).toEqual([
      'order.created',
      'order.shipped',
      'order.delivered',
      'order.returned',
      'order.created',
      'order.cancelled',
    ])
  })

  test('happens once, however often it is asked for at the same time', async () => {
    const { server, campaign } = await testShop()
    const { id } = await createOrder(server, newOrder(campaign, 'T', 2))
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => server.post('/v1/orders/cancel', { orderId: id })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await stock(server, 'T')).toEqual([[10, 0, 10]])
  })
})

test('shipping takes stock, delivery leaves it, a return brings it back', async () => {
  const { server, campaign } = await testShop()
  const { actions, account, time } = server
  const { id } = await createOrder(server, newOrder(campaign, 'T', 4))
  const shipment = { trackingNumber: '1Z', carrierCode: 'ups' }
  await actions.run((t) => shipOrder(t, account, id, shipment, time.now))
  expect(await stock(server, 'T')).toEqual([[6, 0, 6]])
  await actions.run((t) => deliverOrder(t, account, id, time.now))
  expect((await server.get(`/v1/orders/${id}`)).body).toMatchObject({
    status: 'SHIPPED',
    deliveredAt: new Date(time.now).toISOString(),
    trackingNumber: '1Z',
  })
  await actions.run((t) => returnOrder(t, account, id, time.now))
  expect(await stock(server, 'T')).toEqual([[10, 0, 10]])
})

test('an order that the warehouse does not have in full does not ship', async () => {
  const { server, campaign } = await testShop({ allowOutOfStockOrders: true })
  const { actions, account, time } = server
  const { id } = await createOrder(server, newOrder(campaign, 'M', 6))
  const shipment = { trackingNumber: '1Z', carrierCode: 'ups' }
  const result = await actions.run((t) => shipOrder(t, account, id, shipment, time.now))
  expect(result).toEqual({ refused: 'not-enough-stock', sku: 'M' })
  expect(await stock(server, 'M')).toEqual([[5, 6, 0]])
})

test.each(['ord_none', 'create%20', '%C3%A9', 'a%2Fb', '.', '1e400'])(
  'the order %s is 404',
  async (id) => {
    const { server } = await testShop()
    const answer = await server.get(`/v1/orders/${id}`)
    expect([answer.status, answer.body]).toEqual([
      404,
      { message: id === '.' ? 'Not found' : 'Order not found' },
    ])
  },
)
