import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  EventCatalog,
  WebhookList,
  WebhookSubscription,
  WebhookSubscriptionWithSecret,
} from '../../generated/schemas.ts'
import { testServer } from '../testing/test-server.ts'

const refusedUrl =
  'Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses'

const hooks = async () => {
  const server = await testServer({ demo: false })
  const create = async (url = 'https://hooks.example.com/merch', events = ['order.created']) =>
    WebhookSubscriptionWithSecret.parse((await server.post('/v1/webhooks', { url, events })).body)
  return { server, create }
}

test('a subscription is active, and its secret is in the answers of create and rotate alone', async () => {
  const { server, create } = await hooks()
  const created = await create('https://Hooks.Example.com/merch?x=1', [
    'order.created',
    'invite.viewed',
  ])
  expect(created).toMatchObject({
    id: expect.stringMatching(/^whk_/),
    url: 'https://Hooks.Example.com/merch?x=1',
    events: ['order.created', 'invite.viewed'],
    active: true,
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9_-]{43}$/),
    createdAt: new Date(server.time.now).toISOString(),
  })
  const { secret, ...rest } = created
  expect((await server.get('/v1/webhooks')).body).toEqual({ webhooks: [rest] })

  const rotated = await server.post(`/v1/webhooks/${created.id}/rotate-secret`)
  expect(rotated.status).toBe(200)
  const { secret: second } = WebhookSubscriptionWithSecret.parse(rotated.body)
  expect(second).not.toBe(secret)
  const put = await server.put(`/v1/webhooks/${created.id}`, {})
  expect(WebhookSubscription.parse(put.body)).toMatchObject(rest)
  expect(put.text + (await server.get('/v1/webhooks')).text).not.toContain('whsec_')
})

test('a change changes what is named and leaves the rest', async () => {
  const { server, create } = await hooks()
  const { id, createdAt } = await create()
  server.time.now += 5000
  const put = async (json: unknown) =>
    WebhookSubscription.parse((await server.put(`/v1/webhooks/${id}`, json)).body)
  const updatedAt = new Date(server.time.now).toISOString()
  expect(await put({ active: false })).toMatchObject({ active: false, createdAt, updatedAt })
  expect(await put({ events: ['order.shipped'] })).toMatchObject({
    active: false,
    events: ['order.shipped'],
  })
  expect(await put({ url: 'https://b.example.com/' })).toMatchObject({
    url: 'https://b.example.com/',
    events: ['order.shipped'],
    active: false,
  })
  expect(await put({ active: true })).toMatchObject({ active: true })
})

test('a deleted subscription is gone for good', async () => {
  const { server, create } = await hooks()
  const { id } = await create()
  const gone = await server.request({ method: 'DELETE', path: `/v1/webhooks/${id}` })
  expect([gone.status, gone.body]).toEqual([200, { message: 'Webhook deleted successfully' }])
  const again = await server.request({ method: 'DELETE', path: `/v1/webhooks/${id}` })
  expect([again.status, again.body]).toEqual([400, { message: 'Webhook not found' }])
  expect(WebhookList.parse((await server.get('/v1/webhooks')).body).webhooks).toEqual([])
})

test.each([
  ['PUT', ''],
  ['DELETE', ''],
  ['POST', '/test'],
  ['POST', '/rotate-secret'],
])('%s of an unknown subscription%s is 400', async (method, rest) => {
  const { server } = await hooks()
  const json = method === 'PUT' ? { active: true } : undefined
  const answer = await server.request({ method, path: `/v1/webhooks/whk_none${rest}`, json })
  expect([answer.status, answer.body]).toEqual([400, { message: 'Webhook not found' }])
})

test('the test delivery goes to an active subscription only', async () => {
  const { server, create } = await hooks()
  const { id } = await create()
  expect((await server.post(`/v1/webhooks/${id}/test`)).body).toEqual({
    success: true,
    statusCode: 200,
    error: null,
  })
  await server.put(`/v1/webhooks/${id}`, { active: false })
  expect((await server.post(`/v1/webhooks/${id}/test`)).body).toEqual({
    message: 'Webhook is not active',
  })
})

