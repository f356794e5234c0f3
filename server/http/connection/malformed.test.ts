import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../../testkit/contract.ts'
import { sharedTestServer, type TestRequest, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let before: Record<string, number>

const stored = async () => {
  const { request_log: _, request_nodes: __, ...counts } = await server.database.rowCounts()
  return counts
}

beforeAll(async () => {
  server = await sharedTestServer()
  before = await stored()
})
afterAll(() => server.stop())

const withBody = operations
  .filter(({ body }) => body !== undefined)
  .map(({ id, method, path, body }) => ({
    id,
    method: method.toUpperCase(),
    path: path.replaceAll(/\{[^}]+\}/g, 'some-id'),
    lists: body?.invalid === 'errors',
  }))

const json = { 'content-type': 'application/json' }
const large = JSON.stringify({ notes: 'x'.repeat(257 * 1024) })

/** Invalid bodies with the reason in the response. */
const invalidBodies: [string, Partial<TestRequest>, string][] = [
  ['two objects', { headers: json, body: '{}{}' }, 'must be valid JSON'],
  ['a trailing comma', { headers: json, body: '{"a":1,}' }, 'must be valid JSON'],
  ['NaN', { headers: json, body: 'NaN' }, 'must be valid JSON'],
  ['a byte order mark', { headers: json, body: '\ufeff{}' }, 'must be valid JSON'],
  ['Latin-1', { headers: json, body: Buffer.from('{"a":"é"}', 'latin1') }, 'must be UTF-8'],
  ['UTF-16', { headers: json, body: Buffer.from('\ufeff{"a":1}', 'utf16le') }, 'must be UTF-8'],
  [
    'a form',
    { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=1' },
    'must be sent as application/json',
  ],
  [
    'a type with the suffix +json',
    { headers: { 'content-type': 'application/vnd.api+json' }, body: '{}' },
    'must be sent as application/json',
  ],
  [
    'JSON in Latin-1',
    { headers: { 'content-type': 'application/json; charset=iso-8859-1' }, body: '{}' },
    'must be sent as application/json',
  ],
  [
    'a malformed content type',
    { headers: { 'content-type': ';;' }, body: '{}' },
    'must be sent as application/json',
  ],
  [
    '257 KiB without a length',
    { headers: { ...json, 'transfer-encoding': 'chunked' }, body: large },
    'must be at most 256 KiB',
  ],
  ['an array', { headers: json, body: '[]' }, 'must be an object'],
  [
    'nested 65 levels deep',
    { headers: json, body: '['.repeat(65) + ']'.repeat(65) },
    'must not be nested deeper than 64 levels',
  ],
  [
    'over 10,000 values',
    { headers: json, body: `{"tags":[${Array(10_000).fill('1')}]}` },
    'must hold at most 10,000 values',
  ],
]

describe.each(invalidBodies)('%s as the body', (_, sent, reason) => {
  test.each(withBody)('is a 400 of $id', async ({ method, path, lists }) => {
    const response = await server.request({ method, path, ...sent })
    expect(response.status).toBe(400)
    expect(response.body).toEqual(
      lists
        ? { message: 'Invalid request body', errors: [`body: ${reason}`] }
        : { message: `body: ${reason}` },
    )
  })
})

test('a 400 lists at most 1000 fields', async () => {
  const withInvalidTags = (tags: number) =>
    server.post('/v1/contacts/create', {
      firstName: 'A',
      lastName: 'B',
      email: 'a@b.c',
      campaignId: 'x',
      tags: Array(tags).fill(1),
    })
  expect((await withInvalidTags(999)).body).toMatchObject({ errors: { length: 999 } })
  expect((await withInvalidTags(9_000)).body).toMatchObject({
    errors: Array.from({ length: 1000 }, (_, i) => `tags[${i}]: must be a string`),
  })
})

test('unknown properties can be nested and large', async () => {
  const deep = '['.repeat(63) + ']'.repeat(63)
  const response = await server.request({
    method: 'POST',
    path: '/v1/orders/cancel',
    headers: json,
    body: `{"orderId":"none","deep":${deep},"many":[${Array(9_930).fill('""')}]}`,
  })
  expect(response.body).toEqual({ message: 'Order not found' })
})

test.each([
  'application/json',
  'Application/JSON',
  'application/json; charset=UTF-8',
  'application/json;charset="utf-8"',
  'application/json;',
])('the content type %j is accepted', async (type) => {
  const response = await server.request({
    method: 'POST',
    path: '/v1/orders/cancel',
    headers: { 'content-type': type },
    body: '{"orderId":"none"}',
  })
  expect(response.body).toEqual({ message: 'Order not found' })
})

test('an unknown path that is not UTF-8 is a 400', async () => {
  expect((await server.get('/v1/%ZZ')).body).toEqual({
    message: 'The path must be percent-encoded UTF-8',
  })
})

describe('query parameters', () => {
  test('a 400 names each invalid parameter', async () => {
    const reason = 'must be a whole number in decimal digits'
    expect((await server.get('/v1/products/list?limit=x&offset=y')).body).toEqual({
      message: `limit: ${reason}; offset: ${reason}`,
    })
  })

  test.each([
    'limit=1',
    'limit=1000',
    'limit=007',
    'other=%ZZ',
    '',
    'limit=20&',
    '&&',
    'offset=2147483647',
    'l%69mit=2',
  ])('%s is a 200', async (query) => {
    expect((await server.get(`/v1/products/list?${query}`)).status).toBe(200)
  })

  test('1000 are accepted, 1001 are rejected', async () => {
    const flood = (count: number) =>
      server.get(`/v1/contacts/list?campaignId=none${'&tags=a'.repeat(count - 1)}`)
    expect((await flood(1000)).body).toEqual([])
    expect((await flood(1001)).body).toEqual({
      message: 'query: must have at most 1000 parameters',
    })
  })

  test('an operation without parameters ignores them all', async () => {
    expect((await server.get('/v1/campaigns/list?limit=%ZZ')).status).toBe(200)
  })
})

/** Sends raw bytes and reads until the server closes the connection. */
const sendRaw = async (bytes: string): Promise<string> => {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  return text(socket)
}

describe('raw requests', () => {
  const rest = () =>
    ` HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${server.key}\r\n\r\n`

  test.each([
    ['GET /v1/orders/a\\b', '404'],
    ['GET /v1/x/../auth', '200'],
    ['GET http://elsewhere/v1/auth', '200'],
    ['GET //v1/auth', '404'],
    ['OPTIONS *', '404'],
    ['GET /v1/auth#x', '200'],
    ['GET /v1/orders/<>"', '404'],
  ])('%s is a %s', async (line, status) => {
    const response = await sendRaw(line + rest())
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    if (status !== '200') expect(response).toMatch(/\r\n\r\n.*\{"message":"[^"]+"\}/s)
  })

  test.each(['a b', '[', 'x:y:z', '\u00ff'])('the Host %j is ignored', async (host) => {
    const request = `GET /v1/auth HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nAuthorization: Bearer ${server.key}\r\n\r\n`
    expect(await sendRaw(request)).toMatch(/^HTTP\/1.1 200 /)
  })

  test.each([
    ['an unknown Expect header', 'Host: x\r\nExpect: foo\r\n'],
    ['no Host', ''],
  ])('%s is ignored', async (_, headers) => {
    const request = `GET /v1/auth HTTP/1.1\r\n${headers}Connection: close\r\nAuthorization: Bearer ${server.key}\r\n\r\n`
    expect(await sendRaw(request)).toMatch(/^HTTP\/1.1 200 /)
  })

  test('a malformed chunk is rejected at once', async () => {
    const request = `POST /v1/orders/cancel HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n`
    expect(await sendRaw(request)).toMatch(/^HTTP\/1.1 400 .*\{"message":/s)
  })

  test('a disconnect in the middle of a body affects no other request', async () => {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /v1/orders/cancel HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"orderId"`,
    )
    await new Promise((sent) => socket.once('ready', sent))
    socket.destroy()
    expect((await server.get('/v1/auth')).status).toBe(200)
  })
})

test('none of these requests stored data or caused a 500', async () => {
  expect(await stored()).toEqual(before)
  expect(server.log.join()).not.toContain('a request failed')
})
