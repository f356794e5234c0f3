import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newTestDatabase } from '../../../tests/kit/server/test-database.ts'
import { type TestServer, testServer } from '../../../tests/kit/server/test-server.ts'
import { temporaryFolder } from '../../../tests/kit/temporary-folder.ts'
import type { SharedRateLimits } from '../../store/rate-limit/request-log.ts'
import type { Store } from '../../store/store.ts'
import { LeasedCounts, type LeasedCountsOptions } from './leased-counts.ts'

const limit = 1000
const day = 86_400

const sharedOf = ({ requests }: Store): SharedRateLimits => {
  if (!('take' in requests)) throw new Error('no shared rate limits')
  return requests
}

/** Opens a database several times, as servers do. Returns what counts requests on each. */
const serversOf = async (count: number, options: Partial<LeasedCountsOptions> = {}) => {
  const database = await newTestDatabase(temporaryFolder())
  const stores = await Promise.all(Array.from({ length: count }, () => database.open()))
  const servers = stores.map(
    (store) =>
      new LeasedCounts({
        windowSeconds: day,
        monotonic: () => performance.now(),
        shared: sharedOf(store),
        ...options,
      }),
  )
  onTestFinished(async () => {
    for (const server of servers) await server.save()
    await Promise.all(stores.map((store) => store.close()))
    await database.remove()
  })
  const statements = stores.map((store) => vi.spyOn(store, 'all'))
  const returns = stores.map((store) => vi.spyOn(sharedOf(store), 'giveBack'))
  return {
    database,
    stores,
    servers,
    statements: () => statements.reduce((sum, { mock }) => sum + mock.calls.length, 0),
    /** Returns the unused requests of leases that went back. */
    returned: () =>
      returns.flatMap(({ mock }) => mock.calls).reduce((sum, [{ unused }]) => sum + unused, 0),
    /** Takes a request at one of the servers. */
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

test.each([
  [1, 1],
  [3, 1],
  [3, 30],
])(
  '1,000 requests in any order over %i servers, %i at a time, are accepted, and no other',
  async (count, atOnce) => {
    const { take, statements, returned } = await serversOf(count)
    const last = repeat(count, () => limit)
    let before = limit
    await runAll(limit, atOnce, async () => {
      const server = Math.floor(Math.random() * count)
      const { allowed, used } = await take(server)
      expect(allowed).toBe(true)
      if (atOnce > 1) return
      // What one server says rises by returned leases only. Another one may not know its newest requests, and
      // counts its lease.
      const remaining = limit - used
      const withoutReturned = remaining - returned()
      expect(withoutReturned).toBeLessThan(last[server] ?? 0)
      expect(remaining - before).toBeLessThan(100 * count)
      last[server] = withoutReturned
      before = remaining
    })
    expect(statements() / limit).toBeLessThan(count === 1 || atOnce > 1 ? 0.1 : 0.25)
    for (const server of repeat(count, (i) => i))
      expect(await take(server)).toMatchObject({ allowed: false, used: limit })
    // Rejected requests need no database.
    const ended = statements()
    for (const i of repeat(100, (i) => i)) expect(await take(i)).toMatchObject({ allowed: false })
    expect(statements()).toBe(ended)
  },
)

test('a client that sends few requests is counted one by one, by any server', async () => {
  const { take } = await serversOf(2)
  for (const i of repeat(60, (i) => i))
    expect(await take(i)).toMatchObject({ allowed: true, used: i + 1 })
})

test('unused requests of a lease go back after a second, and at a stop', async () => {
  const { take, servers } = await serversOf(2)
  for (const address of ['paused', 'stopped']) {
    for (const _ of repeat(100, () => 0)) await take(0, address)
    expect((await take(1, address)).used).toBeGreaterThan(101)
  }
  await Promise.all(servers.map((server) => server.save()))
  expect((await take(1, 'stopped')).used).toBe(102)
  for (const _ of repeat(100, () => 0)) await take(0, 'again')
  await wait(1200)
  expect((await take(1, 'again')).used).toBe(101)
})

test('the lease of a killed server counts until it leaves the window, and blocks no other', async () => {
  const leaseOfKilled = async (windowSeconds: number) => {
    const { take, stores } = await serversOf(2, { windowSeconds })
    const [store] = stores
    if (!store) throw new Error('no store')
    const killed = new LeasedCounts({
      windowSeconds,
      monotonic: () => performance.now(),
      shared: { ...sharedOf(store), giveBack: async () => {} },
    })
    for (const _ of repeat(100, () => 0)) await killed.take('a', limit)
    const { used } = await take(0)
    expect(used).toBeGreaterThan(101)
    return { take, used }
  }
  const [long, brief] = await Promise.all([day, 3].map(leaseOfKilled))
  await wait(2000)
  let accepted = 0
  while ((await long?.take(accepted))?.allowed) accepted++
  expect(accepted).toBe(limit - (long?.used ?? 0))
  await wait(3000)
  expect((await brief?.take(0))?.used).toBe(1)
})

const failing = (): SharedRateLimits & { state: { broken: boolean } } => {
  const state = { broken: false }
  let used = 0
  const take: SharedRateLimits['take'] = async ({ wanted, extra }) => {
    if (state.broken) throw new Error('no connection')
    used += wanted + extra
    return { now: 1e12, granted: wanted + extra, used, oldest: 1e9, mayReturn: 0 }
  }
  return { take, giveBack: async () => {}, state }
}

test('while the database does not respond, leases are used, then requests fail', async () => {
  const time = { now: 0 }
  const shared = failing()
  const counts = new LeasedCounts({ windowSeconds: day, monotonic: () => time.now, shared })
  // The last of these gets a lease.
  for (const _ of repeat(34, () => 0)) await counts.take('a', limit)
  shared.state.broken = true
  expect(await counts.take('a', limit)).toMatchObject({ allowed: true })
  time.now += 1000
  await expect(counts.take('a', limit)).rejects.toThrow('no connection')
  shared.state.broken = false
  expect(await counts.take('a', limit)).toMatchObject({ allowed: true })
})

test('over a smaller limit, the reset is when the requests fall below it', async () => {
  const time = { now: 1e12 }
  const clock = () => time.now
  const { take } = await serversOf(2, { windowSeconds: 60, monotonic: clock, clock })
  for (const i of repeat(5, (i) => i)) {
    await take(i, 'a', 5)
    time.now += 1000
  }
  expect(await take(0, 'a', 5)).toMatchObject({ allowed: false, reset: 55 })
  expect(await take(0, 'a', 3)).toMatchObject({ allowed: false, reset: 57 })
  time.now += 57_000
  expect(await take(0, 'a', 3)).toMatchObject({ allowed: true, used: 3 })
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
  const { database, take } = await serversOf(3, { windowSeconds, monotonic: clock, clock })
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
