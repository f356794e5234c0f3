import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../../testkit/temporary-folder.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { RequestBudget } from './request-budget.ts'

const windowSeconds = 60

// Delayed writes run only when the test advances the timers.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A log on disk that can be emptied. */
const requestLog = async () => {
  const file = join(temporaryFolder(), 'test.db')
  const store = await openSqliteStore(file)
  const database = new DatabaseSync(file)
  onTestFinished(async () => {
    database.close()
    await store.close()
  })
  const empty = async () => {
    database.exec('delete from request_log; update request_clock set "offset" = 0')
    // The store shares reads that start in the same turn.
    await nextTurn()
  }
  return { store, empty }
}

type Store = Awaited<ReturnType<typeof requestLog>>['store']

/** A machine whose clock can be changed, which runs one process after another. */
const machine = (store: Store, limit: number) => {
  const time = { wall: 1_800_000_000_000, monotonic: 0 }
  const tiers = new Map<string, number>()
  const start = () =>
    new RequestBudget({
      limit,
      windowSeconds,
      clock: () => time.wall,
      monotonic: () => time.monotonic,
      log: store.openRequestLog(),
      tiers: async () => {
        const read = new Map(tiers)
        return (address) => read.get(address) ?? 0
      },
      onError: (error) => {
        throw error
      },
    })
  const pass = (milliseconds: number) => {
    time.wall += milliseconds
    time.monotonic += milliseconds
  }
  const set = (seconds: number) => {
    time.wall += seconds * 1000
  }
  return { time, tiers, start, pass, set, unix: () => Math.floor(time.wall / 1000) }
}

/** The reference model: a list of all requests, logged and unlogged. */
const model = ({ time, tiers, unix }: ReturnType<typeof machine>, limit: number) => {
  type Request = { address: string; second: number }
  let logged: Request[] = []
  let unlogged: Request[] = []
  /** Seconds that the timeline is ahead of the clock, and the stored value. */
  const ahead = { now: 0, kept: 0 }
  let known = new Map<string, number>()
  let lookedAt = Number.NEGATIVE_INFINITY
  let isIdle = true

  const look = () => {
    const isWritten = unlogged.length > 0
    logged.push(...unlogged)
    unlogged = []
    // A write deletes expired rows.
    const newest = logged.at(-1)
    const after = unix() + ahead.now - windowSeconds
    if (isWritten) logged = logged.filter((one) => one === newest || one.second > after)
    ahead.kept = ahead.now
    known = new Map(tiers)
    lookedAt = time.monotonic
    isIdle = true
  }
  return {
    // A process without requests has nothing to save.
    save: () => {
      if (lookedAt > Number.NEGATIVE_INFINITY) look()
    },
    clockSet: (seconds: number) => {
      ahead.now -= seconds
    },
    restart: () => {
      unlogged = []
      const newest = Math.max(0, ...logged.map(({ second }) => second))
      ahead.now = Math.max(ahead.kept, newest - unix())
      lookedAt = Number.NEGATIVE_INFINITY
      isIdle = true
    },
    take: (address: string, larger: number) => {
      if (isIdle && time.monotonic - lookedAt > 1000) look()
      isIdle = false
      const now = unix() + ahead.now
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
      return { allowed, limit: most, remaining, reset, resetAt: unix() + reset }
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

/** Seconds by which a clock is changed. */
const seconds = fc.constantFrom(-100_000, -3600, -30, -1, 1, 30, 3600, 100_000)

type Step =
  | 'save'
  | { take: string; larger: number; wait: number }
  | { tier: string; by: number }
  | { restart: 'in order' | 'crash'; down: number; set: number }
  | { set: number }

/** A process stops or is killed, and another starts. */
const restart = (how: 'in order' | 'crash', sets: number[]) =>
  fc.record({ restart: fc.constant(how), down: wait, set: fc.constantFrom(...sets) })

/** Seconds by which the clock is changed while no process runs. */
const setMeanwhile = [-3600, -30, 0, 30, 3600]

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ take: address, larger: fc.constantFrom(0, 0, 2), wait }) },
  { weight: 2, arbitrary: fc.constant('save' as const) },
  { weight: 2, arbitrary: fc.record({ set: seconds }) },
  { weight: 1, arbitrary: fc.record({ tier: address, by: fc.nat(3) }) },
  { weight: 1, arbitrary: restart('in order', setMeanwhile) },
  { weight: 1, arbitrary: restart('crash', setMeanwhile) },
)

test('agrees with a list of all requests through changes of tiers, clocks and processes', async () => {
  const { store, empty } = await requestLog()
  const limits = fc.integer({ min: 1, max: 4 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 20, maxLength: 60 }),
      limits,
      async (steps, limit) => {
        await empty()
        const at = machine(store, limit)
        const expected = model(at, limit)
        let budget = at.start()
        const save = async () => {
          await budget.save()
          expected.save()
        }
        for (const one of steps)
          if (one === 'save') await save()
          else if ('tier' in one) at.tiers.set(one.tier, limit + one.by)
          else if ('take' in one) {
            at.pass(one.wait)
            const larger = one.larger && limit + one.larger
            expect(await budget.take(one.take, larger)).toEqual(expected.take(one.take, larger))
          } else if ('restart' in one) {
            if (one.restart === 'in order') await save()
            at.pass(one.down)
            at.set(one.set)
            budget = at.start()
            expected.restart()
          } else {
            at.set(one.set)
            expected.clockSet(one.set)
          }
      },
    ),
  )
})
