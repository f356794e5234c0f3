import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { CountedRequests, RequestLog } from '../../store/request-log.ts'
import { type BudgetOptions, RequestBudget } from './request-budget.ts'

/** A log in memory that several budgets share. */
const memoryLog = () => {
  const rows: CountedRequests[] = []
  let offset = 0
  const log: RequestLog = {
    period: 1000,
    batchRows: 100,
    requestsOf: async (address, after, cursor) =>
      rows
        .slice(0, cursor.get(0) ?? 0)
        .filter((row) => row.address === address && row.second > after),
    sync: async ({ counted, cursor, skipsOthers }) => {
      const others = skipsOthers ? [] : rows.slice(cursor.get(0) ?? 0)
      const isNew = rows.length + counted.length > (cursor.get(0) ?? 0)
      rows.push(...counted.map((row) => ({ ...row })))
      const clock = { now: undefined, offset, newest: rows.at(-1)?.second ?? 0 }
      return { others, cursor: isNew ? new Map([[0, rows.length]]) : cursor, clock }
    },
    setOffset: async (_, to) => {
      offset = to
    },
  }
  return { ...log, rows }
}

/** Returns a budget at a log, whose clocks both show the given time. Errors are thrown. */
const budgetAt = (
  time: { now: number },
  limit: number,
  log: RequestLog = memoryLog(),
  more: Partial<BudgetOptions> = {},
) =>
  new RequestBudget({
    limit,
    windowSeconds: 60,
    clock: () => time.now,
    monotonic: () => time.now,
    log,
    onError: (error) => {
      throw error
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

test('a process knows the requests of another at most two seconds late', async () => {
  const { time, pass } = fakeTime()
  const requests = fc.array(fc.tuple(fc.integer({ min: 1, max: 1500 }), fc.nat(1)), {
    minLength: 20,
    maxLength: 40,
  })
  await fc.assert(
    fc.asyncProperty(requests, async (all) => {
      const log = memoryLog()
      const budgets = [0, 1].map(() => budgetAt(time, 1000, log, { windowSeconds: 1000 }))
      const sent: { at: number; process: number }[] = []
      for (const [wait, process] of all) {
        for (let passed = 0; passed < wait; passed++) await pass(1)
        const { remaining } = (await budgets[process]?.take('a')) ?? { remaining: 0 }
        sent.push({ at: time.now, process })
        const known = sent.filter((one) => one.process === process || one.at <= time.now - 2000)
        expect(1000 - remaining).toBeGreaterThanOrEqual(known.length)
      }
    }),
    { numRuns: 5, endOnFailure: true },
  )
})

test('requests that a sync brings while an address is read are counted', async () => {
  const time = { now: 1e12 }
  const log = memoryLog()
  const other = budgetAt(time, 10, log)
  let reads = 0
  const budget = budgetAt(time, 10, {
    ...log,
    requestsOf: async (...args) => {
      const rows = await log.requestsOf(...args)
      if (++reads === 1) {
        await other.take('a')
        await other.save()
        await budget.save()
      }
      return rows
    },
  })
  expect(await budget.take('a')).toMatchObject({ remaining: 8 })
})

/** A log that rejects writes while it is broken. */
const fragileLog = () => {
  const log = memoryLog()
  const state = { broken: true, errors: 0 }
  const sync: RequestLog['sync'] = async (given) => {
    if (state.broken && given.counted.length > 0) throw new Error('disk full')
    return log.sync(given)
  }
  const onError = () => void state.errors++
  return { log: { ...log, sync }, rows: log.rows, state, onError }
}

test('counts that could not be written are written without another request', async () => {
  const { time, pass } = fakeTime()
  const { log, rows, state, onError } = fragileLog()
  const budget = budgetAt(time, 10, log, { onError })
  await budget.take('a')
  await budget.save()
  state.broken = false
  await pass(1000)
  expect([rows.length, state.errors]).toEqual([1, 1])
})

test('rows written before the log failed are not written again', async () => {
  const { log, rows, state, onError } = fragileLog()
  const budget = budgetAt({ now: 1e12 }, 10, log, { onError })
  state.broken = false
  for (let i = 0; i < 1000; i++) await budget.take(`address ${i}`)
  const sync = log.sync
  let transactions = 0
  log.sync = async (given) => {
    if (++transactions === 3) throw new Error('disk full')
    return sync(given)
  }
  await budget.save()
  expect(state.errors).toBe(1)
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.length).toBeLessThan(1000)
  await budget.save()
  expect(rows.map(({ address }) => address).toSorted()).toEqual(
    Array.from({ length: 1000 }, (_, i) => `address ${i}`).toSorted(),
  )
})

test('unsaved addresses stay in memory even over the memory limit', async () => {
  const { log, state, onError } = fragileLog()
  const budget = budgetAt({ now: 1e12 }, 1, log, { onError, bytes: 1000 })
  for (let i = 0; i < 1000; i++) await budget.take(`address ${i}`)
  for (let i = 0; i < 3; i++) await budget.save()
  expect(budget.size).toBe(1000)
  expect(await budget.take('address 0')).toMatchObject({ allowed: false })
  state.broken = false
  for (let i = 0; i < 3; i++) await budget.save()
  expect(await budget.take('address 0')).toMatchObject({ allowed: false })
})

test('memory is bounded for any number of addresses with full windows', async () => {
  const addresses = fc.array(fc.nat(60), { minLength: 200, maxLength: 300 })
  await fc.assert(
    fc.asyncProperty(addresses, fc.integer({ min: 2000, max: 8000 }), async (all, bytes) => {
      const log = memoryLog()
      const time = { now: 1e12 }
      const budget = budgetAt(time, 1000, log, { bytes })
      const counts = new Map<number, number>()
      for (const address of all) {
        time.now += 100
        const { remaining } = await budget.take(String(address))
        counts.set(address, (counts.get(address) ?? 0) + 1)
        // Dropped windows are read from the log again.
        expect(remaining).toBe(1000 - (counts.get(address) ?? 0))
        await budget.save()
        // A window takes 312 bytes at the least; the half that is filled has one too many.
        expect(budget.size).toBeLessThanOrEqual(bytes / 312 + 2)
      }
    }),
    { numRuns: 30 },
  )
})

test('a changed wall clock neither frees nor blocks requests', async () => {
  const time = { wall: 1e12, monotonic: 0 }
  const budget = budgetAt({ now: 0 }, 2, memoryLog(), {
    clock: () => time.wall,
    monotonic: () => time.monotonic,
  })
  await budget.take('a')
  time.wall -= 3_600_000
  expect(await budget.take('a')).toMatchObject({ allowed: true, remaining: 0, reset: 60 })
  time.wall += 86_400_000
  expect(await budget.take('a')).toMatchObject({ allowed: false, reset: 60 })
  time.wall += 59_000
  time.monotonic += 59_000
  expect(await budget.take('a')).toMatchObject({ allowed: false, reset: 1 })
  time.wall += 1000
  time.monotonic += 1000
  expect(await budget.take('a')).toMatchObject({ allowed: true })
})

test('concurrent first requests of an address read the log once', async () => {
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

test('counts are synced once a second while there are requests', async () => {
  const { time, pass } = fakeTime()
  const syncs: number[] = []
  const log = memoryLog()
  const sync: RequestLog['sync'] = (given) => {
    syncs.push(time.now - 1e12)
    return log.sync(given)
  }
  const budget = budgetAt(time, 100, { ...log, sync })
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
