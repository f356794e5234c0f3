import fc from 'fast-check'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { startMock } from '../../contract-tests/own/mock-target.ts'
import { operationOf } from '../../contract-tests/support/contract.ts'
import { stubs } from '../../generated/stubs.ts'
import { createClient, isApiError, isUncertain } from '../../packages/client/index.ts'
import { clientOperations, everyCall } from '../kit/client/every-call.ts'
import { fakeFetch, json } from '../kit/client/fake-fetch.ts'
import { newContact, newOrder } from '../kit/request-bodies.ts'
import { sharedTestServer, testServer } from '../kit/server/test-server.ts'
import { createOrder, testShop } from '../kit/server/test-shop.ts'

const isThorough = inject('isThorough')

type Target = { url: string; key: string; stop: () => Promise<void> }

/** Starts a target, which stops after the test, and creates a client of it. Adds its requests to a list. */
const clientOf = async (start: () => Promise<Target>, sent: Request[] = []) => {
  const { url, key, stop } = await start()
  onTestFinished(stop)
  const record = (request: Request) => {
    sent.push(request)
    return fetch(request)
  }
  return createClient({ baseUrl: url, apiKey: key, fetch: record })
}

const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const collected: T[] = []
  for await (const item of items) collected.push(item)
  return collected
}

test.each<[string, () => Promise<Target>]>([
  ['the server', sharedTestServer],
  ['the mock with memory', () => startMock({ stateful: true })],
  ['the mock without memory', () => startMock({ stateful: false })],
])('With %s, every operation is called and returns a result or its ApiError', async (_, start) => {
  const sent: Request[] = []
  const client = await clientOf(start, sent)
  for (const id of clientOperations) {
    const answer = await everyCall(client)
      [id]()
      .catch((error: unknown) => error)
    const { method = '', url = '' } = sent.at(-1) ?? {}
    expect(operationOf({ method, path: url.replace(/^http:\/\/[^/]+/, '') })?.id).toBe(id)
    const status = id === 'getOrder' ? 404 : 400
    if (isApiError(answer)) expect(answer).toMatchObject({ operation: id, status })
    else expect(answer).toEqual(expect.any(Object))
  }
  await expect(
    client.contacts.create({ ...newContact('cmp_1'), email: 'nobody' }),
  ).rejects.toMatchObject({
    message: 'Invalid request body',
    errors: [expect.stringMatching(/^email:/)],
  })
  expect(client.rateLimit?.remaining).toBeGreaterThan(0)
})

test.each<[string, () => Promise<Target>]>([
  ['the server', () => testServer({ environment: { CORS_ORIGINS: 'https://shop.example' } })],
  ['the mock', () => startMock({ stateful: true })],
])(
  'A page of another origin can read every header that the client reads from %s',
  async (_, start) => {
    const { url, key, stop } = await start()
    onTestFinished(stop)
    let exposed = ''
    const client = createClient({
      baseUrl: url,
      apiKey: key,
      fetch: async (request) => {
        request.headers.set('Origin', 'https://shop.example')
        const response = await fetch(request)
        exposed = response.headers.get('access-control-expose-headers') ?? ''
        return response
      },
    })
    const get = vi.spyOn(Headers.prototype, 'get')
    onTestFinished(() => get.mockRestore())
    const search = { campaignId: 'cmp_1', email: 'a@example.com', products: [], since: new Date() }
    await client.findOrderBeforeRetry(search)
    const read = get.mock.calls.map(([name]) => name.toLowerCase())
    // The client's own request headers, and headers that browsers always show.
    const known = /^(access-control-.*|content-(length|type))$/
    const hidden = read.filter((name) => !known.test(name) && !exposed.toLowerCase().includes(name))
    expect(read).toContain('date')
    expect(hidden).toEqual([])
  },
)

test('Iteration returns no order twice while orders are created', async () => {
  const client = await clientOf(sharedTestServer)
  const before = await client.orders.list({ limit: 1000 })
  const campaign = (await client.campaigns.list()).find(({ status }) => status === 'Active')
  const order = newOrder(campaign?.id ?? '', campaign?.products[0]?.sku ?? '')
  const walked: string[] = []
  for await (const { id } of client.orders.all({}, { pageSize: 5 })) {
    walked.push(id)
    if (walked.length % 10 === 1) await client.orders.create(order)
  }
  expect(walked).toEqual(before.map(({ id }) => id))
})

test('Iteration returns the whole list at any page size, and only what matches the query', async () => {
  const client = await clientOf(sharedTestServer)
  const [campaign] = await client.campaigns.list()
  const campaignId = campaign?.id ?? ''
  const whole = {
    orders: await client.orders.list({ campaignId, limit: 1000 }),
    products: await client.products.list({ limit: 1000 }),
    contacts: await client.contacts.list({ campaignId, limit: 1000 }),
    inventory: (await client.inventory.list({ status: 'in_stock', page_size: 100 })).items,
  }
  for (const list of Object.values(whole)) expect(list.length).toBeGreaterThan(10)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: isThorough ? 1 : 7, max: 70 }), async (pageSize) => {
      const walked = {
        orders: await collect(client.orders.all({ campaignId }, { pageSize })),
        // As JavaScript may pass it.
        products: await collect(client.products.all({ pageSize: JSON.parse(`"${pageSize}"`) })),
        contacts: await collect(client.contacts.all({ campaignId }, { pageSize })),
        inventory: await collect(client.inventory.all({ status: 'in_stock' }, { pageSize })),
      }
      expect(walked).toEqual(whole)
    }),
    { numRuns: isThorough ? 30 : 3 },
  )
})

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
