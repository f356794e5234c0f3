import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { CountedRequests, RequestLog } from '../../store/rate-limit/request-log.ts'
import { MemoryCounts, type MemoryCountsOptions } from './memory-counts.ts'

/** A log in memory that rejects writes while it is broken. */
const memoryLog = () => {
  const rows: CountedRequests[] = []
  const state = { broken: false, errors: 0, reads: 0, writes: 0 }
  const log: RequestLog = {
    lastMoment: async () => undefined,
    requestsOf: async (address, after) => {
      state.reads++
      return rows.filter((row) => row.address === address && row.second > after)
    },
    add: async (added) => {
      state.writes++
      if (state.broken) throw new Error('disk full')
      rows.push(...added.map((row) => ({ ...row })))
    },
  }
  return { log, rows, state }
}

/** Returns counts in a log, whose clocks show the given time. */
const countsAt = (
  time: { now: number },
  { log, state }: ReturnType<typeof memoryLog>,
  more: Partial<MemoryCountsOptions> = {},
) =>
  new MemoryCounts({
    windowSeconds: 60,
    clocks: { clock: () => time.now, monotonic: () => time.now, boot: '' },
    log,
    onError: () => {
      state.errors++
    },
    ...more,
  })

/** Fakes timers. Returns the time, and a function that lets it pass. */
const fakeTime = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const time = { now: 1e12 }
  const pass = async (milliseconds: number) => {
    time.now += milliseconds
    await vi.advanceTimersByTimeAsync(milliseconds)
  }
  return { time, pass }
}

test('counts that could not be written are written without another request', async () => {
  const { time, pass } = fakeTime()
  const memory = memoryLog()
  const counts = countsAt(time, memory)
  memory.state.broken = true
  await counts.take('a', 10)
  await counts.save()
  memory.state.broken = false
  await pass(1000)
  expect([memory.rows.length, memory.state.errors]).toEqual([1, 1])
})

test('rows written before the log failed are not written again', async () => {
  const memory = memoryLog()
  const { log, rows, state } = memory
  const { add } = log
  log.add = async (...given) => {
    state.broken = state.writes === 2
    return add(...given)
  }
  const counts = countsAt({ now: 1e12 }, memory)
  for (let i = 0; i < 1000; i++) await counts.take(`address ${i}`, 10)
  await counts.save()
  expect(state.errors).toBe(1)
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.length).toBeLessThan(1000)
  await counts.save()
  expect(rows.map(({ address }) => address).toSorted()).toEqual(
    Array.from({ length: 1000 }, (_, i) => `address ${i}`).toSorted(),
  )
})

test('unsaved addresses stay in memory even over the memory limit', async () => {
  const memory = memoryLog()
  const counts = countsAt({ now: 1e12 }, memory, { bytes: 1000 })
  memory.state.broken = true
  for (let i = 0; i < 1000; i++) await counts.take(`address ${i}`, 1)
  for (let i = 0; i < 3; i++) await counts.save()
  expect(counts.size).toBe(1000)
  expect(await counts.take('address 0', 1)).toMatchObject({ allowed: false })
  memory.state.broken = false
  for (let i = 0; i < 3; i++) await counts.save()
  expect(await counts.take('address 0', 1)).toMatchObject({ allowed: false })
})

test('memory is bounded for any number of addresses with full windows', async () => {
  const addresses = fc.array(fc.nat(60), { minLength: 200, maxLength: 300 })
  await fc.assert(
    fc.asyncProperty(addresses, fc.integer({ min: 2000, max: 8000 }), async (all, bytes) => {
      const time = { now: 1e12 }
      const counts = countsAt(time, memoryLog(), { bytes })
      const expected = new Map<number, number>()
      for (const address of all) {
        time.now += 100
        const { used } = await counts.take(String(address), 1000)
        expected.set(address, (expected.get(address) ?? 0) + 1)
        // Dropped windows are read from the log again.
        expect(used).toBe(expected.get(address))
        await counts.save()
        // A window takes 312 bytes at the least.
        expect(counts.size).toBeLessThanOrEqual(bytes / 312)
      }
      // Those that fit stay in memory.
      expect(counts.size).toBeGreaterThanOrEqual(Math.min(expected.size, Math.floor(bytes / 800)))
    }),
    { numRuns: 30 },
  )
})

test('on a machine whose starts are unknown, the wall clock says how long no server ran', async () => {
  const memory = memoryLog()
  const last = { time: 1e12, wall: 1e12, monotonic: 0, boot: '' }
  memory.log.lastMoment = async () => last
  memory.rows.push({ address: 'a', second: 1e9, requests: 1 })
  const clocks = { clock: () => 1e12 + 59_000, monotonic: () => 3_600_000, boot: '' }
  const counts = countsAt({ now: 0 }, memory, { clocks })
  expect(await counts.take('a', 10)).toMatchObject({ used: 2, reset: 1 })
})

test('concurrent first requests of an address read the log once', async () => {
  const memory = memoryLog()
  const counts = countsAt({ now: 1e12 }, memory)
  const taken = await Promise.all(Array.from({ length: 20 }, () => counts.take('a', 100)))
  expect(memory.state.reads).toBe(1)
  expect(Math.max(...taken.map(({ used }) => used))).toBe(20)
})

test('counts are written once a second while there are requests', async () => {
  const { time, pass } = fakeTime()
  const memory = memoryLog()
  const counts = countsAt(time, memory)
  for (let i = 0; i < 35; i++) {
    await counts.take('a', 100)
    await pass(100)
  }
  expect(memory.state.writes).toBe(3)
  await pass(10_000)
  expect(memory.state.writes).toBe(4)
})
