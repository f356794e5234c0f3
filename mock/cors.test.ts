import { expect, test } from 'vitest'
import { servedMock } from '../tests/kit/mock/served-mock.ts'

const origin = 'http://localhost:3000'

test('a preflight needs no key, is not counted or logged, and succeeds when the rate limit is exhausted', async () => {
  const { call, mock } = await servedMock({}, { RATE_LIMIT_BUDGET: '1' })
  const asked = {
    origin,
    'access-control-request-method': 'DELETE',
    'access-control-request-headers': 'authorization,content-type,prefer',
  }
  const allowed = {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'DELETE',
    'access-control-allow-headers': 'authorization,content-type,prefer',
    'access-control-max-age': '600',
    vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
  }
  const preflight = { method: 'OPTIONS', key: null, unchecked: true, headers: asked }
  for (const path of ['/webhooks/whk_1', '/auth']) {
    expect(await call(path, preflight)).toMatchObject({ status: 204, headers: allowed })
    await call('/auth')
  }
  expect(mock.requests.entries).toMatchObject([{ status: 200 }, { status: 429 }])
})

test('an OPTIONS request that is no preflight calls the operation', async () => {
  const { call } = await servedMock()
  for (const headers of [{}, { origin }, { 'access-control-request-method': 'GET' }]) {
    expect((await call('/auth', { method: 'OPTIONS', headers })).status).toBe(200)
    expect((await call('/orders/list', { method: 'OPTIONS', headers })).status).toBe(405)
  }
})

test('a page of any origin can read every response; without an origin there are no CORS headers', async () => {
  const { call } = await servedMock()
  for (const [status, path, more, prefer] of [
    [200, '/orders/list', {}],
    [200, '/orders/list', { method: 'HEAD' }],
    [401, '/orders/list', { key: null }],
    [404, '/nothing', {}],
    [429, '/orders/list', {}, 'code=429'],
  ] as const)
    for (const from of [origin, 'null', undefined]) {
      const response = await call(path, { ...more, headers: { origin: from, prefer } })
      expect(response.status).toBe(status)
      expect(response.headers['access-control-allow-origin']).toBe(from)
      if (from)
        expect(response.headers).toMatchObject({
          'access-control-expose-headers': expect.stringMatching(/RateLimit-Limit.*Allow.*Link/),
          vary: expect.stringContaining('Origin'),
        })
    }
})
