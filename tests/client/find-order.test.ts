import { expect, test } from 'vitest'
import { stubs } from '../../generated/stubs.ts'
import { createClient, isUncertain } from '../../packages/client/index.ts'
import { fakeFetch, json } from '../kit/client/fake-fetch.ts'
import { newOrder } from '../kit/request-bodies.ts'
import { createOrder, testShop } from '../kit/server/test-shop.ts'

const email = 'ada@example.com'

test('An order whose response was lost is found pages away, the latest if several match', async () => {
  const { server, campaign } = await testShop({ allowOutOfStockOrders: true })
  const client = createClient({
    baseUrl: server.url,
    apiKey: server.key,
    fetch: async (request) => {
      const response = await fetch(request)
      if (request.method === 'POST') throw new TypeError('fetch failed')
      return response
    },
  })
  const body = newOrder(campaign, 'T', 7)
  const { products } = body
  server.time.now -= 60_000
  await createOrder(server, newOrder(campaign, 'M', 1))
  server.time.now += 60_000
  await createOrder(server, body)
  const since = new Date(server.time.now - 1000)
  const thrown = await client.orders.create(body).catch((error: unknown) => error)
  expect(isUncertain(thrown)).toBe(true)
  const [latest] = await client.orders.list()
  for (let i = 0; i < 25; i++) await createOrder(server, newOrder(campaign, 'T', 1))

  const search = { campaignId: campaign, email, products, since }
  expect(latest).toMatchObject({ campaignId: campaign, products, recipient: { email } })
  expect(await client.findOrderBeforeRetry(search)).toEqual(latest)
  const inCapitals = { ...search, email: email.toUpperCase() }
  expect(await client.findOrderBeforeRetry(inCapitals)).toEqual(latest)
  for (const other of [
    { campaignId: 'cmp_other' },
    { email: 'bea@example.com' },
    { products: [{ sku: 'T', quantity: 3 }] },
    { products: [...products, ...products] },
    { since: new Date(server.time.now + 60_000) },
    // Placed before the first attempt.
    { products: [{ sku: 'M', quantity: 1 }] },
  ])
    expect(await client.findOrderBeforeRetry({ ...search, ...other })).toBeUndefined()
})

test.each([
  [-1e9, 5000],
  [1e9, 5000],
  [-1e9, -5000],
  [1e9, -5000],
])('A clock that is wrong by %d ms finds an order of %d ms later', async (ahead, later) => {
  const reply = await stubs.getOrder({ path: { orderId: 'ord_1' } }, undefined)
  if (reply.status !== 200) throw new Error('The stub returns no order')
  const since = new Date()
  const orderDate = new Date(since.getTime() + ahead + later).toISOString()
  const order = { ...reply.body, orderDate }
  const { fetch } = fakeFetch(() =>
    json(200, [order], { Date: new Date(Date.now() + ahead).toUTCString() }),
  )
  const client = createClient({ baseUrl: 'https://example.com', apiKey: 'k', fetch })
  const { campaignId, products, recipient } = order
  const search = { campaignId, products, email: recipient.email, since }
  const found = await client.findOrderBeforeRetry(search)
  expect(found?.id).toBe(later > 0 ? order.id : undefined)
})
