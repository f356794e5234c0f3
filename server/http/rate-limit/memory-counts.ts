import type { Clock, MonotonicClock } from '../../domain/clock.ts'
import type { CountedRequests, LogMoment, RequestLog } from '../../store/rate-limit/request-log.ts'
import { WriteBehind } from '../../store/write-behind.ts'
import type { Counts, Use } from './request-budget.ts'

/** The clocks of a machine. */
export type MachineClocks = {
  clock: Clock
  /** Counts from the start of the machine. */
  monotonic: MonotonicClock
  /** Identifies the start of the machine. Empty if it is unknown. */
  boot: string
}

/**
 * The request log's time: seconds that pass one by one, whatever clock is set. It continues from the last
 * moment in the log. After a restart of the machine, only the wall clock knows how long it was off.
 */
class LogTime {
  readonly #clocks: MachineClocks
  /** Milliseconds that the log's time is ahead of the monotonic clock. */
  readonly #ahead: number

  constructor(clocks: MachineClocks, last: LogMoment | undefined) {
    const { clock, monotonic, boot } = clocks
    this.#clocks = clocks
    this.#ahead = clock() - monotonic()
    if (!last) return
    const elapsed = monotonic() - last.monotonic
    const isSameBoot = boot !== '' && boot === last.boot && elapsed >= 0
    const passed = isSameBoot ? elapsed : Math.max(clock() - last.wall, 0)
    this.#ahead = last.time + passed - monotonic()
  }

