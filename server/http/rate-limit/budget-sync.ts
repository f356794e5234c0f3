import type { MonotonicClock } from '../../domain/clock.ts'
import type { CountedRequests, SyncBatch, SyncResult } from '../../store/request-log.ts'
import type { Timeline } from './timeline.ts'
import { WriteBehind } from './write-behind.ts'

/** The log of counted requests, which several processes share. */
export type BudgetLog = {
  /** Reads an address's requests after a second, from the rows up to a cursor. */
  requestsOf(
    address: string,
    after: number,
    cursor: number,
  ): Promise<{ second: number; requests: number }[]>
  sync(batch: SyncBatch): Promise<SyncResult>
}

/** Returns a log that stores nothing: counts end with the process. */
export const memoryBudgetLog = (): BudgetLog => {
  let offset = 0
  return {
    requestsOf: async () => [],
    sync: async (batch) => {
      offset = batch.offset ?? offset
      return { others: [], cursor: 0, newest: 0, offset }
    },
  }
}

/** Rows of one transaction. Other writes wait for it. */
const batchRows = 100
/** Rows that are kept in memory while the log cannot be written. */
const maxUnsaved = 1_000_000
/** After this many milliseconds without a request, the log is read before the next one is counted. */
const pauseMilliseconds = 1000

export type BudgetSyncOptions = {
  log: BudgetLog
  windowSeconds: number
  timeline: Timeline
  monotonic: MonotonicClock
  /** Called with the requests that other processes counted. */
  onOthers(others: readonly CountedRequests[]): void
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
  /** The last row read, and the timeline's offset in the log at that time. */
  #cursor: number | undefined
  #offset: number | undefined
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined

  constructor(options: BudgetSyncOptions) {
    this.#options = options
    this.#writeBehind = new WriteBehind(() => this.#write(), options.onError)
  }

  /**
   * Counts a request that is written later.
   * @param row the address's last row. The request is added to it if it is of the same second and unsaved.
   * @returns the row that holds the request.
   */
  count(address: string, second: number, row: CountedRequests | undefined): CountedRequests {
    if (row?.second === second && this.#unsaved.has(row)) {
      row.requests++
      return row
    }
    const added = { address, second, requests: 1 }
    this.#unsaved.add(added)
    return added
  }

  /** Whether a row is not in the log yet. */
  isUnsaved(row: CountedRequests | undefined): boolean {
    return row !== undefined && this.#unsaved.has(row)
  }

  /** Schedules a sync in one second. */
  schedule(): void {
    this.#writeBehind.schedule()
  }

  /** Syncs now. Resolves when the sync is done or has failed. */
  async save(): Promise<void> {
    if (this.#cursor !== undefined) await this.#writeBehind.flush()
  }

  /** Returns a promise to await before the first request, and before the first after a pause, is counted. */
  afterPause(): Promise<void> | undefined {
    if (this.#reading) return this.#reading
    const isActive = !this.#writeBehind.isIdle
    if (isActive || this.#options.monotonic() - this.#readAt <= pauseMilliseconds) return undefined
    this.#reading = this.#writeBehind
      .runExclusive(() => this.#read())
      .finally(() => {
        this.#reading = undefined
      })
    return this.#reading
  }

  /** Reads an address's requests within the window from the log. */
  async requestsOf(address: string): Promise<{ second: number; requests: number }[]> {
    const { log, timeline, windowSeconds } = this.#options
    for (;;) {
      const cursor = this.#cursor
      const after = timeline.second() - windowSeconds
      const requests = await log.requestsOf(address, after, cursor ?? 0)
      // If a sync ran in between, `onOthers` was called before the address had a window: read again.
      if (cursor === this.#cursor) return requests
    }
  }

  async #read(): Promise<void> {
    const cursor = this.#cursor
    await this.#sync([], undefined)
    if (cursor !== this.#cursor) this.#options.onMissed()
    await this.#complete()
  }

  async #complete(): Promise<void> {
    await this.#options.afterSync()
    this.#readAt = this.#options.monotonic()
  }

  async #write(): Promise<void> {
    const rows = [...this.#unsaved]
    this.#unsaved = new Set()
    let written = 0
    try {
      do {
        await this.#sync(rows.slice(written, written + batchRows), this.#cursor)
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

  async #sync(counted: readonly CountedRequests[], cursor: number | undefined): Promise<void> {
    const { log, timeline, windowSeconds, onOthers } = this.#options
    const expireUntil = timeline.second() - windowSeconds
    const isChanged = this.#offset !== undefined && timeline.offset !== this.#offset
    const offset = isChanged ? timeline.offset : undefined
    const result = await log.sync({ counted, cursor, expireUntil, offset })
    if (this.#offset === undefined) timeline.resume(result.offset, result.newest)
    else if (timeline.offset === this.#offset) timeline.follow(result.offset)
    this.#cursor = result.cursor
    this.#offset = result.offset
    onOthers(result.others)
  }
}
