import { setImmediate as nextTurn } from 'node:timers/promises'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { newKey } from '../../domain/api-key.ts'
import { toId } from '../../domain/ids.ts'
import type { Env } from '../kit/env.ts'
import { json } from '../kit/respond.ts'
import { type Authenticated, authenticateAgainWith } from './auth.ts'
import { createEdge, type ProtectedHandler } from './edge.ts'

const left = { allowed: true, limit: 9, remaining: 8, reset: 1, resetAt: 2 }
const caller = (account = 'acc_1', budget: number | null = null): Authenticated => ({
  account: toId('acc', account),
  budget,
})

/** Handles requests with a key whose checks end when the test says so. */
const setUp = (handler: ProtectedHandler) => {
  const checks: PromiseWithResolvers<Authenticated | undefined>[] = []
  const protect = createEdge({
    budget: { take: () => left, full: () => left },
    authenticate: authenticateAgainWith(() => {
      const check = Promise.withResolvers<Authenticated | undefined>()
      checks.push(check)
      return check.promise
    }),
    authenticateTiered: () => undefined,
    clientAddress: () => '127.0.0.1',
    onFault: () => {},
  })
  const handled: string[] = []
  const app = new Hono<Env>().all(
    '/v1/thing',
    protect((context, call, headers) => {
      handled.push(`${context.req.method} ${call.account}`)
      return handler(context, call, headers)
    }),
  )
  const headers = { authorization: `Bearer ${newKey()}` }
  const request = async (method: string, result: Authenticated | undefined | Error) => {
    const responding = app.request('/v1/thing', { method, headers })
    const before = handled.splice(0)
    const check = checks.pop()
    if (result instanceof Error) check?.reject(result)
    else check?.resolve(result)
    const response = await responding
    return {
      ...{ status: response.status, text: await response.text(), before, after: handled.splice(0) },
      limit: response.headers.get('ratelimit-limit'),
    }
  }
  return { request }
}

const reply: ProtectedHandler = (_, { account }, headers) => json(200, account, headers)

test('a read runs while a known key is checked, and a write only afterwards', async () => {
  const { request } = setUp(reply)
  const first = await request('GET', caller())
  expect(first).toMatchObject({ before: [], after: ['GET acc_1'] })
  for (const method of ['GET', 'HEAD'])
    expect(await request(method, caller())).toMatchObject({
      ...{ status: 200, before: [`${method} acc_1`], after: [] },
    })
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
    expect(await request(method, caller())).toMatchObject({
      ...{ status: 200, before: [], after: [`${method} acc_1`] },
    })
})

test('nothing that was read is returned if the key is revoked meanwhile', async () => {
  const { request } = setUp(reply)
  await request('GET', caller())
  expect(await request('GET', undefined)).toMatchObject({ status: 401, text: 'Unauthorized' })
  // The key is forgotten.
  expect(await request('GET', undefined)).toMatchObject({ status: 401, before: [] })
})

test('a read is repeated if the check finds another account or budget', async () => {
  const { request } = setUp(reply)
  await request('GET', caller())
  expect(await request('GET', caller('acc_2'))).toMatchObject({ text: '"acc_2"', limit: '9' })
  expect(await request('GET', caller('acc_2', 20))).toMatchObject({ text: '"acc_2"', limit: '20' })
  expect(await request('GET', caller('acc_2'))).toMatchObject({ before: ['GET acc_2'], limit: '9' })
})

test('a failed check is a 500, and a failed read is none if the key is not valid', async () => {
  const unhandled: unknown[] = []
  const onUnhandled = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', onUnhandled)
  onTestFinished(() => void process.off('unhandledRejection', onUnhandled))
  let isBroken = false
  const { request } = setUp((...all) => {
    if (isBroken) throw new Error('broken')
    return reply(...all)
  })
  await request('GET', caller())
  expect(await request('GET', new Error('broken'))).toMatchObject({ status: 500 })
  isBroken = true
  expect(await request('GET', undefined)).toMatchObject({ status: 401 })
  await nextTurn()
  expect(unhandled).toEqual([])
})

test('the keys of the last ten thousand checks are known', async () => {
  const authenticate = authenticateAgainWith(async () => caller())
  const keys = Array.from({ length: 10_001 }, newKey)
  for (const key of keys) await authenticate(key)?.result
  const known = keys.filter((key) => authenticate(key)?.likely)
  expect([known.length, known.includes(keys[0] ?? '')]).toEqual([10_000, false])
})
