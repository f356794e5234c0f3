import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { newKey } from '../domain/api-key.ts'
import { toId } from '../domain/ids.ts'
import { authenticateWith } from './auth.ts'
import { createEdge } from './edge.ts'
import type { Env } from './env.ts'

const budget = (limit: number, allowed: boolean) => ({
  ...{ allowed, limit, remaining: limit - 1, reset: 1, resetAt: 2 },
})

test.each([
  ['within the budget of its address', false],
  ['over the budget of its address', true],
])('an operation that fails %s is a 500 with the account’s rate limit', async (_, isExceeded) => {
  const failures: unknown[] = []
  const error = new Error('broken')
  const authenticate = authenticateWith(async () => ({ account: toId('acc', 'acc_1'), budget: 9 }))
  const protect = createEdge({
    budget: {
      take: async (_, own) => (own === undefined ? budget(5, !isExceeded) : budget(own, true)),
      full: () => budget(5, true),
    },
    authenticate,
    authenticateTiered: authenticate,
    clientAddress: () => '127.0.0.1',
    onFault: (_, error) => failures.push(error),
  })
  const failing = async () => {
    throw error
  }
  const app = new Hono<Env>().all('/v1/thing', protect(failing))
  const headers = { authorization: `Bearer ${newKey()}` }
  const response = await app.request('/v1/thing', { headers })
  const limits = ['ratelimit-limit', 'ratelimit-remaining'].map((name) =>
    response.headers.get(name),
  )
  expect([response.status, limits, failures]).toEqual([500, ['9', '8'], [error]])
})
