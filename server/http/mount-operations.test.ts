import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { endpoints } from '../../generated/operations.ts'
import { stubs } from '../../generated/stubs.ts'
import { operations } from '../../testkit/contract.ts'
import { newContact, newOrder } from '../../testkit/request-bodies.ts'
import { toId } from '../domain/ids.ts'
import { sharedTestServer, type TestServer, testServer } from '../testing/test-server.ts'
import type { Env } from './env.ts'
import { mountOperations, operationOfRoute } from './mount-operations.ts'

const bodies: Record<string, unknown> = {
  createContact: newContact('cmp_1'),
  createInvite: { campaignId: 'cmp_1', sendEmailNotification: false },
  createWebhook: { url: 'https://hooks.example.com/', events: ['order.created'] },
  updateWebhook: {},
  createOrder: newOrder('cmp_1', 'TEE'),
  cancelOrder: { orderId: 'ord_1' },
}

/** Returns a request with valid input for an operation. */
const validRequest = ({ id, method, path }: (typeof operations)[number]) => ({
  method: method.toUpperCase(),
  path: path.replaceAll(/\{[^}]+\}/g, 'some-id') + (id === 'listContacts' ? '?campaignId=a' : ''),
  json: bodies[id],
})

test('the stubs respond to every operation with its first declared status', async () => {
  const server = await testServer({ demo: false, parts: { operations: () => stubs } })
  for (const operation of operations) {
    const response = await server.request(validRequest(operation))
    expect(response.status, operation.id).toBe(operation.replies[0]?.status)
  }
})

test.each([
  ['GET', '/v1/orders/:orderId', 'getOrder'],
  ['HEAD', '/v1/orders/:orderId', 'getOrder'],
  ['PROPFIND', '/v1/auth', 'checkAuth'],
  ['PATCH', '/v1/orders/list', undefined],
  ['GET', '/healthz', undefined],
])('%s %s is %s', (method, route, id) => {
  expect(operationOfRoute(method, route)).toBe(id)
})

type AnyReply = { status: number; body: Record<string, unknown> }

/** Replaces the values of an object, or of the first object of a list. */
const withValue = (body: Record<string, unknown>, value: unknown): unknown =>
  Array.isArray(body)
    ? [withValue(body[0], value)]
    : Object.fromEntries(Object.keys(body).map((name) => [name, value]))

const faults: Record<string, (reply: AnyReply) => unknown> = {
  'an extra field': ({ status, body }) => ({
    status,
    body: Array.isArray(body) ? [{ ...body[0], leaked: 1 }] : { ...body, leaked: 1 },
  }),
  'a status that is not declared': ({ body }) => ({ status: 299, body }),
  'a status of the edge': () => ({ status: 401, body: 'Unauthorized' }),
  'a body of another type': ({ status }) => ({ status, body: 'text' }),
  'a field of another type': ({ status, body }) => ({ status, body: withValue(body, Symbol()) }),
  'a missing field': ({ status, body }) => ({ status, body: Array.isArray(body) ? [{}] : {} }),
  'no reply at all': () => undefined,
}

describe.each(Object.entries(faults))('%s', (_, corrupt) => {
  const corrupted = new Proxy(stubs, {
    get: (target, id) => (input: unknown, call: unknown) => {
      const method: unknown = Reflect.get(target, id)
      return typeof method === 'function' ? corrupt(method(input, call)) : undefined
    },
  })
  let server: TestServer
  beforeAll(async () => {
    server = await sharedTestServer({ demo: false, parts: { operations: () => corrupted } })
  })
  afterAll(() => server.stop())

  test.each(operations)('in a reply of $id is a 500', async (operation) => {
    server.log.length = 0
    const { status, body } = await server.request(validRequest(operation))
    expect(status).toBe(500)
    if (operation.method !== 'head') expect(body).toEqual({ message: 'Internal server error' })
    expect(server.log.join()).toContain('A request failed')
  })
})

test('without strict, an undeclared field is dropped', async () => {
  const webhook = {
    id: 'whk_1',
    url: 'https://hooks.example.com/',
    events: ['order.created' as const],
    active: true,
    createdAt: '2026-11-20T09:20:31.007Z',
    updatedAt: '2026-11-20T09:20:31.007Z',
  }
  const leaking = {
    ...stubs,
    listWebhooks: () => ({
      status: 200 as const,
      body: { webhooks: [{ ...webhook, secret: 'whsec_leak' }] },
    }),
  }
  const parts = { strict: false, operations: () => leaking }
  const server = await testServer({ demo: false, parts })
  expect((await server.get('/v1/webhooks')).body).toEqual({ webhooks: [webhook] })
})

test('every response of a deprecated operation has its headers', async () => {
  const announces = {
    Deprecation: '@1768435200',
    Link: '<https://a.example/v2>; rel="deprecation"',
  }
  Object.assign(endpoints.listProducts, { announces })
  onTestFinished(() => void Reflect.deleteProperty(endpoints.listProducts, 'announces'))
  const listProducts = async () => {
    throw new Error('broken')
  }
  for (const [operations, query, status] of [
    [stubs, '', 200],
    [stubs, '?limit=x', 400],
    [{ ...stubs, listProducts }, '', 500],
  ] as const) {
    const server = await testServer({ demo: false, parts: { operations: () => operations } })
    const response = await server.get(`/v1/products/list${query}`)
    expect(response.status).toBe(status)
    expect(response.headers).toMatchObject({
      deprecation: announces.Deprecation,
      link: announces.Link,
      'ratelimit-limit': '1000000',
    })
    const other = await server.get('/v1/auth')
    expect(other.headers).not.toHaveProperty('deprecation')
  }
})

test('a missing header in a reply is an error', async () => {
  const messages: string[] = []
  const app = new Hono<Env>().onError((error) => {
    messages.push(error.message)
    return new Response('', { status: 500 })
  })
  mountOperations(app, {
    operations: stubs,
    strict: true,
    protect: (handler) => (context) =>
      handler(context, { account: toId('acc', 'acc_1') }, { 'RateLimit-Limit': '1000' }),
  })
  await app.request('/v1/auth')
  expect(messages).toEqual(['checkAuth 200 must have RateLimit-Remaining'])
})
