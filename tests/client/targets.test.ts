import fc from 'fast-check'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { type Client, createClient, isApiError } from '../../client/index.ts'
import { clientOperations, everyCall } from '../../client/testing/every-call.ts'
import { startMock } from '../../contract-tests/own/mock-target.ts'
import { sharedTestServer } from '../../server/testing/test-server.ts'
import { newContact, newOrder } from '../../testkit/request-bodies.ts'

const isThorough = inject('isThorough')

type Target = { url: string; key: string; stop: () => Promise<void> }

type Start = () => Promise<Target>

const targets: [name: string, isStateful: boolean, start: Start][] = [
  ['the server', true, sharedTestServer],
  ['the mock with memory', true, () => startMock({ stateful: true })],
  ['the mock without memory', false, () => startMock({ stateful: false })],
]

/** Starts a target for a group of tests. Returns its client and URL. */
const clientOf = (start: Start) => {
  const made: { client?: Client; url?: string } = {}
  beforeAll(async () => {
    const { url, key, stop } = await start()
    made.url = url
    made.client = createClient({ baseUrl: url, apiKey: key })
    return stop
  })
  return () => {
    const { client, url } = made
    if (!client || !url) throw new Error('The client is not created yet')
    return { client, url }
  }
}

const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const collected: T[] = []
  for await (const item of items) collected.push(item)
  return collected
}

describe.each(targets)('With %s', (_, isStateful, start) => {
  const target = clientOf(start)

  test('Every operation returns a result or an ApiError', async () => {
    const { client } = target()
    for (const id of clientOperations) {
      const answer = await everyCall(client)
        [id]()
        .catch((error: unknown) => error)
      if (isApiError(answer))
        expect([id, answer.status]).toEqual([id, id === 'getOrder' ? 404 : 400])
      else expect(answer).toEqual(expect.any(Object))
    }
    expect(client.rateLimit?.remaining).toBeGreaterThan(0)
  })

  test('An invalid key is an ApiError with the message of the response', async () => {
    const unauthorized = createClient({ baseUrl: target().url, apiKey: 'x' })
    await expect(unauthorized.checkAuth()).rejects.toMatchObject({
      operation: 'checkAuth',
      status: 401,
      message: 'Unauthorized',
      errors: [],
      rateLimit: { limit: expect.any(Number), remaining: expect.any(Number) },
    })
  })

  test('An invalid body is an ApiError that lists the fields', async () => {
    const { client } = target()
    const body = { ...newContact('cmp_1'), email: 'nobody', firstName: '' }
    const error = await client.contacts.create(body).catch((thrown: unknown) => thrown)
    if (!isApiError(error, 400)) throw error
    expect(error.message).toBe('Invalid request body')
    expect(error.errors.map((line) => line.split(':')[0]).toSorted()).toEqual([
      'email',
      'firstName',
    ])
  })

  if (!isStateful) return

  test('Orders, subscriptions, contacts and invites can be created, read and changed', async () => {
    const { client } = target()
    const campaigns = await client.campaigns.list()
    const campaign = campaigns.find(({ status }) => status === 'Active')
    const [product] = campaign?.products ?? []
    if (!campaign || !product) throw new Error('The demo has no active campaign')

    const order = await client.orders.create(newOrder(campaign.id, product.sku))
    expect(await client.orders.get(order.id)).toEqual(order)
    expect((await client.orders.cancel({ orderId: order.id })).status).toBe('CANCELLED')
    await expect(client.orders.cancel({ orderId: order.id })).rejects.toMatchObject({ status: 400 })

    const url = 'https://hooks.example.com/'
    const { id, secret } = await client.webhooks.create({ url, events: ['order.created'] })
    expect((await client.webhooks.rotateSecret(id)).secret).not.toBe(secret)
    expect((await client.webhooks.update(id, { active: false })).active).toBe(false)
    expect((await client.webhooks.list()).webhooks.map((each) => each.id)).toContain(id)
    await client.webhooks.delete(id)

    const { contactId } = await client.contacts.create(
      newContact(campaign.id, { tags: ['a & b', 'ü'] }),
    )
    const found = await collect(client.contacts.all({ campaignId: campaign.id, tags: ['ü'] }))
    expect(found.map((each) => each.id)).toContain(contactId)
    const { inviteUrl } = await client.invites.create({
      campaignId: campaign.id,
      sendEmailNotification: false,
    })
    expect(inviteUrl).toMatch(/\/i\//)
  })

  test('Iteration returns no order twice while orders are created', async () => {
    const { client } = target()
    const before = await client.orders.list({ limit: 1000 })
    const campaigns = await client.campaigns.list()
    const campaign = campaigns.find(({ status }) => status === 'Active')
    const sku = campaign?.products[0]?.sku ?? ''
    const walked: string[] = []
    for await (const { id } of client.orders.all({}, { pageSize: 5 })) {
      walked.push(id)
      if (walked.length % 10 === 1) await client.orders.create(newOrder(campaign?.id ?? '', sku))
    }
    expect(walked).toEqual(before.map(({ id }) => id))
  })

  test('Iteration returns the whole list at any page size', async () => {
    const { client } = target()
    const [campaign] = await client.campaigns.list()
    const campaignId = campaign?.id ?? ''
    const whole = {
      orders: await client.orders.list({ limit: 1000 }),
      products: await client.products.list({ limit: 1000 }),
      contacts: await client.contacts.list({ campaignId, limit: 1000 }),
      inventory: (await client.inventory.list({ page_size: 100 })).items,
    }
    for (const list of Object.values(whole)) expect(list.length).toBeGreaterThan(20)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: isThorough ? 1 : 7, max: 70 }), async (pageSize) => {
        const walked = {
          orders: await collect(client.orders.all({}, { pageSize })),
          products: await collect(client.products.all({ pageSize })),
          contacts: await collect(client.contacts.all({ campaignId }, { pageSize })),
          inventory: await collect(client.inventory.all({}, { pageSize })),
        }
        expect(walked).toEqual(whole)
      }),
      { numRuns: isThorough ? 30 : 3 },
    )
  })
})

test('A read over the budget waits for the time that the server gives', async () => {
  const environment = { RATE_LIMIT_BUDGET: '1', RATE_LIMIT_WINDOW_SECONDS: '2' }
  const { url, key, stop, time } = await sharedTestServer({ demo: false, environment })
  onTestFinished(stop)
  const client = createClient({ baseUrl: url, apiKey: key, waitForBudget: 5 })
  await client.checkAuth()
  const refused = createClient({ baseUrl: url, apiKey: key })
  await expect(refused.checkAuth()).rejects.toMatchObject({
    status: 429,
    rateLimit: { limit: 1, remaining: 0, resetSeconds: expect.any(Number) },
  })
  // Nothing else advances the server's clock.
  const ticking = setInterval(() => {
    time.now += 100
  }, 50)
  onTestFinished(() => clearInterval(ticking))
  expect(await client.webhooks.list()).toEqual({ webhooks: [] })
})
