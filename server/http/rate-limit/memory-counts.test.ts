import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../../tests/kit/temporary-folder.ts'
import type { CountedRequests, RequestLog } from '../../store/rate-limit/request-log.ts'
import { openSqliteStore } from '../../store/sqlite.ts'
import { type MemoryCountsOptions, memoryCounts } from './memory-counts.ts'
import { cachedRead, createRateLimiter } from './rate-limiter.ts'

const windowSeconds = 60

// Delayed writes run only when the test advances the timers.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A log in memory that rejects writes while it is broken. */
const memoryLog = () => {
  const rows = new Map<string, CountedRequests[]>()
  const state = { broken: false, errors: 0, reads: 0 }
  const log: RequestLog = {
    lastMoment: async () => undefined,
    requestsOf: async (address) => {
      state.reads++
      return rows.get(address) ?? []
    },
    add: async (added) => {
      if (state.broken) throw new Error('disk full')
      for (const row of added) rows.set(row.address, [...(rows.get(row.address) ?? []), row])
    },
  }
  return { log, rows, state }
}

const countsIn = (
  { log, state }: ReturnType<typeof memoryLog>,
  more: Partial<MemoryCountsOptions> = {},
) =>
  memoryCounts({
    windowSeconds,
    clocks: { clock: () => 1e12, monotonic: () => 1e12, boot: '' },
    log,
    onError: () => {
      state.errors++
    },
    ...more,
  })

test('counts that could not be written are written without another request', async () => {
  const memory = memoryLog()
  const counts = countsIn(memory)
  memory.state.broken = true
  await counts.take('a', 10)
  await counts.save()
  memory.state.broken = false
  await vi.advanceTimersByTimeAsync(1000)
  expect([memory.rows.size, memory.state.errors]).toEqual([1, 1])
})

test('memory is bounded for any number of addresses, and no count is lost', async () => {
  const memory = memoryLog()
  const { state } = memory
  let now = 1e12
  const clocks = { clock: () => now, monotonic: () => now, boot: '' }
  const counts = countsIn(memory, { clocks })
  state.broken = true
  const addresses = Array.from({ length: 16_000 }, (_, i) => `address ${i}`)
  for (let seconds = 1; seconds <= 10; seconds++) {
    for (const address of addresses) await counts.take(address, 11)
    now += 1000
  }
  await counts.save()
  // What the log does not have stays in memory.
  expect(await counts.take('address 0', 1)).toMatchObject({ allowed: false })
  state.broken = false
  await counts.save()
  state.reads = 0
  const taken = await Promise.all(addresses.map((address) => counts.take(address, 11)))
  expect(taken.filter(({ used }) => used !== 11)).toEqual([])
  expect(state.reads).toBeGreaterThan(500)
})

test('on a machine whose starts are unknown, the wall clock says how long no server ran', async () => {
  const memory = memoryLog()
  const last = { time: 1e12, wall: 1e12, monotonic: 0, boot: '' }
  memory.log.lastMoment = async () => last
  memory.rows.set('a', [{ address: 'a', second: 1e9, requests: 1 }])
  const clocks = { clock: () => 1e12 + 59_000, monotonic: () => 3_600_000, boot: '' }
  const counts = countsIn(memory, { clocks })
  expect(await counts.take('a', 10)).toMatchObject({ used: 2, reset: 1 })
})

test('concurrent first requests of an address are all counted', async () => {
  const counts = countsIn(memoryLog())
  const taken = await Promise.all(Array.from({ length: 20 }, () => counts.take('a', 100)))
  expect(Math.max(...taken.map(({ used }) => used))).toBe(20)
})

/** A log on disk that can be emptied. */
const requestLog = async () => {
  const file = join(temporaryFolder(), 'test.db')
  const store = await openSqliteStore(file)
  const { requests } = store
  if ('take' in requests) throw new Error('not a log')
  const database = new DatabaseSync(file)
  onTestFinished(async () => {
    database.close()
    await store.close()
  })
  const empty = async () => {
    database.exec('delete from request_log; delete from request_clock')
    // The store shares reads that start in the same turn.
    await nextTurn()
  }
  return { log: requests, empty }
}

/** A machine whose clock can be set, which runs one process after another. */
const machine = (log: RequestLog, limit: number) => {
  const time = { wall: 1_800_000_000_000, monotonic: 5_000_000, boots: 0 }
  const tiers = new Map<string, number>()
  const start = () => {
    const clock = () => time.wall
    const monotonic = () => time.monotonic
    const clocks = { clock, monotonic, boot: `boot ${time.boots}` }
    const onError = (error: unknown) => {
      throw error
    }
    return createRateLimiter({
      limit,
      windowSeconds,
      clock,
      counts: memoryCounts({ windowSeconds, clocks, log, onError }),
      tiers: cachedRead(async () => {
        const read = new Map(tiers)
        return (address: string) => read.get(address) ?? 0
      }, monotonic),
    })
  }
  const pass = (milliseconds: number) => {
    time.wall += milliseconds
    time.monotonic += milliseconds
  }
  const set = (seconds: number) => {
    time.wall += seconds * 1000
  }
  const boot = () => {
    time.monotonic = 1000
    time.boots++
  }
  return { time, tiers, start, pass, set, boot }
}

