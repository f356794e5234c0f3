import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stubs } from '../../../generated/stubs.ts'
import { operations } from '../../../testkit/contract.ts'
import { toId } from '../../domain/ids.ts'
import { sharedTestServer, type TestServer, testServer } from '../../testing/test-server.ts'
import type { Env } from '../kit/env.ts'
import { mountOperations } from './mount-operations.ts'

const asRequest = ({ method, path }: (typeof operations)[number]) => ({
  method: method.toUpperCase(),
  path: path.replaceAll(/\{[^}]+\}/g, 'some-id'),
})

test('mounts exactly the document’s operations', async () => {
  const { app } = await testServer({ demo: false })
  const withoutKey =
    /^\/(docs(\.md)?|openapi\.json|shop\.schema\.json|llms\.txt|collection\.json|tutorials\/.*|healthz|readyz|((cdn|i)\/.*)|portal(\/.*)?)?$/
  const mounted = app.routes
    .filter(({ method, path }) => method !== 'ALL' && !withoutKey.test(path))
    .map(({ method, path }) => `${method} ${path}`)
  const declared = operations.map(
    ({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{(.+?)\}/g, ':$1')}`,
  )
  expect(mounted.toSorted()).toEqual(declared.toSorted())
})

const valid: Record<string, unknown> = {
  createContact: { firstName: 'A', lastName: 'B', email: 'a@b.c', campaignId: 'cmp_1' },
  createInvite: { campaignId: 'cmp_1', sendEmailNotification: false },
  createWebhook: { url: 'https://hooks.example.com/', events: ['order.created'] },
  updateWebhook: {},
  createOrder: {
    campaignId: 'cmp_1',
    products: [{ sku: 'TEE', quantity: 1 }],
    shipTo: {
      firstName: 'A',
      lastName: 'B',
      email: 'a@b.c',
      street1: 'S',
      city: 'C',
      zip: 'Z',
      country: 'US',
    },
  },
  cancelOrder: { orderId: 'ord_1' },
}

/** Returns a request with valid input for an operation. */
const validRequest = (operation: (typeof operations)[number]) => ({
  ...asRequest(operation),
  path: `${asRequest(operation).path}${operation.id === 'listContacts' ? '?campaignId=cmp_1' : ''}`,
  json: valid[operation.id],
})

test('the stubs respond to every operation with its first declared status', async () => {
  const server = await testServer({ demo: false, parts: { operations: () => stubs } })
  for (const operation of operations) {
    const response = await server.request(validRequest(operation))
    expect(response.status, operation.id).toBe(operation.replies[0]?.status)
  }
})

type AnyReply = { status: number; body: Record<string, unknown> }

const faults: Record<string, (reply: AnyReply) => unknown> = {
  'an extra field': ({ status, body }) => ({
    status,
    body: Array.isArray(body) ? [{ ...body[0], leaked: 1 }] : { ...body, leaked: 1 },
  }),
  'a status that is not declared': ({ body }) => ({ status: 299, body }),
  'a status of the edge': () => ({ status: 401, body: 'Unauthorized' }),
  'a body of another type': ({ status }) => ({ status, body: 'text' }),
  'a field of another type': ({ status, body }) => ({
    status,
    body: Array.isArray(body)
      ? [Object.fromEntries(Object.keys(body[0]).map((name) => [name, Symbol.iterator]))]
      : Object.fromEntries(Object.keys(body).map((name) => [name, Symbol.iterator])),
  }),
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
    const response = await server.request(validRequest(operation))
    expect(response.status).toBe(500)
    expect(response.headers['content-type']).toBe('application/json')
    if (operation.method !== 'head')
      expect(response.body).toEqual({ message: 'Internal server error' })
    expect(server.log.join()).toContain('a request failed')
  })
})

test('without strict, an undeclared field is dropped', async () => {
  const leaking = {
    ...stubs,
    listWebhooks: () => ({
      status: 200 as const,
      body: { webhooks: [{ ...webhook, secret: 'whsec_leak' }] },
    }),
  }
  const server = await testServer({
    demo: false,
    parts: { strict: false, operations: () => leaking },
  })
  const response = await server.get('/v1/webhooks')
  expect(response.body).toEqual({ webhooks: [webhook] })
})

const webhook = {
  id: 'whk_1',
  url: 'https://hooks.example.com/',
  events: ['order.created' as const],
  active: true,
  createdAt: '2026-11-20T09:20:31.007Z',
  updatedAt: '2026-11-20T09:20:31.007Z',
}

test.each(operations)('a missing header in a reply of $id is a 500', async (operation) => {
  const faults: unknown[] = []
  const app = new Hono<Env>()
  app.onError((error) => {
    faults.push(error)
    return new Response('', { status: 500 })
  })
  mountOperations(app, {
    operations: stubs,
    strict: true,
    protect: (handler) => (context) =>
      handler(context, { account: toId('acc', 'acc_1') }, { 'RateLimit-Limit': '1000' }),
  })
  const { method, path, json } = validRequest(operation)
  const response = await app.request(path, {
    method: method === 'TRACE' ? 'GET' : method,
    ...(json
      ? { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }
      : {}),
  })
  expect(response.status).toBe(500)
  expect(String(faults[0])).toMatch(/must have RateLimit-Remaining/)
})
