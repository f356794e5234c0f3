import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Counted } from '../store/request-log.ts'
import { testServer } from '../testing/test-server.ts'
import { RequestBudget } from './request-budget.ts'

/** A log in memory, as another process would find it. */
const memoryLog = () => {
  const rows: Counted[] = []
  return {
    rows,
    requestsOf: async (address: string, after: number) =>
      rows.filter((row) => row.address === address && row.second > after),
    logRequests: async (counted: readonly Counted[]) => {
      rows.push(...counted)
    },
  }
}

const budgetAt = (time: { now: number }, limit: number, log = memoryLog()) =>
  new RequestBudget({
    limit,
    windowSeconds: 60,
    clock: () => time.now,
    log,
    onError: (error) => {
      throw error
    },
  })

test('agrees with a log of every request, whatever the times and addresses', async () => {
  const step = fc.record({
    address: fc.constantFrom('a', 'b'),
    wait: fc.oneof(fc.nat(3000), fc.constantFrom(59_000, 60_000, 61_000)),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60 }),
      fc.integer({ min: 1, max: 5 }),
      async (steps, limit) => {
        const time = { now: 1_000_000_000_000 }
        const budget = budgetAt(time, limit)
        const all: { address: string; second: number }[] = []
        for (const { address, wait } of steps) {
          time.now += wait
          const now = Math.floor(time.now / 1000)
          const tracked = all.filter((one) => one.address === address && one.second > now - 60)
          const allowed = tracked.length < limit
          if (allowed) {
            all.push({ address, second: now })
            tracked.push({ address, second: now })
          }
          const resetAt = (tracked[0]?.second ?? now) + 60
          expect(await budget.take(address)).toEqual({
            allowed,
            limit,
            remaining: limit - tracked.length,
            reset: resetAt - now,
            resetAt,
          })
        }
      },
    ),
  )
})

test('waiting for the reset always frees a request', async () => {
  const time = { now: 1_000_000_000_999 }
  const budget = budgetAt(time, 1)
  await budget.take('a')
  time.now += 500
  const { allowed, reset } = await budget.take('a')
  expect(allowed).toBe(false)
  time.now += reset * 1000
  expect((await budget.take('a')).allowed).toBe(true)
})

test('another process finds what this one counted, at most a second late', async () => {
  const time = { now: 1_000_000_000_000 }
  const log = memoryLog()
  const budget = budgetAt(time, 10, log)
  await budget.take('a')
  await budget.take('a')
  time.now += 1000
  await budget.take('a')
  await budget.save()
  await budget.take('a')
  await budget.save()
  expect((await budgetAt(time, 10, log).take('a')).remaining).toBe(5)
})

test('a log that cannot be written loses nothing', async () => {
  const time = { now: 1_000_000_000_000 }
  const log = memoryLog()
  const errors: unknown[] = []
  let broken = true
  const budget = new RequestBudget({
    limit: 10,
    windowSeconds: 60,
    clock: () => time.now,
    log: {
      ...log,
      logRequests: async (counted) => {
        if (broken) throw new Error('disk full')
        await log.logRequests(counted)
      },
    },
    onError: (error) => errors.push(error),
  })
  await budget.take('a')
  await budget.save()
  broken = false
  await budget.take('a')
  await budget.save()
  expect(errors).toHaveLength(1)
  expect(log.rows.reduce((sum, { requests }) => sum + requests, 0)).toBe(2)
})

test('addresses of which nothing is written yet are not let go, however many there are', async () => {
  const budget = new RequestBudget({
    limit: 1,
    windowSeconds: 60,
    clock: () => 1_000_000_000_000,
    log: {
      requestsOf: async () => [],
      logRequests: async () => {
        throw new Error('disk full')
      },
    },
    onError: () => {},
  })
  for (let i = 0; i <= 100_000; i++) await budget.take(`address ${i}`)
  await budget.save()
  expect(await budget.take('address 0')).toMatchObject({ allowed: false })
})

