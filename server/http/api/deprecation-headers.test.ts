import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { toId } from '../../domain/ids.ts'
import type { Env } from '../kit/env.ts'
import { json } from '../kit/respond.ts'
import { createEdge, type ProtectedHandler, withDeprecationHeaders } from './edge.ts'

const announces = {
  Deprecation: '@1768435200',
  Sunset: 'Wed, 15 Jul 2026 00:00:00 GMT',
  Link: '<https://a.example/v2>; rel="deprecation"',
}

const protect = createEdge({
  budget: {
    take: () => ({ allowed: true, limit: 9, remaining: 8, reset: 1, resetAt: 2 }),
    full: () => ({ allowed: true, limit: 9, remaining: 9, reset: 0, resetAt: 0 }),
  },
  authenticate: () => ({
    result: Promise.resolve({ account: toId('acc', 'acc_1'), budget: null }),
  }),
  authenticateTiered: () => undefined,
  clientAddress: () => '127.0.0.1',
  onFault: () => {},
})

const respond = async (
  endpoint: { announces?: Record<string, string> },
  handler: ProtectedHandler,
) => {
  const app = new Hono<Env>().get('/v1/old', protect(withDeprecationHeaders(endpoint, handler)))
  const response = await app.request('/v1/old')
  return { status: response.status, headers: Object.fromEntries(response.headers) }
}

test('every response of a deprecated operation has the headers, 400 and 500 included', async () => {
  const handlers: ProtectedHandler[] = [
    (_, __, headers) => json(200, {}, headers),
    (_, __, headers) => json(400, {}, headers),
    () => {
      throw new Error('broken')
    },
  ]
  for (const [i, handler] of handlers.entries()) {
    const { status, headers } = await respond({ announces }, handler)
    expect(status).toBe([200, 400, 500][i])
    expect(headers).toMatchObject({
      deprecation: '@1768435200',
      sunset: 'Wed, 15 Jul 2026 00:00:00 GMT',
      link: '<https://a.example/v2>; rel="deprecation"',
      'ratelimit-limit': '9',
    })
  }
})

test('an operation that is not deprecated keeps its handler', async () => {
  const handler: ProtectedHandler = (_, __, headers) => json(200, {}, headers)
  expect(withDeprecationHeaders({}, handler)).toBe(handler)
  expect((await respond({}, handler)).headers).not.toHaveProperty('deprecation')
})
