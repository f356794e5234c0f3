import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { announcing } from './announcing.ts'
import { createEdge, type Guarded } from './edge.ts'
import type { Env } from './env.ts'
import { json } from './respond.ts'

const announces = {
  Deprecation: '@1768435200',
  Sunset: 'Wed, 15 Jul 2026 00:00:00 GMT',
  Link: '<https://a.example/v2>; rel="deprecation"',
}

const guard = createEdge({
  onRequest: () => {},
  budget: {
    take: () => ({ allowed: true, limit: 9, remaining: 8, reset: 1, resetAt: 2 }),
    full: () => ({ allowed: true, limit: 9, remaining: 9, reset: 0, resetAt: 0 }),
  },
  authenticate: async () => ({ account: 'acc_1', budget: null }),
  authenticateTiered: () => undefined,
  clientAddress: () => '127.0.0.1',
  onFault: () => {},
})

const answered = async (endpoint: { announces?: Record<string, string> }, guarded: Guarded) => {
  const app = new Hono<Env>().get('/v1/old', guard(announcing(endpoint, guarded)))
  const response = await app.request('/v1/old')
  return { status: response.status, headers: Object.fromEntries(response.headers) }
}

test('every answer of an operation that ends announces it, refusals and faults included', async () => {
  const answers: Guarded[] = [
    (_, __, headers) => json(200, {}, headers),
    (_, __, headers) => json(400, {}, headers),
    () => {
      throw new Error('broken')
    },
  ]
  for (const [i, guarded] of answers.entries()) {
    const { status, headers } = await answered({ announces }, guarded)
    expect(status).toBe([200, 400, 500][i])
    expect(headers).toMatchObject({
      deprecation: '@1768435200',
      sunset: 'Wed, 15 Jul 2026 00:00:00 GMT',
      link: '<https://a.example/v2>; rel="deprecation"',
      'ratelimit-limit': '9',
    })
  }
})

test('an operation that stays is not touched', async () => {
  const guarded: Guarded = (_, __, headers) => json(200, {}, headers)
  expect(announcing({}, guarded)).toBe(guarded)
  expect((await answered({}, guarded)).headers).not.toHaveProperty('deprecation')
})
