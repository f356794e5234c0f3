import type { Clock } from '../../domain/clock.ts'
import type { CountedRequests, RequestLog } from '../../store/rate-limit/request-log.ts'
import { WriteBehind } from '../../store/write-behind.ts'
import { LogTime, type MachineClocks } from './log-time.ts'
import { RecentAddresses } from './recent-addresses.ts'
import type { Counts, Use } from './request-budget.ts'
import { RequestWindow } from './request-window.ts'

/** Approximate bytes of a window with its address, and of each second in it. */
const windowBytes = 300
const secondBytes = 12

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
  /** Approximate bytes of memory for the windows. */
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
  readonly #windows: RecentAddresses<Tracked>
  readonly #reading = new Map<string, Promise<Tracked>>()
  readonly #writeBehind: WriteBehind
  /** Undefined before the first request. */
  #time: LogTime | undefined
  #unsaved = new Set<CountedRequests>()

  constructor(options: MemoryCountsOptions) {
    this.#options = options
    this.#windows = new RecentAddresses({
      bytesOf: ({ window }) => windowBytes + secondBytes * window.length,
      mustKeep: ({ row }) => row !== undefined && this.#unsaved.has(row),
      bytes: options.bytes,
    })
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
    return this.#read(address).then(({ read, time }) => this.#count(read, time, limit))
  }

  async save(): Promise<void> {
    await this.#writeBehind.flush()
  }

  async #read(address: string): Promise<{ read: Tracked; time: LogTime }> {
    const { log, clocks } = this.#options
    // Concurrent first requests may read the same moment.
    this.#time ??= new LogTime(clocks, await log.lastMoment())
    const time = this.#time
    const reading = this.#reading.get(address) ?? this.#readFromLog(address, time)
    this.#reading.set(address, reading)
    return { read: await reading, time }
  }

  async #readFromLog(address: string, time: LogTime): Promise<Tracked> {
    try {
      const after = time.second() - this.#options.windowSeconds
      const rows = await this.#options.log.requestsOf(address, after)
      const now = time.second()
      const window = new RequestWindow()
      for (const { second, requests } of rows) window.add(Math.min(second, now), requests)
      const tracked = { address, window, row: undefined }
      this.#windows.set(address, tracked)
      return tracked
    } finally {
      this.#reading.delete(address)
    }
  }

  #count(tracked: Tracked, time: LogTime, limit: number): Use {
    const { window } = tracked
    const { windowSeconds } = this.#options
    const second = time.second()
    window.expire(second - windowSeconds)
    const allowed = window.total < limit
    if (allowed) this.#add(tracked, second)
    const reset = (window.oldestWithin(limit) ?? second) + windowSeconds - second
    return { allowed, used: window.total, reset }
  }

  #add(tracked: Tracked, second: number): void {
    const { address, window, row } = tracked
    const { length } = window
    window.add(second)
    if (window.length > length) this.#windows.grow(secondBytes)
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
      this.#keepUnsaved(rows.slice(written))
      throw error
    } finally {
      this.#windows.evict()
    }
  }

  /** Keeps rows for the next write. Over the maximum, the oldest are dropped. */
  #keepUnsaved(rows: readonly CountedRequests[]): void {
    this.#unsaved = new Set([...rows, ...this.#unsaved].slice(-maxUnsaved))
    this.#writeBehind.schedule()
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
