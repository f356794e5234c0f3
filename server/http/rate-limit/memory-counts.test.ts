import { expect, onTestFinished, test, vi } from 'vitest'
import type { CountedRequests, RequestLog } from '../../store/rate-limit/request-log.ts'
import { MemoryCounts, type MemoryCountsOptions } from './memory-counts.ts'

/** A log in memory that rejects writes while it is broken. */
const memoryLog = () => {
  const rows = new Map<string, CountedRequests[]>()
  const state = { broken: false, errors: 0, reads: 0, writes: 0 }
  const log: RequestLog = {
    lastMoment: async () => undefined,
    requestsOf: async (address) => {
      state.reads++
      return rows.get(address) ?? []
    },
    add: async (added) => {
      state.writes++
      if (state.broken) throw new Error('disk full')
      for (const row of added) rows.set(row.address, [...(rows.get(row.address) ?? []), row])
    },
  }
  return { log, rows, state }
}

/** Returns counts in a log. */
const countsIn = (
  { log, state }: ReturnType<typeof memoryLog>,
  more: Partial<MemoryCountsOptions> = {},
) =>
  new MemoryCounts({
    windowSeconds: 60,
    clocks: { clock: () => 1e12, monotonic: () => 1e12, boot: '' },
    log,
    onError: () => {
      state.errors++
    },
    ...more,
  })

test('counts that could not be written are written without another request', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
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