test('the catalog has the eight events, each once', async () => {
  const { server } = await hooks()
  const { events } = EventCatalog.parse((await server.get('/v1/webhooks/events')).body)
  expect(new Set(events.map(({ name }) => name)).size).toBe(8)
  for (const { name, category } of events) expect(name.startsWith(`${category}.`)).toBe(true)
})

describe('one URL is subscribed once, however it is spelt', () => {
  test.each([
    ['https://a.example.com/x', 'https://A.EXAMPLE.com/x'],
    ['https://a.example.com/x', 'HTTPS://a.example.com:443/x'],
    ['https://a.example.com', 'https://a.example.com/'],
    ['https://a.example.com./x', 'https://a.example.com/x'],
    ['https://a.example.com/a/../x', 'https://a.example.com/x'],
    ['https://a.example.com/x#one', 'https://a.example.com/x#two'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ])('%s and %s', async (first, second) => {
    const { server, create } = await hooks()
    await create(first)
    const again = await server.post('/v1/webhooks', { url: second, events: ['order.created'] })
    expect([again.status, again.body]).toEqual([
      400,
      { message: 'A webhook with this URL already exists' },
    ])
  })

  test('another path, query or case of path is another URL', async () => {
    const { create } = await hooks()
    await create('https://a.example.com/x')
    await create('https://a.example.com/X')
    await create('https://a.example.com/x?y')
    await create('https://a.example.com:8443/x')
  })

  test('a change cannot take another’s URL, and may keep its own', async () => {
    const { server, create } = await hooks()
    const first = await create('https://a.example.com/')
    const second = await create('https://b.example.com/')
    expect((await server.put(`/v1/webhooks/${second.id}`, { url: first.url })).body).toEqual({
      message: 'A webhook with this URL already exists',
    })
    expect((await server.put(`/v1/webhooks/${first.id}`, { url: first.url })).status).toBe(200)
  })

  test('another account may have the same', async () => {
    const { server, create } = await hooks()
    const { url, events } = await create()
    const { key } = await server.another()
    const answer = await server.request({
      method: 'POST',
      path: '/v1/webhooks',
      json: { url, events },
      key,
    })
    expect(answer.status).toBe(201)
  })
})

test.each<[unknown, string]>([
  [{}, 'url: is required; events: is required'],
  [{ url: 'https://a.example.com/', events: [] }, 'events: must not be empty'],
  [
    { url: 'https://a.example.com/', events: ['webhook.test'] },
    `events[0]: must be one of ${z.enum(['order.created', 'order.shipped', 'order.delivered', 'order.cancelled', 'order.returned', 'invite.viewed', 'invite.cart_updated', 'invite.redeemed']).options.join(', ')}`,
  ],
  [{ url: 5, events: ['order.created'] }, 'url: must be a string'],
  [{ url: 'ftp://a.example.com/', events: 'order.created' }, refusedUrl],
  [{ url: 'https://127.0.0.1/', events: ['order.created'] }, refusedUrl],
])('%o is refused with a message alone', async (body, message) => {
  const { server } = await hooks()
  const answer = await server.post('/v1/webhooks', body)
  expect([answer.status, answer.body]).toEqual([400, { message }])
})

test('a change to a URL that deliveries may not go to is refused and changes nothing', async () => {
  const { server, create } = await hooks()
  const { id, secret: _, ...rest } = await create()
  const answer = await server.put(`/v1/webhooks/${id}`, { url: 'https://10.0.0.1/', active: false })
  expect([answer.status, answer.body]).toEqual([400, { message: refusedUrl }])
  expect((await server.get('/v1/webhooks')).body).toEqual({ webhooks: [{ id, ...rest }] })
})
