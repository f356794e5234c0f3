import { expect, test } from 'vitest'
import { servedMock } from '../tests/kit/mock/served-mock.ts'

const origin = 'http://localhost:3000'

// The server's test has the other rules.
test('a page of any origin can read every response; its preflights are not logged', async () => {
  const { call, mock } = await servedMock()
  const asked = { origin, 'access-control-request-method': 'DELETE' }
  const preflight = { method: 'OPTIONS', key: null, unchecked: true, headers: asked }
  const { status, headers } = await call('/webhooks/whk_1', preflight)
  expect([status, headers['access-control-allow-methods']]).toEqual([204, 'DELETE'])
  expect(mock.requests.entries).toEqual([])
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
