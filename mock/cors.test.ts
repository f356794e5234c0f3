import { describe, expect, test } from 'vitest'
import { servedMock } from './testing/served-mock.ts'

const origin = 'http://localhost:3000'

const exposed =
  'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Allow, Deprecation, Sunset, Link'

/** Returns the CORS headers of a response. */
const corsOf = (headers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')))

/** The CORS headers of every response, errors included. */
const readable = {
  'access-control-allow-origin': origin,
  'access-control-expose-headers': exposed,
}

describe('a preflight', () => {
  const preflight = {
    method: 'OPTIONS',
    key: null,
    unchecked: true,
    headers: {
      origin,
      'access-control-request-method': 'DELETE',
      'access-control-request-headers': 'authorization,content-type,prefer',
    },
  }

  test('allows the method and the headers, including Authorization and Prefer, without a key', async () => {
    const { ask } = await servedMock()
    const { status, text, headers } = await ask('/v1/webhooks/whk_1', preflight)
    expect([status, text]).toEqual([204, ''])
    expect(corsOf(headers)).toEqual({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'DELETE',
      'access-control-allow-headers': 'authorization,content-type,prefer',
      'access-control-max-age': '600',
    })
    expect(headers.vary).toBe(
      'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    )
  })

  test('is not counted and not in the request log', async () => {
    const { ask, mock } = await servedMock({}, { RATE_LIMIT_BUDGET: '2' })
    for (let i = 0; i < 5; i++)
      expect((await ask('/v1/auth', preflight)).headers['ratelimit-remaining']).toBeUndefined()
    expect((await ask('/v1/auth')).headers['ratelimit-remaining']).toBe('1')
    expect(mock.requests.entries.map(({ method }) => method)).toEqual(['GET'])
  })

  test('succeeds when the rate limit is exhausted, so that a page can read the 429', async () => {
    const { ask } = await servedMock({}, { RATE_LIMIT_BUDGET: '1' })
    await ask('/v1/auth')
    expect((await ask('/v1/auth', preflight)).status).toBe(204)
    const { status, headers } = await ask('/v1/auth', { headers: { origin } })
    expect([status, corsOf(headers)]).toEqual([429, readable])
  })
})

describe('an OPTIONS request that is not a preflight calls the operation', () => {
  test.each([
    ['alone', {}],
    ['with an origin alone', { origin }],
    ['with a method alone', { 'access-control-request-method': 'GET' }],
  ])('%s', async (_, headers) => {
    const { ask } = await servedMock({}, { RATE_LIMIT_BUDGET: '10' })
    const asked = { method: 'OPTIONS', headers }
    const answer = await ask('/v1/auth', asked)
    expect([answer.status, answer.headers['ratelimit-remaining']]).toEqual([200, '9'])
    expect(answer.body).toMatchObject({ message: 'Authentication successful' })
    expect((await ask('/v1/auth', { ...asked, key: null })).status).toBe(401)
    expect((await ask('/v1/orders/list', asked)).status).toBe(405)
  })
})

describe('responses to a page', () => {
  const headers = { origin }

  test.each([
    [200, '/v1/orders/list', {}],
    [200, '/v1/orders/list', { method: 'HEAD' }],
    [400, '/v1/orders/list?limit=0', {}],
    [400, '/v1/orders/ord_1', { headers: { ...headers, prefer: 'code=418' } }],
    [401, '/v1/orders/list', { key: null }],
    [404, '/v1/nothing', {}],
    [404, '/v1/orders/ord_1', { headers: { ...headers, prefer: 'code=404' } }],
    [405, '/v1/orders/list', { method: 'PUT' }],
    [429, '/v1/orders/list', { headers: { ...headers, prefer: 'code=429' } }],
    [500, '/v1/orders/list', { headers: { ...headers, prefer: 'code=500' } }],
  ])('are readable with status code %i: %s %j', async (status, path, more) => {
    const { ask } = await servedMock()
    const answer = await ask(path, { headers, ...more })
    expect([answer.status, corsOf(answer.headers)]).toEqual([status, readable])
    expect(answer.headers.vary).toContain('Origin')
    expect(answer.headers['ratelimit-remaining']).toBeDefined()
  })

  test('name the origin of the request', async () => {
    const { ask } = await servedMock()
    for (const other of ['null', 'https://shop.example'])
      expect(corsOf((await ask('/v1/auth', { headers: { origin: other } })).headers)).toEqual({
        ...readable,
        'access-control-allow-origin': other,
      })
  })

  test('have no CORS headers without an Origin header', async () => {
    const { ask } = await servedMock()
    for (const path of ['/v1/orders/list', '/v1/nothing'])
      expect(corsOf((await ask(path)).headers)).toEqual({})
  })
})
