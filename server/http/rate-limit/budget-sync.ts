import type { MonotonicClock } from '../../domain/clock.ts'
import type {
  CountedRequests,
  LogCursor,
  OthersRequests,
  RequestLog,
} from '../../store/request-log.ts'
import { WriteBehind } from '../../store/write-behind.ts'
import type { Timeline } from './timeline.ts'

const nothingRead: LogCursor = new Map()

/** Returns a log that stores nothing: counts end with the process. */
export const memoryRequestLog = (): RequestLog => ({
  period: 1000,
  batchRows: Number.POSITIVE_INFINITY,
  requestsOf: async () => [],
  sync: async ({ cursor }) => ({
    others: [],
    cursor,
    clock: { now: undefined, offset: 0, newest: 0 },
  }),
  setOffset: async () => {},
})

/** Rows that are kept in memory while the log cannot be written. */
const maxUnsaved = 1_000_000

export type BudgetSyncOptions = {
  log: RequestLog
  windowSeconds: number
  timeline: Timeline
  monotonic: MonotonicClock
  /** Called with the requests that other processes counted. */
  onOthers(others: readonly OthersRequests[]): void
  /** Called when other processes counted requests that `onOthers` was not called with. */
  onMissed(): void
  /** Called after each complete sync. */
  afterSync(): Promise<void>
  /** Called once a second while there are requests, also when a sync failed. */
  onTick(): void
  /** Called when the log cannot be written. The counts are kept and written later. */
  onError(error: unknown): void
}

/**
 * Exchanges counted requests with the log once a second: writes this process's counts and reads those
 * of others. Also keeps the timeline's offset in the log, so that time continues after a restart.
 */
export class BudgetSync {
  readonly #options: BudgetSyncOptions
  readonly #writeBehind: WriteBehind
  #unsaved = new Set<CountedRequests>()
  /** The number of the last row, and of the last row that was sent to the log. */
  #counted = 0
  #sent = 0
  /** The rows that have been read. Undefined before the first sync. */
  #cursor: LogCursor | undefined
  /** The offset that the log should store, and the one that it stores. */
  #correction: { from: number; to: number } | undefined
  /** When the last sync began, and the last that succeeded. */
  #beganAt = Number.NEGATIVE_INFINITY
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined

  constructor(options: BudgetSyncOptions) {
    this.#options = options
    this.#writeBehind = new WriteBehind(() => this.#write(), options.onError)
  }

  /**
   * Counts a request that is written later.
   * @param row the address's last row. The request is added to it if it is of the same second and unsent.
   * @returns the row that holds the request.
   */
  count(address: string, second: number, row: CountedRequests | undefined): CountedRequests {
    // A row that was sent is as it was, even if its sync failed: the log may have it.
    if (row?.second === second && row.number > this.#sent) {
      row.requests++
      return row
    }
    const added = { address, second, number: ++this.#counted, requests: 1 }
    this.#unsaved.add(added)
    return added
  }

  /** Whether a row is not in the log yet. */
  isUnsaved(row: CountedRequests | undefined): boolean {
    return row !== undefined && this.#unsaved.has(row)
  }

  /** Schedules a sync, one period after the last. */
  schedule(): void {
    this.#writeBehind.schedule(this.#untilNext)
  }

  /** Syncs now. Resolves when the sync is done or has failed. */
  async save(): Promise<void> {
    if (this.#cursor !== undefined) await this.#writeBehind.flush()
  }

  /** Returns a promise to await before the first request, and before the first after a pause, is counted. */
  afterPause(): Promise<void> | undefined {
    if (this.#reading) return this.#reading
    const isActive = !this.#writeBehind.isIdle
    if (isActive || this.#options.monotonic() - this.#readAt <= this.#options.log.period)
      return undefined
    this.#reading = this.#writeBehind
      .runExclusive(() => this.#read())
      .finally(() => {
        this.#reading = undefined
      })
    return this.#reading
  }

  /**
   * Reads an address's requests within the window from the log.
   * @param use called with them. A sync after it calls `onOthers` with all further requests.
   */
  async requestsOf<T>(
    address: string,
    use: (requests: readonly { second: number; requests: number }[]) => T,
  ): Promise<T> {
    const { log, timeline, windowSeconds } = this.#options
    for (;;) {
      const cursor = this.#cursor ?? nothingRead
      const after = timeline.second() - windowSeconds
      const requests = await log.requestsOf(address, after, cursor)
      // If a sync ran in between, `onOthers` was called before the address had a window: read again.
      if (cursor === (this.#cursor ?? nothingRead)) return use(requests)
    }
  }

  readonly #untilNext = (): number =>
    Math.max(this.#beganAt + this.#options.log.period - this.#options.monotonic(), 0)

  async #read(): Promise<void> {
    this.#beganAt = this.#options.monotonic()
    const cursor = this.#cursor
    await this.#sync([], true)
    if (cursor !== this.#cursor) this.#options.onMissed()
    await this.#complete()
  }

  async #complete(): Promise<void> {
    const { log, afterSync } = this.#options
    const correction = this.#correction
    this.#correction = undefined
    if (correction) await log.setOffset(correction.from, correction.to)
    await afterSync()
    this.#readAt = this.#beganAt
  }

  async #write(): Promise<void> {
    this.#beganAt = this.#options.monotonic()
    const rows = [...this.#unsaved]
    this.#unsaved = new Set()
    const { batchRows } = this.#options.log
    this.#sent = this.#counted
    let written = 0
    try {
      do {
        await this.#sync(rows.slice(written, written + batchRows), false)
        written += batchRows
      } while (written < rows.length)
      await this.#complete()
    } catch (error) {
      this.#keepUnsaved(rows.slice(written))
      throw error
    } finally {
      this.#options.onTick()
    }
  }

  /** Keeps rows for the next write. Over the maximum, the oldest are dropped. */
  #keepUnsaved(rows: readonly CountedRequests[]): void {
    this.#unsaved = new Set([...rows, ...this.#unsaved].slice(-maxUnsaved))
    this.#writeBehind.schedule()
  }

  async #sync(counted: readonly CountedRequests[], skipsOthers: boolean): Promise<void> {
    const { log, timeline, windowSeconds, onOthers } = this.#options
    const expireUntil = timeline.second() - windowSeconds
    const sent = timeline.now()
    const seen = this.#cursor ?? nothingRead
    const result = await log.sync({ counted, cursor: seen, skipsOthers, expireUntil })
    const { others, cursor, clock } = result
    const to = timeline.sync(clock, sent)
    if (to !== undefined) this.#correction = { from: clock.offset, to }
    this.#cursor = cursor
    onOthers(others)
  }
}
