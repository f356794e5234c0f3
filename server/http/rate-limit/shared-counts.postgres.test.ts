import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { countingStore } from '../../../tests/kit/server/counting-store.ts'
import { newTestDatabase } from '../../../tests/kit/server/test-database.ts'
import { type TestServer, testServer } from '../../../tests/kit/server/test-server.ts'
import { temporaryFolder } from '../../../tests/kit/temporary-folder.ts'
import { postgresRateLimits } from '../../store/rate-limit/postgres-rate-limits.ts'
import { sharedCounts } from './shared-counts.ts'

const limit = 1000
const day = 86_400

/** Opens a database several times, as servers do. Returns what counts requests on each. */
const serversOf = async (
  count: number,
  options: Omit<Parameters<typeof sharedCounts>[0], 'shared'>,
) => {
  const database = await newTestDatabase(temporaryFolder())
  const stores = await Promise.all(Array.from({ length: count }, () => database.open()))
  const counted = stores.map(countingStore)
  const servers = counted.map(({ store }) =>
    sharedCounts({ shared: postgresRateLimits(store), ...options }),
  )
  onTestFinished(async () => {
    await Promise.all(stores.map((store) => store.close()))
    await database.remove()
  })
  return {
    database,
    /** Returns how many statements a server has run. */
    statementsOf: (server: number) => counted[server]?.count.reads,
    take: async (server: number, address = 'a', most = limit) => {
      const found = servers[server % count]
      if (!found) throw new Error('no server')
      return found.take(address, most)
    },
  }
}

const repeat = <T>(times: number, run: (i: number) => T): T[] =>
  Array.from({ length: times }, (_, i) => run(i))

/** Runs work `times` times, `atOnce` at a time. */
const runAll = async (times: number, atOnce: number, work: (i: number) => Promise<void>) => {
  let next = 0
  const run = async () => {
    while (next < times) await work(next++)
  }
  await Promise.all(repeat(atOnce, run))
}

test('of 1,000 requests at once over three servers, 500 are accepted', async () => {
  const most = limit / 2
  const options = {
    demo: false,
    environment: { RATE_LIMIT_BUDGET: String(most) },
    parts: { monotonic: () => performance.now() },
  }
  const first = await testServer(options)
  const servers: TestServer[] = [first]
  while (servers.length < 3) {
    const parts = { ...options.parts, store: await first.database.open() }
    servers.push(await testServer({ ...options, parts }))
  }
  const statuses = new Map<number, number>()
  await runAll(limit, 100, async (i) => {
    const server = servers[i % servers.length] ?? first
    const { status } = await server.request({ path: '/v1/auth', key: null, unchecked: true })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  })
  expect(Object.fromEntries(statuses)).toEqual({ 401: most, 429: most })
})

test('requests of an address that wait share a statement, and each is counted', async () => {
  const { take, statementsOf } = await serversOf(1, { windowSeconds: day })
  const taken = await Promise.all(repeat(50, () => take(0, 'a', 40)))
  expect(taken.map(({ allowed, used }) => (allowed ? used : 'over'))).toEqual([
    ...repeat(40, (i) => i + 1),
    ...repeat(10, () => 'over'),
  ])
  // The first of them, then all others. The third statement deletes expired rows.
  expect(statementsOf(0)).toBe(3)
})

test('while the database fails, all requests that wait fail, and later ones are counted', async () => {
  let isBroken = true
  let used = 0
  const counts = sharedCounts({
    windowSeconds: day,
    shared: {
      take: async ({ wanted }) => {
        if (isBroken) throw new Error('no connection')
        used += wanted
        return { now: 1e12, granted: wanted, used, oldest: 1e9 }
      },
    },
  })
  const failed = await Promise.allSettled(repeat(3, () => counts.take('a', limit)))
  expect(failed.map(({ status }) => status)).toEqual(repeat(3, () => 'rejected'))
  isBroken = false
  expect(await counts.take('a', limit)).toMatchObject({ allowed: true, used: 1 })
})

test('over a smaller limit, the reset is when the requests fall below it', async () => {
  const time = { now: 1e12 }
  const clock = () => time.now
  const { take } = await serversOf(2, { windowSeconds: 60, clock })
  for (const i of repeat(5, (i) => i)) {
    await take(i, 'a', 5)
    time.now += 1000
  }
  expect(await take(0, 'a', 5)).toMatchObject({ allowed: false, reset: 55 })
  expect(await take(0, 'a', 3)).toMatchObject({ allowed: false, reset: 57 })
  time.now += 57_000
  expect(await take(0, 'a', 3)).toMatchObject({ allowed: true, used: 3 })
})

test('requests that a clock counted too early expire when it is corrected', async () => {
  const time = { now: 1e12 }
  const { take } = await serversOf(2, { windowSeconds: 60, clock: () => time.now })
  for (const i of repeat(4, (i) => i)) {
    if (i > 0) time.now = 2e12
    expect(await take(i, 'a', 3)).toMatchObject({ allowed: true, used: Math.max(i, 1) })
  }
  time.now = 1e12 + 61_000
  expect(await take(0, 'a', 3)).toMatchObject({ allowed: true, used: 1, reset: 60 })
})

type Step = { take: string; server: number } | { pass: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ take: fc.constantFrom('a', 'b'), server: fc.nat(2) }),
  },
  { weight: 3, arbitrary: fc.record({ pass: fc.constantFrom(100, 900, 3000, 20_000, 60_000) }) },
)

test('servers agree with a list of all requests', async () => {
  const windowSeconds = 60
  const time = { now: 1e12 }
  const clock = () => time.now
  const { database, take } = await serversOf(3, { windowSeconds, clock })
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), async (steps) => {
      run++
      const counted: { address: string; second: number }[] = []
      for (const one of steps) {
        if ('pass' in one) {
          time.now += one.pass
          continue
        }
        const now = Math.floor(time.now / 1000)
        const most = one.take === 'a' ? 3 : 5
        const tracked = counted
          .filter(({ address, second }) => address === one.take && second > now - windowSeconds)
          .map(({ second }) => second)
        const allowed = tracked.length < most
        if (allowed) {
          counted.push({ address: one.take, second: now })
          tracked.push(now)
        }
        const [oldest = 0] = tracked.toSorted((a, b) => a - b).slice(-most)
        const { used, ...found } = await take(one.server, `${one.take}${run}`, most)
        expect({ ...found, remaining: Math.max(most - used, 0) }).toEqual({
          allowed,
          remaining: Math.max(most - tracked.length, 0),
          reset: oldest + windowSeconds - now,
        })
      }
    }),
    { numRuns: 15 },
  )
  // Nothing stays of addresses that are not seen any more.
  time.now += 100_000
  await take(0, 'last')
  await expect
    .poll(async () => {
      const { rate_limits, request_log } = await database.rowCounts()
      return [rate_limits, request_log]
    })
    .toEqual([1, 1])
})
