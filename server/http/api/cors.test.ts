import { describe, expect, test } from 'vitest'
import type { TestRequest } from '../../testing/test-server.ts'
import { testServer } from '../../testing/test-server.ts'

const origin = 'https://shop.example.com'
const environment = { CORS_ORIGINS: `${origin}, http://localhost:5173` }

const serverFor = (more: Record<string, string> = {}) =>
  testServer({ demo: false, environment: { ...environment, ...more } })

/** Returns the CORS headers of a response. */
const corsOf = (headers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')))

const preflight = (method: string, from = origin) => ({
  method: 'OPTIONS',
  key: null,
  unchecked: true,
  headers: {
    origin: from,
    'access-control-request-method': method,
    'access-control-request-headers': 'authorization,content-type',
  },
})

/** The CORS headers of a response that a page may read. */
const readable = {
  'access-control-allow-origin': origin,
  'access-control-expose-headers':
    'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Allow, Deprecation, Sunset, Link',
}

describe('a preflight of an allowed origin', () => {
  test.each([
    ['GET', '/v1/products/list'],
    ['POST', '/v1/orders/create'],
    ['PUT', '/v1/webhooks/whk_1'],
    ['DELETE', '/v1/webhooks/whk_1'],
    ['OPTIONS', '/v1/auth'],
    ['PATCH', '/v1/auth'],
    ['GET', '/v1/nowhere'],
  ])('allows %s %s without a key', async (method, path) => {
    const { request } = await serverFor()
    const { status, text, headers } = await request({ path, ...preflight(method) })
    expect([status, text]).toEqual([204, ''])
    expect(corsOf(headers)).toEqual({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': method,
      'access-control-allow-headers': 'authorization,content-type',
      'access-control-max-age': '600',
    })
    expect(headers.vary).toBe(
      'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    )
  })

  test('is not counted, and succeeds when the rate limit is exceeded', async () => {
    const { request } = await serverFor({ RATE_LIMIT_BUDGET: '2' })
    const ask = () => request({ path: '/v1/auth', headers: { origin } })
    for (let i = 0; i < 5; i++)
      expect(
        (await request({ path: '/v1/auth', ...preflight('GET') })).headers['ratelimit-remaining'],
      ).toBeUndefined()
    expect((await ask()).headers['ratelimit-remaining']).toBe('1')
    await ask()
    expect((await request({ path: '/v1/auth', ...preflight('GET') })).status).toBe(204)
    const { status, headers } = await ask()
    expect([status, corsOf(headers)]).toEqual([429, readable])
  })
})

test('OPTIONS without Access-Control-Request-Method is a request like any other', async () => {
  const { request } = await serverFor({ RATE_LIMIT_BUDGET: '9' })
  const options = { method: 'OPTIONS', path: '/v1/auth', headers: { origin } }
  const { status, headers, body } = await request(options)
  expect([status, body]).toMatchObject([200, { message: 'Authentication successful' }])
  expect(corsOf(headers)).toEqual(readable)
  expect(headers['ratelimit-remaining']).toBe('8')
  expect((await request({ ...options, key: null })).status).toBe(401)
})

test.each([
  ['OPTIONS without Origin', 'OPTIONS', undefined],
  ['a GET with the headers of a preflight', 'GET', origin],
])('%s is a request like any other', async (_, method, from) => {
  const { request } = await serverFor()
  const headers = { origin: from, 'access-control-request-method': 'GET' }
  expect((await request({ method, path: '/v1/auth', headers })).status).toBe(200)
})

test('a single origin can be allowed', async () => {
  const { request } = await serverFor({ CORS_ORIGINS: origin })
  const { status, headers } = await request({ path: '/v1/auth', headers: { origin } })
  expect([status, corsOf(headers)]).toEqual([200, readable])
})

const requests: [string, number, TestRequest][] = [
  ['a success', 200, { path: '/v1/auth' }],
  ['a request without a key', 401, { path: '/v1/auth', key: null }],
  ['an invalid query', 400, { path: '/v1/products/list?limit=x' }],
  ['an unknown path', 404, { path: '/v1/nowhere', unchecked: true }],
  ['an unknown method', 405, { method: 'DELETE', path: '/v1/orders/list', unchecked: true }],
]

test.each(requests)('%s can be read by an allowed origin alone', async (_, status, request) => {
  const server = await serverFor()
  const from = async (sent?: string) => {
    const response = await server.request({ ...request, headers: { origin: sent } })
    expect([response.status, response.headers.vary]).toEqual([status, 'Origin'])
    return corsOf(response.headers)
  }
  expect(await from(origin)).toEqual(readable)
  expect(await from()).toEqual({})
  expect(await from('https://shop.example.com.evil.example')).toEqual({})
  expect(await from('null')).toEqual({})
})

test('a preflight of another origin allows nothing', async () => {
  const { request } = await serverFor()
  const { status, headers } = await request({
    path: '/v1/auth',
    ...preflight('GET', 'https://other.example.com'),
  })
  expect([status, corsOf(headers)]).toEqual([204, {}])
})

test('other pages of the server have no CORS headers', async () => {
  const { request } = await serverFor()
  for (const path of ['/healthz', '/openapi.json', '/portal']) {
    const { headers } = await request({ path, unchecked: true, headers: { origin } })
    expect(corsOf(headers)).toEqual({})
  }
})

test('without CORS_ORIGINS, a preflight is a request without a key', async () => {
  const { request } = await testServer({ demo: false, environment: { RATE_LIMIT_BUDGET: '9' } })
  const { status, headers } = await request({ path: '/v1/auth', ...preflight('GET') })
  expect([status, corsOf(headers), headers.vary]).toEqual([401, {}, undefined])
  expect(headers['ratelimit-remaining']).toBe('8')
})
