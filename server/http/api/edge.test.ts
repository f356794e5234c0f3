import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { newKey } from '../../domain/api-key.ts'
import { toId } from '../../domain/ids.ts'
import type { Env } from '../kit/env.ts'
import type { Budget } from '../rate-limit/request-budget.ts'
import { authenticateAgainWith } from './auth.ts'
import { createEdge, type ProtectedHandler } from './edge.ts'

const budget = (limit: number, allowed: boolean): Budget => ({
  ...{ allowed, limit, remaining: limit - 1, reset: 1, resetAt: 2 },
})

/** Sends a request of an account with a budget of 9 from an address whose budget is 5. */
const respond = async (handler: ProtectedHandler, isExceeded: boolean) => {
  const failures: unknown[] = []
  const authenticate = authenticateAgainWith(async () => ({
    account: toId('acc', 'acc_1'),
    budget: 9,
  }))
  const protect = createEdge({
    budget: {
      take: (_, own) => (own === undefined ? budget(5, !isExceeded) : budget(own, true)),
      full: () => budget(5, true),
    },
    authenticate,
    authenticateTiered: authenticate,
    clientAddress: () => '127.0.0.1',
    onFault: (_, error) => failures.push(error),
  })
  const app = new Hono<Env>().all('/v1/thing', protect(handler))
  const response = await app.request('/v1/thing', {
    method: 'POST',
    headers: { authorization: `Bearer ${newKey()}` },
  })
  return {
    status: response.status,
    limit: response.headers.get('ratelimit-limit'),
    remaining: response.headers.get('ratelimit-remaining'),
    failures,
  }
}

test.each([
  ['within the budget of its address', false],
  ['over the budget of its address', true],
])('an operation that fails %s is a 500 with the account’s rate limit', async (_, isExceeded) => {
  const error = new Error('broken')
  const failing = async () => {
    throw error
  }
  expect(await respond(failing, isExceeded)).toEqual({
    status: 500,
    limit: '9',
    remaining: '8',
    failures: [error],
  })
})
