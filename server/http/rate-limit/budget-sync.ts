import type { Steady } from '../../domain/clock.ts'
import type { Timeline } from '../../domain/timeline.ts'
import type { Counted, Exchange, Exchanged } from '../../store/request-log.ts'
import { WriteBehind } from './write-behind.ts'

/** Where the log of counted requests is kept. Processes share it. */
export type RequestLog = {
  /** An address's requests after a second, of those that were in the log when it was seen. */
  requestsOf(
    address: string,
    after: number,
    seen: number,
  ): Promise<{ second: number; requests: number }[]>
  exchange(exchange: Exchange): Promise<Exchanged>
}

/** A log that keeps no requests: what is counted lives as long as the process. */
export const noRequestLog = (): RequestLog => {
  let offset = 0
  return {
    requestsOf: async () => [],
    exchange: async (exchange) => {
      offset = exchange.offset ?? offset
      return { others: [], seen: 0, newest: 0, offset }
    },
  }
}

/** Rows that are written in one transaction: other writes wait for no more. */
const rowsAtOnce = 100
/** Rows that are kept for a log that cannot be written. */
const mostUnsaved = 1_000_000
/** After so long without a request, what other processes counted is looked at before the next. */
const pauseMilliseconds = 1000

export type LogExchangeOptions = {
  log: RequestLog
  windowSeconds: number
  timeline: Timeline
  steady: Steady
  /** Told what other processes have counted. */
  onOthers(others: readonly Counted[]): void
  /** Told that others have counted what this process has not heard of. */
  onMissed(): void
  /** Done each time when all is exchanged. */
  afterwards(): Promise<void>
  /** Told when a second is over, whether all could be exchanged or not. */
  onTick(): void
  /** Told when the log cannot be written; what was counted is kept and written later. */
  onError(error: unknown): void
}

/**
 * What a process counts goes to the log once a second, and what others have counted comes back. The
 * log's time goes on in this process, and is kept in the log.
 */
export class LogExchange {
  readonly #options: LogExchangeOptions
  readonly #behind: WriteBehind
  #unsaved = new Set<Counted>()
  /** Up to where the log has been seen, and the offset that its time had then. */
  #seen: number | undefined
  #offset: number | undefined
  #lookedAt = Number.NEGATIVE_INFINITY
  #looking: Promise<void> | undefined

  constructor(options: LogExchangeOptions) {
    this.#options = options
    this.#behind = new WriteBehind(() => this.#write(), options.onError)
  }

  /**
   * Keeps a request to be written.
   * @param row the address's last, which it is added to if it is of the same second and not written yet.
   * @returns the row that it is in.
   */
  count(address: string, second: number, row: Counted | undefined): Counted {
    if (row?.second === second && this.#unsaved.has(row)) {
      row.requests++
      return row
    }
    const added = { address, second, requests: 1 }
    this.#unsaved.add(added)
    return added
  }

  /** Whether a row is not in the log yet. */
  isUnsaved(row: Counted | undefined): boolean {
    return row !== undefined && this.#unsaved.has(row)
  }

  /** Has all exchanged in a second. */
  soon(): void {
    this.#behind.soon()
  }

  /** Exchanges all now; answers when it is done, or has failed. */
  async save(): Promise<void> {
    if (this.#seen !== undefined) await this.#behind.now()
  }

  /** To be waited for before a request is counted, the first and any after a pause. */
  afterPause(): Promise<void> | undefined {
    if (this.#looking) return this.#looking
    const isAwake = !this.#behind.isIdle
    if (isAwake || this.#options.steady() - this.#lookedAt <= pauseMilliseconds) return undefined
    this.#looking = this.#behind
      .inTurn(() => this.#look())
      .finally(() => {
        this.#looking = undefined
      })
    return this.#looking
  }

  /** An address's requests that are in the log and count still. */
  async requestsOf(address: string): Promise<{ second: number; requests: number }[]> {
    const { log, timeline, windowSeconds } = this.#options
    for (;;) {
      const seen = this.#seen
      const after = timeline.second() - windowSeconds
      const requests = await log.requestsOf(address, after, seen ?? 0)
      // What others wrote meanwhile has been told already.
      if (seen === this.#seen) return requests
    }
  }

  async #look(): Promise<void> {
    const seen = this.#seen
    await this.#exchange([], undefined)
    if (seen !== this.#seen) this.#options.onMissed()
    await this.#done()
  }

  async #done(): Promise<void> {
    await this.#options.afterwards()
    this.#lookedAt = this.#options.steady()
  }

  async #write(): Promise<void> {
    const rows = [...this.#unsaved]
    this.#unsaved = new Set()
    let written = 0
    try {
      do {
        await this.#exchange(rows.slice(written, written + rowsAtOnce), this.#seen)
        written += rowsAtOnce
      } while (written < rows.length)
      await this.#done()
    } catch (error) {
      this.#keepUnsaved(rows.slice(written))
      throw error
    } finally {
      this.#options.onTick()
    }
  }

  /** What could not be written is tried again, the oldest first, and given up first. */
  #keepUnsaved(rows: readonly Counted[]): void {
    this.#unsaved = new Set([...rows, ...this.#unsaved].slice(-mostUnsaved))
    this.#behind.soon()
  }

  async #exchange(counted: readonly Counted[], seen: number | undefined): Promise<void> {
    const { log, timeline, windowSeconds, onOthers } = this.#options
    const forgetUntil = timeline.second() - windowSeconds
    const isSet = this.#offset !== undefined && timeline.offset !== this.#offset
    const offset = isSet ? timeline.offset : undefined
    const told = await log.exchange({ counted, seen, forgetUntil, offset })
    if (this.#offset === undefined) timeline.resume(told.offset, told.newest)
    else if (timeline.offset === this.#offset) timeline.follow(told.offset)
    this.#seen = told.seen
    this.#offset = told.offset
    onOthers(told.others)
  }
}