/** The reference model: a list of all requests, logged and unlogged. */
const model = ({ time, tiers }: ReturnType<typeof machine>, limit: number) => {
  type Request = { address: string; second: number }
  const logged: Request[] = []
  let unlogged: Request[] = []
  /** The clocks at the last write, and the milliseconds that have passed in the log by then. */
  let last: (typeof time & { passed: number }) | undefined
  /** Milliseconds that the log's time is ahead of the monotonic clock. */
  let ahead: number | undefined
  let known = new Map<string, number>()
  let lookedAt = Number.NEGATIVE_INFINITY

  const begin = (): number => {
    if (!last) return time.wall - time.monotonic
    if (last.boots === time.boots) return last.passed - last.monotonic
    return last.passed + Math.max(time.wall - last.wall, 0) - time.monotonic
  }
  const passed = (): number => {
    ahead ??= begin()
    return time.monotonic + ahead
  }
  return {
    save: () => {
      if (unlogged.length === 0) return
      logged.push(...unlogged)
      unlogged = []
      last = { ...time, passed: passed() }
    },
    restart: () => {
      unlogged = []
      ahead = undefined
      lookedAt = Number.NEGATIVE_INFINITY
    },
    take: (address: string, larger: number) => {
      if (time.monotonic - lookedAt >= 1000) {
        known = new Map(tiers)
        lookedAt = time.monotonic
      }
      const now = Math.floor(passed() / 1000)
      const tracked = [...logged, ...unlogged]
        .filter((one) => one.address === address && one.second > now - windowSeconds)
        .map(({ second }) => second)
      const most = Math.max(limit, known.get(address) ?? 0, larger)
      const allowed = tracked.length < most
      if (allowed) {
        unlogged.push({ address, second: now })
        tracked.push(now)
      }
      const [oldest = 0] = tracked.toSorted((a, b) => a - b).slice(-most)
      const reset = oldest + windowSeconds - now
      const remaining = Math.max(most - tracked.length, 0)
      const resetAt = Math.floor(time.wall / 1000) + reset
      return { allowed, limit: most, remaining, reset, resetAt }
    },
  }
}

const address = fc.constantFrom('a', 'b')
/** Milliseconds, the bounds of the window included. */
const wait = fc.oneof(
  { weight: 9, arbitrary: fc.nat(3000) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(1000, windowSeconds * 1000 - 1000, windowSeconds * 1000),
  },
)

/** Seconds by which a clock is set. */
const seconds = fc.constantFrom(-100_000, -3600, -30, -1, 1, 30, 3600, 100_000)

type Step =
  | 'save'
  | { take: string; larger: number; wait: number }
  | { tier: string; by: number }
  | { restart: 'in order' | 'crash'; boots: boolean; down: number }
  | { set: number }

const restart = fc.record({
  restart: fc.constantFrom('in order' as const, 'crash' as const),
  boots: fc.boolean(),
  down: wait,
})

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ take: address, larger: fc.constantFrom(0, 0, 2), wait }) },
  { weight: 2, arbitrary: fc.constant('save' as const) },
  { weight: 2, arbitrary: fc.record({ set: seconds }) },
  { weight: 1, arbitrary: fc.record({ tier: address, by: fc.nat(3) }) },
  { weight: 2, arbitrary: restart },
)

test('agrees with a list of all requests through changes of tiers, clocks, processes and machines', async () => {
  const { log, empty } = await requestLog()
  const limits = fc.integer({ min: 1, max: 4 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 20, maxLength: 60 }),
      limits,
      async (steps, limit) => {
        await empty()
        const at = machine(log, limit)
        const expected = model(at, limit)
        let rateLimiter = at.start()
        const save = async () => {
          await rateLimiter.save()
          expected.save()
        }
        for (const one of steps)
          if (one === 'save') await save()
          else if ('tier' in one) at.tiers.set(one.tier, limit + one.by)
          else if ('set' in one) at.set(one.set)
          else if ('take' in one) {
            at.pass(one.wait)
            const larger = one.larger && limit + one.larger
            expect(await rateLimiter.take(one.take, larger)).toEqual(
              expected.take(one.take, larger),
            )
          } else {
            if (one.restart === 'in order') await save()
            at.pass(one.down)
            if (one.boots) at.boot()
            rateLimiter = at.start()
            expected.restart()
          }
      },
    ),
  )
})
