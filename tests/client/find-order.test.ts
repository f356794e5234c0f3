import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createClient, isUncertain, type Schemas } from '../../client/index.ts'
import { fakeFetch, json } from '../../client/testing/fake-fetch.ts'
import { stubs } from '../../generated/stubs.ts'
import { createOrder, testShop } from '../../server/testing/test-shop.ts'
import { newOrder } from '../../testkit/request-bodies.ts'

const email = 'ada@example.com'

test('An order whose response was lost is found', async () => {
  const { server, campaign } = await testShop()
  let breaks = false
  const client = createClient({
    baseUrl: server.url,
    apiKey: server.key,
    fetch: async (request) => {
      const response = await fetch(request)
      if (breaks && request.method === 'POST') throw new TypeError('fetch failed')
      return response
    },
  })
  const body = newOrder(campaign, 'T', 2)
  const { products } = body
  const sought = { campaignId: campaign, email, products, since: new Date() }
  expect(await client.findOrderBeforeRetry(sought)).toBeUndefined()

  breaks = true
  const thrown = await client.orders.create(body).catch((error: unknown) => error)
  expect(isUncertain(thrown)).toBe(true)
  const made = await client.findOrderBeforeRetry(sought)
  expect(made).toMatchObject({ campaignId: campaign, products, recipient: { email } })
  expect(await client.orders.list()).toEqual([made])

  for (const other of [
    { campaignId: 'cmp_other' },
    { email: 'bea@example.com' },
    { products: [{ sku: 'T', quantity: 3 }] },
    { products: [{ sku: 'M', quantity: 2 }] },
    { products: [...products, ...products] },
    { since: new Date(Date.now() + 60_000) },
  ])
    expect(await client.findOrderBeforeRetry({ ...sought, ...other })).toBeUndefined()
  expect((await client.findOrderBeforeRetry({ ...sought, email: email.toUpperCase() }))?.id).toBe(
    made?.id,
  )
})

test('The latest matching order is found pages away, and none created before the given time', async () => {
  const { server, campaign } = await testShop({ allowOutOfStockOrders: true })
  const client = createClient({ baseUrl: server.url, apiKey: server.key })
  const place = (sku: string, quantity: number) =>
    createOrder(server, newOrder(campaign, sku, quantity))
  server.time.now -= 60_000
  await place('M', 1)
  server.time.now += 60_000
  const [line] = newOrder(campaign, 'T', 7).products
  if (!line) throw new Error('The order has no line')
  await place('T', 7)
  const latest = await place('T', 7)
  for (let i = 0; i < 25; i++) await place('T', 1)
  const since = new Date(server.time.now - 1000)
  const find = (products: Schemas['OrderLineCreate'][]) =>
    client.findOrderBeforeRetry({ campaignId: campaign, email, products, since })
  expect((await find([line]))?.id).toBe(latest.id)
  expect(await find([{ sku: 'M', quantity: 1 }])).toBeUndefined()
})

test('A wrong local clock does not change which orders are found', async () => {
  const reply = await stubs.getOrder({ path: { orderId: 'ord_1' } }, undefined)
  if (reply.status !== 200) throw new Error('The stub returns no order')
  const { body } = reply
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.integer({ min: 5_000, max: 1e7 }),
      fc.boolean(),
      async (ahead, apart, isAfter) => {
        const since = new Date()
        const orderDate = new Date(since.getTime() + ahead + (isAfter ? apart : -apart))
        const order = { ...body, orderDate: orderDate.toISOString() }
        const { fetch } = fakeFetch(() =>
          json(200, [order], { Date: new Date(Date.now() + ahead).toUTCString() }),
        )
        const client = createClient({ baseUrl: 'https://example.com', apiKey: 'k', fetch })
        const { campaignId, products, recipient } = order
        const sought = { campaignId, products, email: recipient.email, since }
        const found = await client.findOrderBeforeRetry(sought)
        expect(found?.id).toBe(isAfter ? order.id : undefined)
      },
    ),
  )
})
