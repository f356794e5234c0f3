import type { Clock, MonotonicClock } from '../../domain/clock.ts'
import type { CountedRequests, LogMoment, RequestLog } from '../../store/rate-limit/request-log.ts'
import { WriteBehind } from '../../store/write-behind.ts'
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
 * Counts requests in memory, for the only server of a database, and writes them to the log once a second. A
 * restart does not refill a rate limit; a crash loses at most one second of counts. The unit is a second:
 * all requests of one second leave the window together.
 */
export class MemoryCounts implements RequestCounts {
  readonly #options: MemoryCountsOptions
  readonly #windows = new Map<string, Window>()
  readonly #reading = new Map<string, Promise<Window>>()
  /** The seconds with requests that the log does not have, and the number of these. */
  #unsaved = new Map<CountedRequests, number>()
  readonly #writeBehind: WriteBehind
  /** Milliseconds that the log's time is ahead of the monotonic clock. Undefined before the first request. */
  #ahead: number | undefined
  #seconds = 0

  constructor(options: MemoryCountsOptions) {
    this.#options = options
    this.#writeBehind = new WriteBehind(() => this.#write(), options.onError)
  }

  take(address: string, limit: number): Usage | Promise<Usage> {
    const window = this.#windows.get(address)
    if (window) return this.#count(window, limit)
    const reading =
      this.#reading.get(address) ?? this.#read(address).finally(() => this.#reading.delete(address))
    this.#reading.set(address, reading)
    return reading.then((read) => this.#count(read, limit))
  }

  save(): Promise<void> {
    return this.#writeBehind.flush()
  }

  /** Returns the log's time in milliseconds. */
  #time(): number {
    return Math.round(this.#options.clocks.monotonic() + (this.#ahead ?? 0))
  }

  #second(): number {
    return Math.floor(this.#time() / 1000)
  }

  async #read(address: string): Promise<Window> {
    const { log, clocks, windowSeconds } = this.#options
    // Concurrent first requests may read the same moment.
    this.#ahead ??= aheadOf(clocks, await log.lastMoment())
    const rows = await log.requestsOf(address, this.#second() - windowSeconds)
    const now = this.#second()
    const window: Window = { address, seconds: [], used: 0 }
    for (const { second, requests } of rows) add(window, Math.min(second, now), requests)
    this.#windows.set(address, window)
    this.#seconds += window.seconds.length
    return window
  }

  #count(window: Window, limit: number): Usage {
    const { windowSeconds } = this.#options
    const second = this.#second()
    const before = window.seconds.length
    expire(window, second - windowSeconds)
    const allowed = window.used < limit
    if (allowed) this.#save(add(window, second, 1), 1)
    this.#seconds += window.seconds.length - before
    const reset = (oldestWithin(window, limit) ?? second) + windowSeconds - second
    return { allowed, used: window.used, reset }
  }

  #save(counted: CountedRequests, requests: number): void {
    this.#unsaved.set(counted, (this.#unsaved.get(counted) ?? 0) + requests)
    this.#writeBehind.schedule()
  }

  async #write(): Promise<void> {
    const { log, clocks, windowSeconds } = this.#options
    const taken = this.#unsaved
    this.#unsaved = new Map()
    const rows = [...taken].map(([counted, requests]) => ({ ...counted, requests }))
    const { clock, monotonic, boot } = clocks
    const moment = { time: this.#time(), wall: clock(), monotonic: Math.round(monotonic()), boot }
    try {
      if (rows.length > 0) await log.add(rows, moment, this.#second() - windowSeconds)
    } catch (error) {
      for (const each of [...taken].slice(0, maxUnsaved)) this.#save(...each)
      throw error
    } finally {
      this.#evict()
    }
  }

  /** Drops the addresses that were read first, until the others fit into memory. The log has them. */
  #evict(): void {
    for (const [address, { seconds }] of this.#windows) {
      if (this.#seconds <= maxSeconds) return
      if (seconds.some((counted) => this.#unsaved.has(counted))) continue
      this.#windows.delete(address)
      this.#seconds -= seconds.length
    }
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
export const memoryCounts = (windowSeconds: number, clock: Clock): MemoryCounts =>
  new MemoryCounts({
    windowSeconds,
    clocks: { clock, monotonic: clock, boot: '' },
    log: {
      lastMoment: async () => undefined,
      requestsOf: async () => [],
      add: async () => {},
    },
    onError: () => {},
  })
