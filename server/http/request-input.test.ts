import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readText, UnreadableBody } from '../../generated/bodies.ts'
import { sharedTestServer, type TestServer } from '../../tests/kit/server/test-server.ts'
import type { Env } from './call.ts'

let server: TestServer

beforeAll(async () => {
  server = await sharedTestServer({ demo: false })
})
afterAll(() => server.stop())

const json = 'application/json'

/** The message for an object without fields. */
const empty = 'url: is required; events: is required'

const chunked = { 'transfer-encoding': 'chunked' }

test.each<[Record<string, string>, string | Buffer, message: string]>([
  [chunked, '['.repeat(65) + ']'.repeat(65), 'body: must not be nested deeper than 64 levels'],
  [chunked, `[${Array(10_000).fill('1')}]`, 'body: must hold at most 10,000 values'],
  [{ 'content-encoding': 'gzip' }, gzipSync('{}'), 'body: must not have Content-Encoding gzip'],
  [{ 'content-type': `${json}; charset=utf8` }, '{}', empty],
  [{ 'content-type': `${json}; charset=iso-8859-1` }, '{}', empty],
  [{ 'content-encoding': 'identity' }, '\ufeff{}', empty],
])('the response to JSON with %j, %.9s', async (more, body, message) => {
  const headers = { 'content-type': json, ...more }
  const response = await server.request({ method: 'POST', path: '/v1/webhooks', headers, body })
  expect([response.status, response.body]).toEqual([400, { message }])
})

test('unknown properties can be nested and large', async () => {
  const deep = '['.repeat(63) + ']'.repeat(63)
  const response = await server.request({
    method: 'POST',
    path: '/v1/orders/cancel',
    headers: { 'content-type': json },
    body: `{"orderId":"none","deep":${deep},"many":[${Array(9_930).fill('""')}]}`,
  })
  expect(response.body).toEqual({ message: 'Order not found' })
})

test('a 400 lists at most 1000 fields', async () => {
  const contact = { firstName: 'A', lastName: 'B', email: 'a@b.c', campaignId: 'x' }
  for (const [tags, length] of [
    [999, 999],
    [9000, 1000],
  ] as const) {
    const { body } = await server.post('/v1/contacts/create', {
      ...contact,
      tags: Array(tags).fill(1),
    })
    expect(body).toMatchObject({ errors: { length, 0: 'tags[0]: must be a string' } })
  }
})

const digits = 'must be a whole number in decimal digits'

test.each([
  ['/v1/products/list?limit=x&offset=y', { message: `limit: ${digits}; offset: ${digits}` }],
  ['/v1/products/list?limit=1&limit=2', { message: 'limit: must be given once' }],
  [
    `/v1/contacts/list?campaignId=none${'&tags=a'.repeat(1000)}`,
    { message: 'query: must have at most 1000 parameters' },
  ],
  [`/v1/contacts/list?campaignId=none${'&tags=a'.repeat(999)}`, []],
  ['/v1/products/list?limit=007&other=%ZZ&&', []],
  ['/v1/products/list?l%69mit=2', []],
  ['/v1/campaigns/list?limit=%ZZ', []],
])('the response to %.60s', async (path, body) => {
  expect((await server.get(path)).body).toEqual(body)
})

test.each([
  ['GET /v1/orders/a\\b', 'Host: x', 404],
  ['GET /v1/x/../auth', 'Host: x', 404],
  ['GET /portal/../v1/auth', 'Host: x', 404],
  ['GET /v1/.', 'Host: x', 404],
  ['GET /%761/auth', 'Host: x', 404],
  ['GET /v1/%61uth', 'Host: x', 404],
  ['GET /v1%5Cauth', 'Host: x', 404],
  ['GET /v1/x/%2e%2E/auth', 'Host: x', 404],
  ['GET /v1/orders/a%20b?to=/../%61', 'Host: x', 404],
  ['GET /v1/products/list?other=/../%61', 'Host: x', 200],
  ['GET http://elsewhere/v1/auth#x', 'Host: x', 200],
  ['OPTIONS *', 'Host: x', 404],
  ['GET /v1/auth', 'Host: a b', 200],
  ['GET /v1/auth', 'Host: \u00ff', 200],
  ['GET /v1/auth', 'Host: x\r\nExpect: foo', 200],
  ['GET /v1/auth', 'Host: x\r\nUpgrade: websocket\r\nConnection: upgrade', 200],
  ['POST /v1/orders/cancel', 'Host: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ', 400],
])('the raw request %s with %j is a %i', async (line, headers, status) => {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  const key = `Content-Type: ${json}\r\nAuthorization: Bearer ${server.key}`
  socket.write(`${line} HTTP/1.1\r\nConnection: close\r\n${key}\r\n${headers}\r\n\r\n`)
  const response = await text(socket)
  expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  if (status !== 200) expect(response).toMatch(/\r\n\r\n.*\{"message":"[^"]+"/s)
})

describe('the bytes of a body', () => {
  const app = new Hono<Env>()
    .post('/', async (context) => context.text(await readText(context, 8)))
    .onError((error, context) =>
      context.text(error instanceof UnreadableBody ? error.message : 'failed'),
    )

  test.each([
    [[], ''],
    [['1234', '5678'], '12345678'],
    [['1234', '5678', '9'], 'must be at most 8 bytes'],
  ])('in a browser, whether middleware has read them or not: %j is %j', async (chunks, read) => {
    for (const isRead of [true, false]) {
      const reading = new Hono<Env>().use(async ({ req }, next) => {
        if (isRead) await req.arrayBuffer()
        await next()
      })
      const body = new Blob(chunks).stream()
      const request = new Request('http://localhost/', { method: 'POST', body, duplex: 'half' })
      expect(await (await reading.route('/', app).request(request)).text()).toBe(read)
    }
  })

  test('are cut off if the connection was closed before or while they are read', async () => {
    for (const chunks of [0, 1]) {
      let read = 0
      const body = new ReadableStream({
        pull(controller) {
          if (read++ < chunks) controller.enqueue(new Uint8Array([0x7b]))
          else controller.error(new Error('closed'))
        },
      })
      const response = await app.request('/', { method: 'POST', body, duplex: 'half' })
      expect(await response.text()).toBe('was cut off')
    }
  })
})