test('a clock that is set back neither frees nor blocks', async () => {
  const time = { now: 1_000_000_000_000 }
  const budget = budgetAt(time, 3)
  await budget.take('a')
  time.now -= 3_600_000
  expect(await budget.take('a')).toMatchObject({ allowed: true, remaining: 1, reset: 60 })
})

test('many first requests of one address read the log once', async () => {
  let reads = 0
  const log = memoryLog()
  const budget = budgetAt({ now: 1e12 }, 100, {
    ...log,
    requestsOf: async () => {
      reads++
      return []
    },
  })
  const taken = await Promise.all(Array.from({ length: 20 }, () => budget.take('a')))
  expect(reads).toBe(1)
  expect(Math.min(...taken.map(({ remaining }) => remaining))).toBe(80)
})

const small = { RATE_LIMIT_BUDGET: '3', RATE_LIMIT_WINDOW_SECONDS: '60' }

describe('over HTTP', () => {
  test('every request under /v1 counts, a 401 too, and one answered 429 does not', async () => {
    const server = await testServer({ demo: false, environment: small })
    const remaining = async (path: string, key?: null) => {
      const { status, headers } = await server.request({ path, ...(key === null ? { key } : {}) })
      return [
        status,
        Number(headers['ratelimit-remaining']),
        Number(headers['x-ratelimit-remaining']),
      ]
    }
    expect(await remaining('/v1/auth')).toEqual([200, 2, 2])
    expect(await remaining('/v1/auth', null)).toEqual([401, 1, 1])
    expect(await remaining('/v1/nothing')).toEqual([404, 0, 0])
    expect(await remaining('/v1/auth')).toEqual([429, 0, 0])
    expect(await remaining('/v1/auth', null)).toEqual([429, 0, 0])
    server.time.now += 60_000
    expect(await remaining('/v1/auth')).toEqual([200, 2, 2])
  })

  test('429 says how long to wait, in the contract’s shape', async () => {
    const server = await testServer({ demo: false, environment: small })
    for (let i = 0; i < 3; i++) await server.get('/v1/auth')
    server.time.now += 20_000
    const answer = await server.get('/v1/products/list')
    expect(answer.status).toBe(429)
    expect(answer.body).toEqual({ message: 'Request budget exceeded' })
    expect(answer.headers['ratelimit-limit']).toBe('3')
    expect(answer.headers['ratelimit-reset']).toBe('40')
    const resetAt = Math.floor(server.time.now / 1000) + 40
    expect(answer.headers['x-ratelimit-reset']).toBe(String(resetAt))
  })

  test('pages are not counted and have no such headers', async () => {
    const server = await testServer({ demo: false, environment: small })
    for (const path of ['/healthz', '/readyz', '/openapi.json', '/docs', '/'])
      for (let i = 0; i < 4; i++) {
        const answer = await server.request({ path, unchecked: true })
        expect(answer.status).not.toBe(429)
        expect(answer.headers['ratelimit-limit']).toBeUndefined()
      }
  })

  test('a log that cannot be read is a 500 with the six headers', async () => {
    const server = await testServer({ demo: false })
    const database = new DatabaseSync(server.config.databaseFile)
    database.exec('drop table request_log')
    database.close()
    const answer = await server.get('/v1/auth')
    expect([answer.status, answer.headers['ratelimit-limit']]).toEqual([500, '1000000'])
  })

  test('a restart does not refill it', async () => {
    const first = await testServer({ demo: false, environment: small })
    await first.get('/v1/auth')
    await first.get('/v1/auth')
    await first.budget.save()
    const second = await testServer({
      demo: false,
      environment: { ...small, DATABASE_URL: `file:${first.config.databaseFile}` },
    })
    expect((await second.get('/v1/auth')).headers['ratelimit-remaining']).toBe('0')
    expect((await second.get('/v1/auth')).status).toBe(429)
  })
})
