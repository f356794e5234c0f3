import { expect, test } from 'vitest'
import { testServer } from '../../testing/test-server.ts'

const small = { RATE_LIMIT_BUDGET: '3', RATE_LIMIT_WINDOW_SECONDS: '60' }

test('pages are not counted and have no rate limit headers', async () => {
  const server = await testServer({ demo: false, environment: small })
  for (const path of ['/healthz', '/readyz', '/openapi.json', '/docs', '/'])
    for (let i = 0; i < 4; i++) {
      const answer = await server.request({ path, unchecked: true })
      expect(answer.status).not.toBe(429)
      expect(answer.headers['ratelimit-limit']).toBeUndefined()
    }
})

test('an unreadable log gives 500 with the six headers', async () => {
  const server = await testServer({ demo: false })
  await server.database.query('drop table request_log')
  const answer = await server.get('/v1/auth')
  expect([answer.status, answer.headers['ratelimit-limit']]).toEqual([500, '1000000'])
})

test('a restart does not refill the budget', async () => {
  const first = await testServer({ demo: false, environment: small })
  await first.get('/v1/auth')
  await first.get('/v1/auth')
  await first.budget.save()
  const second = await testServer({
    demo: false,
    environment: small,
    parts: { store: await first.database.open() },
  })
  expect((await second.get('/v1/auth')).headers['ratelimit-remaining']).toBe('0')
  expect((await second.get('/v1/auth')).status).toBe(429)
})
