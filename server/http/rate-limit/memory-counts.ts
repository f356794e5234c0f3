import type { Clock, MonotonicClock } from '../../domain/clock.ts'
import type { CountedRequests, LogMoment, RequestLog } from '../../store/rate-limit/request-log.ts'
import { createWriteBehind } from '../../store/write-behind.ts'
import type { RequestCounts, Usage } from './rate-limiter.ts'

type MachineClocks = {
  clock: Clock
  /** Counts from the start of the machine. */
  monotonic: MonotonicClock
  /** Identifies the start of the machine. Empty if it is unknown. */
  boot: string
}

/** The requests of an address within the window: by second, oldest first, and their number. */
type Window = { readonly address: string; readonly seconds: CountedRequests[]; used: number }

/** Seconds of all windows in memory. Each takes at most about 430 bytes, with its window and address. */
const maxSeconds = 150_000

/** Rows that wait while the log cannot be written. */
const maxUnsaved = 1_000_000

export type MemoryCountsOptions = {
  windowSeconds: number
  clocks: MachineClocks
  log: RequestLog
  /** Called when the log cannot be written. The counts are kept and written later. */
  onError(error: unknown): void
}

/**
 * Returns what counts requests in memory, for the only server of a database, and writes them to the log once a second. A
 * restart does not refill a rate limit; a crash loses at most one second of counts. The unit is a second:
 * all requests of one second leave the window together.
 */
export const memoryCounts = ({
  windowSeconds,
  clocks,
  log,
  onError,
}: MemoryCountsOptions): RequestCounts => {
  const windows = new Map<string, Window>()
  const reading = new Map<string, Promise<Window>>()
  /** The seconds with requests that the log does not have, and the number of these. */
  let unsaved = new Map<CountedRequests, number>()
  /** Milliseconds that the log's time is ahead of the monotonic clock. Undefined before the first request. */
  let ahead: number | undefined
  /** Seconds of all windows. */
  let inMemory = 0

  /** Returns the log's time in milliseconds. */
  const time = () => Math.round(clocks.monotonic() + (ahead ?? 0))
  const currentSecond = () => Math.floor(time() / 1000)

  const read = async (address: string): Promise<Window> => {
    // Concurrent first requests may read the same moment.
    ahead ??= aheadOf(clocks, await log.lastMoment())
    const rows = await log.requestsOf(address, currentSecond() - windowSeconds)
    const now = currentSecond()
    const window: Window = { address, seconds: [], used: 0 }
    for (const { second, requests } of rows) add(window, Math.min(second, now), requests)
    windows.set(address, window)
    inMemory += window.seconds.length
    return window
  }

  const count = (window: Window, limit: number): Usage => {
    const second = currentSecond()
    const before = window.seconds.length
    expire(window, second - windowSeconds)
    const allowed = window.used < limit
    if (allowed) keep(add(window, second, 1), 1)
    inMemory += window.seconds.length - before
    const reset = (oldestWithin(window, limit) ?? second) + windowSeconds - second
    return { allowed, used: window.used, reset }
  }

  const keep = (counted: CountedRequests, requests: number): void => {
    unsaved.set(counted, (unsaved.get(counted) ?? 0) + requests)
    writeBehind.schedule()
  }

  /** Drops the addresses that were read first, until the others fit into memory. The log has them. */
  const evict = (): void => {
    for (const [address, { seconds }] of windows) {
      if (inMemory <= maxSeconds) return
      if (seconds.some((counted) => unsaved.has(counted))) continue
      windows.delete(address)
      inMemory -= seconds.length
    }
  }

  const writeBehind = createWriteBehind(async () => {
    const taken = unsaved
    unsaved = new Map()
    const rows = [...taken].map(([counted, requests]) => ({ ...counted, requests }))
    const { clock, monotonic, boot } = clocks
    const moment = { time: time(), wall: clock(), monotonic: Math.round(monotonic()), boot }
    try {
      if (rows.length > 0) await log.add(rows, moment, currentSecond() - windowSeconds)
    } catch (error) {
      for (const each of [...taken].slice(0, maxUnsaved)) keep(...each)
      throw error
    } finally {
      evict()
    }
  }, onError)

  return {
    take: (address, limit) => {
      const window = windows.get(address)
      if (window) return count(window, limit)
      const found = reading.get(address) ?? read(address).finally(() => reading.delete(address))
      reading.set(address, found)
      return found.then((each) => count(each, limit))
    },
    save: writeBehind.flush,
  }
}

/**
 * Returns the milliseconds that the log's time is ahead of the monotonic clock. The log's time passes second by
 * second, whatever clock is set: it continues from the last moment in the log. After a restart of the machine,
 * only the wall clock knows how long it was off.
 */
function aheadOf({ clock, monotonic, boot }: MachineClocks, last?: LogMoment): number {
  if (!last) return clock() - monotonic()
  const elapsed = monotonic() - last.monotonic
  const isSameBoot = boot !== '' && boot === last.boot && elapsed >= 0
  const passed = isSameBoot ? elapsed : Math.max(clock() - last.wall, 0)
  return last.time + passed - monotonic()
}

/** Adds requests of the last second or of a later one. Returns those of that second. */
function add(window: Window, second: number, requests: number): CountedRequests {
  window.used += requests
  const last = window.seconds.at(-1)
  if (last?.second === second) {
    last.requests += requests
    return last
  }
  const counted = { address: window.address, second, requests }
  window.seconds.push(counted)
  return counted
}

/** Removes all requests up to a second. */
function expire(window: Window, until: number): void {
  for (;;) {
    const [oldest] = window.seconds
    if (oldest === undefined || oldest.second > until) return
    window.used -= oldest.requests
    window.seconds.shift()
  }
}

/**
 * Returns the second of the oldest among the newest `limit` requests. A window can hold more than a limit,
 * because limits differ by tier.
 */
function oldestWithin({ seconds, used }: Window, limit: number): number | undefined {
  let older = used - limit
  return seconds.find(({ requests }) => {
    older -= requests
    return older < 0
  })?.second
}

/** Returns counts that end with the process. */
export const unloggedCounts = (windowSeconds: number, clock: Clock): RequestCounts =>
  memoryCounts({
    windowSeconds,
    clocks: { clock, monotonic: clock, boot: '' },
    log: {
      lastMoment: async () => undefined,
      requestsOf: async () => [],
      add: async () => {},
    },
    onError: () => {},
  })
