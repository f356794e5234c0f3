import { describe, expect, test } from 'vitest'
import { type TestRequest, testServer } from '../../tests/kit/server/test-server.ts'

const origin = 'https://shop.example.com'
const environment = { CORS_ORIGINS: `${origin}, http://localhost:5173` }

const serverFor = (more: Record<string, string> = {}) =>
  testServer({ demo: false, environment: { ...environment, ...more } })

const corsOf = (headers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')))

const preflight = (method: string, from = origin) => ({
  method: 'OPTIONS',
  path: '/v1/auth',
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
    'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, Allow, Date, Deprecation, Sunset, Link',
}

const method = { 'access-control-request-method': 'GET' }

describe('a preflight', () => {
  test.each([
    ['POST', '/v1/orders/create'],
    ['OPTIONS', '/v1/auth'],
    ['GET', '/v1/nowhere'],
  ])('of an allowed origin allows %s %s without a key', async (method, path) => {
    const { request } = await serverFor()
    const { status, text, headers } = await request({ ...preflight(method), path })
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
    const { request } = await serverFor({ RATE_LIMIT_BUDGET: '1' })
    const ask = () => request({ path: '/v1/auth', headers: { origin } })
    for (let i = 0; i < 3; i++) await request(preflight('GET'))
    expect((await ask()).headers['ratelimit-remaining']).toBe('0')
    const { status, headers } = await request(preflight('GET'))
    expect([status, headers['ratelimit-remaining']]).toEqual([204, undefined])
    const exceeded = await ask()
    expect([exceeded.status, corsOf(exceeded.headers)]).toEqual([429, readable])
  })

  test('of another origin allows nothing; without Origin or CORS_ORIGINS it is another request', async () => {
    const { request } = await serverFor()
    const noOrigin = await request({ method: 'OPTIONS', path: '/v1/auth', headers: method })
    expect(noOrigin.status).toBe(200)
    const other = await request(preflight('GET', 'https://other.example.com'))
    expect([other.status, corsOf(other.headers)]).toEqual([204, {}])
    const without = await (await testServer({ demo: false })).request(preflight('GET'))
    const { status, headers } = without
    expect([status, corsOf(headers), headers.vary]).toEqual([401, {}, undefined])
  })
})

test.each<[string, number, TestRequest]>([
  ['a success', 200, { path: '/v1/auth' }],
  ['OPTIONS without a method', 200, { method: 'OPTIONS', path: '/v1/auth' }],
  ['a GET with a method', 200, { path: '/v1/auth', headers: method }],
  ['a request without a key', 401, { path: '/v1/auth', key: null }],
  ['an invalid query', 400, { path: '/v1/products/list?limit=x' }],
  ['an unknown path', 404, { path: '/v1/nowhere', unchecked: true }],
])('%s is a %i that an allowed origin alone can read', async (_, status, request) => {
  const server = await serverFor()
  const from = async (origin?: string) => {
    const headers = { ...request.headers, origin }
    const response = await server.request({ ...request, headers })
    expect([response.status, response.headers.vary]).toEqual([status, 'Origin'])
    return corsOf(response.headers)
  }
  expect(await from(origin)).toEqual(readable)
  for (const other of [undefined, 'https://shop.example.com.evil.example', 'null'])
    expect(await from(other)).toEqual({})
})

test('other pages of the server have no CORS headers', async () => {
  const { request } = await serverFor()
  for (const path of ['/healthz', '/openapi.json', '/portal']) {
    const { headers } = await request({ path, unchecked: true, headers: { origin } })
    expect(corsOf(headers)).toEqual({})
  }
})
