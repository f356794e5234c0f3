import { expect, test } from 'vitest'
import { servedMock } from './testing/served-mock.ts'

const origin = 'http://localhost:3000'

/** The CORS headers of every response, errors included. */
const readable = {
  'access-control-allow-origin': origin,
  'access-control-expose-headers':
    'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Allow, Deprecation, Sunset, Link',
  vary: expect.stringContaining('Origin'),
  'ratelimit-remaining': expect.any(String),
}

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

test('a preflight needs no key, is not counted or logged, and succeeds when the rate limit is exhausted', async () => {
  const { call, mock } = await servedMock({}, { RATE_LIMIT_BUDGET: '1' })
  const allowed = {
    status: 204,
    text: '',
    headers: {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'DELETE',
      'access-control-allow-headers': 'authorization,content-type,prefer',
      'access-control-max-age': '600',
      vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    },
  }
  expect(await call('/webhooks/whk_1', preflight)).toMatchObject(allowed)
  expect((await call('/auth')).headers['ratelimit-remaining']).toBe('0')
  expect(await call('/auth', preflight)).toMatchObject(allowed)
  expect(mock.requests.entries.map(({ method }) => method)).toEqual(['GET'])
})

test('an OPTIONS request that is no preflight calls the operation', async () => {
  const { call } = await servedMock()
  for (const headers of [{}, { origin }, { 'access-control-request-method': 'GET' }]) {
    const asked = { method: 'OPTIONS', headers }
    expect(await call('/auth', asked)).toMatchObject({
      status: 200,
      body: { message: 'Authentication successful' },
    })
    expect((await call('/auth', { ...asked, key: null })).status).toBe(401)
    expect((await call('/orders/list', asked)).status).toBe(405)
  }
})

test('a page can read responses with every status code', async () => {
  const { call } = await servedMock()
  for (const [status, path, more] of [
    [200, '/orders/list', {}],
    [200, '/orders/list', { method: 'HEAD' }],
    [400, '/orders/list?limit=0', {}],
    [401, '/orders/list', { key: null }],
    [404, '/nothing', {}],
    [405, '/orders/list', { method: 'PUT' }],
    [429, '/orders/list', { headers: { origin, prefer: 'code=429' } }],
  ] as const)
    expect(await call(path, { headers: { origin }, ...more }), path).toMatchObject({
      status,
      headers: readable,
    })
})

test('a response names the origin of its request, and has no CORS headers without one', async () => {
  const { call } = await servedMock()
  for (const other of ['null', undefined]) {
    const { headers } = await call('/auth', { headers: { origin: other } })
    expect(headers['access-control-allow-origin']).toBe(other)
  }
})
