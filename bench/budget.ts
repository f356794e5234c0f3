import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryRequestLog } from '../server/http/rate-limit/budget-sync.ts'
import { RequestBudget } from '../server/http/rate-limit/request-budget.ts'
import type { RequestLog } from '../server/store/request-log.ts'
import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts'
import { readOptions, say } from './harness.ts'

const usage = `Usage: npm run bench:budget -- [--addresses N]

Measures the rate limit with a thousand to a million client addresses in its log: the time of a
request from a new or a known address, the time to write a row, and the heap. Quote the ratios.

  --addresses N  the final number of addresses (default: 1000000)
`

/** Returns addresses in an order unrelated to their sort order. */
const address = (i: number): string => {
  const mixed = (i * 7_368_787) % 2 ** 24
  return `10.${mixed >> 16}.${(mixed >> 8) & 255}.${mixed & 255}`
}

/** Returns the used heap after garbage collection, in MB. */
const memory = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1e6
}

const windowSeconds = 86_400
/** Requests per second, which are written to the log as one batch. */
const perSecond = 5000

/** Creates a rate limit with a log and its own clock. */
const budgetOn = (log: RequestLog) => {
  const time = { now: 1.8e12 }
  const budget = new RequestBudget({
    limit: 1000,
    windowSeconds,
    clock: () => time.now,
    monotonic: () => time.now,
    log,
    onError: (error) => {
      throw error
    },
  })
  return { budget, time }
}

/** Sends requests from addresses, second by second. Returns microseconds per request and per written row. */
const requests = async (
  { budget, time }: ReturnType<typeof budgetOn>,
  count: number,
  addressOf: (i: number) => string,
) => {
  const spent = { taking: 0, saving: 0 }
  for (let begin = 0; begin < count; begin += perSecond) {
    const start = performance.now()
    for (let i = begin; i < Math.min(begin + perSecond, count); i++) await budget.take(addressOf(i))
    const taken = performance.now()
    await budget.save()
    spent.taking += taken - start
    spent.saving += performance.now() - taken
    time.now += 1000
  }
  return { taking: (spent.taking * 1000) / count, saving: (spent.saving * 1000) / count }
}

const measure = async (addresses: number, file: string) => {
  const store = await openSqliteStore(file)
  let longest = 0
  const stored = store.openRequestLog()
  const log: RequestLog = {
    ...stored,
    sync: async (batch) => {
      const start = performance.now()
      const result = await stored.sync(batch)
      longest = Math.max(longest, performance.now() - start)
      return result
    },
  }
  const first = budgetOn(log)
  await requests(first, addresses, address)
  const inMemory = first.budget.size
  const used = memory()

  const next = budgetOn(log)
  next.time.now = first.time.now
  const sample = Math.min(addresses, 4 * perSecond)
  const stride = Math.floor(addresses / sample)
  const known = await requests(next, sample, (i) => address(i * stride))
  const again = await requests(next, sample, (i) => address(i * stride))
  const fresh = await requests(next, sample, (i) => address(addresses + i))
  next.time.now += windowSeconds * 1000
  const later = await requests(next, sample, (i) => address(i * stride))
  await store.close()
  return {
    fresh: fresh.taking,
    again: again.taking,
    known: known.taking,
    behind: fresh.saving,
    forgetting: later.saving,
    longest,
    inMemory,
    memory: used,
    disk: statSync(file).size / 1e6,
  }
}

type Measured = Awaited<ReturnType<typeof measure>>

const columns: [keyof Measured, string, number][] = [
  ['fresh', 'new, µs', 1],
  ['again', 'again, µs', 1],
  ['known', 'from disk, µs', 1],
  ['behind', 'written, µs', 1],
  ['forgetting', 'and forgotten', 1],
  ['longest', 'longest, ms', 0],
  ['inMemory', 'in memory', 0],
  ['memory', 'heap, MB', 0],
  ['disk', 'disk, MB', 0],
]

const row = (title: string, cells: readonly string[]) =>
  say(`${title.padStart(9)}${cells.map((cell) => cell.padStart(14)).join('')}`)

/** Measures addresses with full windows: one request in each of 1,000 seconds. */
const full = async (): Promise<void> => {
  const before = memory()
  const at = budgetOn({
    ...memoryRequestLog(),
    requestsOf: async (_, after) =>
      Array.from({ length: 999 }, (_, i) => ({ second: after + 80 * (i + 1), requests: 1 })),
  })
  await requests(at, 20_000, address)
  const used = memory() - before
  const { size } = at.budget
  say(`Of 20000 addresses with full windows ${size} are in memory, in ${used.toFixed(0)} MB.\n`)
}

const run = async (most: number): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'merch-bench-'))
  try {
    await full()
    row(
      'addresses',
      columns.map(([, title]) => title),
    )
    const all: Measured[] = []
    for (let addresses = 1000; addresses <= most; addresses *= 10) {
      const measured = await measure(addresses, join(folder, `${addresses}.db`))
      all.push(measured)
      row(
        String(addresses),
        columns.map(([name, , digits]) => measured[name].toFixed(digits)),
      )
    }
    const [first, last] = [all[0], all.at(-1)]
    if (first && last)
      row(
        'ratio',
        columns.map(([name]) => `× ${(last[name] / first[name]).toFixed(1)}`),
      )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const { addresses } = readOptions(usage, { addresses: '1000000' })
await run(Number(addresses))
