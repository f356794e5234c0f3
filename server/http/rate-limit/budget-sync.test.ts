import { expect, onTestFinished, test, vi } from 'vitest'
import type { RequestLog } from '../../store/request-log.ts'
import { budgetAt, memoryLog } from '../../testing/rate-limit/budget-at.ts'
import type { TierOf } from './request-budget.ts'

/** Fakes timers. Returns the time, and a function that lets it pass. */
const fakeTime = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const time = { now: 1e12 }
  const pass = async (milliseconds: number) => {
    time.now += milliseconds
    await vi.advanceTimersByTimeAsync(milliseconds)
  }
  return { time, pass }
}

/** Calls back with the rows of each sync of a log. */
const watched = (log: RequestLog, onSync: (rows: number) => void): RequestLog => ({
  ...log,
  sync: (given) => {
    onSync(given.counted.length)
    return log.sync(given)
  },
})

test('counts are synced once a second while there are requests', async () => {
  const { time, pass } = fakeTime()
  const syncs: number[] = []
  const budget = budgetAt(
    time,
    100,
    watched(memoryLog(), () => syncs.push(time.now - 1e12)),
  )
  for (let i = 0; i < 35; i++) {
    await budget.take('a')
    await pass(100)
  }
  expect(syncs).toEqual([0, 1000, 2000, 3000])
})

test('a request waits for the log only if the last sync began more than a period ago', async () => {
  const time = { now: 1e12 }
  const budget = budgetAt(time, 10)
  await budget.take('a')
  await budget.save()
  time.now += 1000
  expect(budget.take('a')).not.toBeInstanceOf(Promise)
  await budget.save()
  time.now += 1001
  const taken = budget.take('a')
  expect(taken).toBeInstanceOf(Promise)
  expect(await taken).toMatchObject({ remaining: 7 })
})

test('rows are written in batches, without an empty one', async () => {
  const batches: number[] = []
  const budget = budgetAt(
    { now: 1e12 },
    10,
    watched(memoryLog(), (rows) => batches.push(rows)),
  )
  for (let i = 0; i < 200; i++) await budget.take(`address ${i}`)
  await budget.save()
  // The first sync only reads.
  expect(batches).toEqual([0, 100, 100])
})

test('a change of the clock is stored once', async () => {
  const time = { wall: 1e12, monotonic: 0 }
  const log = memoryLog()
  const offsets: [number, number][] = []
  const setOffset: RequestLog['setOffset'] = (from, to) => {
    offsets.push([from, to])
    return log.setOffset(from, to)
  }
  const budget = budgetAt(
    { now: 0 },
    10,
    { ...log, setOffset },
    { clock: () => time.wall, monotonic: () => time.monotonic },
  )
  await budget.take('a')
  time.wall += 3_600_000
  for (let i = 0; i < 3; i++) await budget.save()
  expect(offsets).toEqual([[0, -3600]])
})

test('a lookup knows what others counted during a pause, and counts nothing', async () => {
  const time = { now: 1e12 }
  const log = memoryLog()
  const [budget, other] = [budgetAt(time, 2, log), budgetAt(time, 2, log)]
  await budget.take('a')
  await budget.save()
  time.now += 2000
  await other.take('a')
  await other.save()
  for (let i = 0; i < 2; i++)
    expect(await budget.peek('a')).toEqual({
      ...{ allowed: false, limit: 2, remaining: 0 },
      ...{ reset: 58, resetAt: 1e9 + 60 },
    })
  expect(budget.full()).toMatchObject({ allowed: true, reset: 60, resetAt: 1e9 + 62 })
})

test('addresses that are only looked up do not stay in memory', async () => {
  const { time, pass } = fakeTime()
  const budget = budgetAt(time, 10, memoryLog(), { bytes: 3000 })
  for (let i = 0; i < 100; i++) {
    await budget.peek(`address ${i}`)
    await pass(500)
  }
  expect(budget.size).toBeLessThan(20)
})

test('many requests in one second take no more memory than one', async () => {
  const budget = budgetAt({ now: 1e12 }, 10_000, memoryLog(), { bytes: 4000 })
  for (let i = 0; i < 4; i++) await budget.take(`idle ${i}`)
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 1000; i++) await budget.take('busy')
    await budget.save()
  }
  expect(budget.size).toBe(5)
})

test('an address’s tier is looked up once while no tier has changed', async () => {
  const looked = [0, 0]
  const lookups: TierOf[] = looked.map((_, i) => () => {
    looked[i] = (looked[i] ?? 0) + 1
    return 20 + i
  })
  let current = lookups[0] ?? (() => 0)
  const budget = budgetAt({ now: 1e12 }, 10, memoryLog(), { tiers: async () => current })
  for (let i = 0; i < 5; i++) expect((await budget.take('a')).limit).toBe(20)
  current = lookups[1] ?? current
  await budget.save()
  for (let i = 0; i < 5; i++) expect((await budget.take('a')).limit).toBe(21)
  expect(looked).toEqual([1, 1])
})