  /** Returns the current second. */
  second(): number {
    return Math.floor((this.#clocks.monotonic() + this.#ahead) / 1000)
  }

  /** Returns the current moment, from which the time of another process continues. */
  moment(): LogMoment {
    const { clock, boot } = this.#clocks
    const monotonic = Math.round(this.#clocks.monotonic())
    return { time: Math.round(monotonic + this.#ahead), wall: clock(), monotonic, boot }
  }
}

/**
 * A second and its number of requests in one number: an array of numbers takes eight bytes per entry, and
 * the garbage collector does not scan it. Exact until the year 2242.
 */
const perSecond = 2 ** 20
const secondOf = (entry = 0): number => Math.floor(entry / perSecond)

/** The requests of one address by second, oldest first. */
class RequestWindow {
  #entries: number[] = []
  /** The number of requests. */
  total = 0

  /** The number of seconds with requests. */
  get length(): number {
    return this.#entries.length
  }

  /** Adds requests of the last second or of a later one. */
  add(second: number, requests = 1): void {
    this.total += requests
    const last = this.#entries.length - 1
    const entry = this.#entries[last]
    // An array literal has no spare capacity. Most addresses have one entry.
    if (entry === undefined) this.#entries = [second * perSecond + requests]
    else if (secondOf(entry) === second) this.#entries[last] = entry + requests
    else this.#entries.push(second * perSecond + requests)
  }

  /** Removes all requests up to a second. */
  expire(until: number): void {
    for (;;) {
      const oldest = this.#entries[0]
      if (oldest === undefined || secondOf(oldest) > until) return
      this.total -= oldest % perSecond
      this.#entries.shift()
    }
  }

  /**
   * Returns the second of the oldest among the newest `limit` requests, or undefined without requests.
   * A window can hold more than a limit, because limits differ by tier.
   */
  oldestWithin(limit: number): number | undefined {
    let older = this.total - limit
    const found = this.#entries.find((entry) => {
      older -= entry % perSecond
      return older < 0
    })
    return found === undefined ? undefined : secondOf(found)
  }
}

/** Returns the approximate bytes of a window with its address. */
const bytesOf = ({ length }: RequestWindow): number => 300 + 12 * length

/** Rows that are written in one transaction. */
const batchRows = 100

/** Rows that are kept in memory while the log cannot be written. */
const maxUnsaved = 1_000_000

export type MemoryCountsOptions = {
  windowSeconds: number
  clocks: MachineClocks
  log: RequestLog
  /** Called when the log cannot be written. The counts are kept and written later. */
  onError(error: unknown): void
  /** Approximate bytes of memory for the windows. Default: 64 MiB. */
  bytes?: number
}

type Tracked = {
  address: string
  window: RequestWindow
  /** The row that holds the last request. */
  row: CountedRequests | undefined
}

/**
 * Counts requests in memory, for the only server of a database, and writes them to the log once a second. A
 * restart does not refill a budget; a crash loses at most one second of counts. The unit is a second:
 * all requests of one second leave the window together.
 */
export class MemoryCounts implements Counts {
  readonly #options: MemoryCountsOptions
  readonly #windows = new Map<string, Tracked>()
  readonly #reading = new Map<string, Promise<Tracked>>()
  readonly #writeBehind: WriteBehind
  /** Undefined before the first request. */
  #time: LogTime | undefined
  #unsaved = new Set<CountedRequests>()
  /** Approximate bytes of the windows. */
  #bytes = 0

  constructor(options: MemoryCountsOptions) {
    this.#options = options
    this.#writeBehind = new WriteBehind(() => this.#write(), options.onError)
  }

  /** The number of addresses in memory. The log has the others. */
  get size(): number {
    return this.#windows.size
  }

  take(address: string, limit: number): Use | Promise<Use> {
    this.#writeBehind.schedule()
    const tracked = this.#windows.get(address)
    if (tracked && this.#time) return this.#count(tracked, this.#time, limit)
    return this.#read(address, limit)
  }

  async save(): Promise<void> {
    await this.#writeBehind.flush()
  }

  async #read(address: string, limit: number): Promise<Use> {
    const { log, clocks } = this.#options
    // Concurrent first requests may read the same moment.
    this.#time ??= new LogTime(clocks, await log.lastMoment())
    const time = this.#time
    const reading = this.#reading.get(address) ?? this.#readWindow(address, time)
    this.#reading.set(address, reading)
    return this.#count(await reading, time, limit)
  }

  async #readWindow(address: string, time: LogTime): Promise<Tracked> {
    try {
      const after = time.second() - this.#options.windowSeconds
      const rows = await this.#options.log.requestsOf(address, after)
      const now = time.second()
      const window = new RequestWindow()
      for (const { second, requests } of rows) window.add(Math.min(second, now), requests)
      const tracked = { address, window, row: undefined }
      this.#windows.set(address, tracked)
      this.#bytes += bytesOf(window)
      return tracked
    } finally {
      this.#reading.delete(address)
    }
  }

  #count(tracked: Tracked, time: LogTime, limit: number): Use {
    const { window } = tracked
    const { windowSeconds } = this.#options
    const second = time.second()
    const bytes = bytesOf(window)
    window.expire(second - windowSeconds)
    const allowed = window.total < limit
    if (allowed) this.#add(tracked, second)
    this.#bytes += bytesOf(window) - bytes
    const reset = (window.oldestWithin(limit) ?? second) + windowSeconds - second
    return { allowed, used: window.total, reset }
  }

  #add(tracked: Tracked, second: number): void {
    const { address, window, row } = tracked
    window.add(second)
    // A row that is being written is as it was, even if the write fails: the log may have it.
    if (row?.second === second && this.#unsaved.has(row)) row.requests++
    else {
      tracked.row = { address, second, requests: 1 }
      this.#unsaved.add(tracked.row)
    }
  }

  async #write(): Promise<void> {
    const rows = [...this.#unsaved]
    this.#unsaved = new Set()
    let written = 0
    try {
      for (; this.#time && written < rows.length; written += batchRows) {
        const expireUntil = this.#time.second() - this.#options.windowSeconds
        const batch = rows.slice(written, written + batchRows)
        await this.#options.log.add(batch, this.#time.moment(), expireUntil)
      }
    } catch (error) {
      // They are written with the next ones. Over the maximum, the oldest are dropped.
      this.#unsaved = new Set([...rows.slice(written), ...this.#unsaved].slice(-maxUnsaved))
      this.#writeBehind.schedule()
      throw error
    } finally {
      this.#evict()
    }
  }

  /** Drops the addresses that were read first, until the others fit into memory. The log has them. */
  #evict(): void {
    const { bytes = 64 * 2 ** 20 } = this.#options
    for (const [address, { window, row }] of this.#windows) {
      if (this.#bytes <= bytes) return
      if (row && this.#unsaved.has(row)) continue
      this.#windows.delete(address)
      this.#bytes -= bytesOf(window)
    }
  }
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
