import type { Clock, Steady } from '../domain/clock.ts'
import { RequestWindow } from '../domain/request-window.ts'
import { Timeline } from '../domain/timeline.ts'
import type { Counted, Exchange, Exchanged } from '../store/request-log.ts'
import { RecentWindows } from './recent-windows.ts'
import { WriteBehind } from './write-behind.ts'

/** What is left of an address's budget, this request counted if it was allowed. */
export type Budget = {
  allowed: boolean
  limit: number
  remaining: number
  /** Seconds until the oldest tracked request leaves the window. */
  reset: number
  /** The same as a Unix time. */
  resetAt: number
}

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

/** The budget that an address has by its tier; 0 if it has none. */
export type TierOf = (address: string) => number

export type BudgetOptions = {
  /** Requests in a window, for all that have no higher tier. */
  limit: number
  windowSeconds: number
  clock: Clock
  steady: Steady
  log: RequestLog
  /** Reads the tiers; asked once a second while there are requests. The same function, if none has changed. */
  tiers?: () => Promise<TierOf>
  /** Told when the log cannot be written; what was counted is kept and written later. */
  onError(error: unknown): void
  /** About how much memory the windows may take. */
  bytes?: number
}

type Tracked = {
  address: string
  window: RequestWindow
  /** What was counted last and is not in the log yet. */
  unsaved: Counted | undefined
  /** The address's tier, and what told it. */
  tier: number
  tierOf: TierOf | undefined
}

/** Rows of the log that are written in one transaction: other writes wait for no more. */
const rowsAtOnce = 100
/** Rows that are kept for a log that cannot be written. */
const mostUnsaved = 1_000_000
/** After so long without a request, what other processes counted is looked at before the next. */
const pauseMilliseconds = 1000

/**
 * A rolling window for each client address (specification §8). Requests are counted in memory and
 * exchanged with the log once a second: a restart does not refill the budget, a crash loses a second,
 * and what processes on one log count for an address comes together at most two seconds late. A
 * second is the unit: all requests of one second leave the window together.
 */
export class RequestBudget {
  readonly #options: BudgetOptions
  readonly #timeline: Timeline
  readonly #windows: RecentWindows<Tracked>
  readonly #reading = new Map<string, Promise<Tracked>>()
  readonly #behind: WriteBehind
  #unsaved = new Set<Counted>()
  #tierOf: TierOf = () => 0
  /** Up to where the log has been seen, and the offset that it has. */
  #seen: number | undefined
  #offset: number | undefined
  #lookedAt = Number.NEGATIVE_INFINITY
  #looking: Promise<void> | undefined

  constructor(options: BudgetOptions) {
    this.#options = options
    this.#timeline = new Timeline(options.clock, options.steady)
    this.#windows = new RecentWindows(options.bytes)
    this.#behind = new WriteBehind(() => this.#write(), options.onError)
  }

  /** Addresses that are tracked in memory; the log remembers the others. */
  get size(): number {
    return this.#windows.size
  }

  /**
   * Counts a request against an address's budget, unless it is used up.
   * @param tier a budget that the request has whatever its address; the larger one holds.
   */
  take(address: string, tier = 0): Budget | Promise<Budget> {
    const looking = this.#looking ?? this.#lookAfterPause()
    return looking ? looking.then(() => this.#take(address, tier)) : this.#take(address, tier)
  }

  /** What an address has left; nothing is counted. @param tier as for a request. */
  async look(address: string, tier = 0): Promise<Budget> {
    await (this.#looking ?? this.#lookAfterPause())
    this.#behind.soon()
    const tracked = this.#windows.get(address) ?? (await this.#read(address))
    return this.#count(tracked, tier, false)
  }

  /** What can be said of an address whose requests cannot be read: the headers come on every response. */
  untracked(): Budget {
    const { limit, windowSeconds } = this.#options
    const resetAt = this.#timeline.unixTime(this.#timeline.second()) + windowSeconds
    return { allowed: true, limit, remaining: limit, reset: windowSeconds, resetAt }
  }

  /** Writes what has not been written yet. */
  async save(): Promise<void> {
    if (this.#seen !== undefined) await this.#behind.now()
  }

  #take(address: string, tier: number): Budget | Promise<Budget> {
    this.#behind.soon()
    const tracked = this.#windows.get(address)
    if (tracked) return this.#count(tracked, tier)
    return this.#read(address).then((read) => this.#count(read, tier))
  }

  #lookAfterPause(): Promise<void> | undefined {
    const { steady } = this.#options
    if (!this.#behind.isIdle || steady() - this.#lookedAt <= pauseMilliseconds) return undefined
    this.#looking = this.#behind
      .inTurn(() => this.#look())
      .finally(() => {
        this.#looking = undefined
      })
    return this.#looking
  }

  /** If others have written meanwhile, what is in memory is read anew as it is wanted. */
  async #look(): Promise<void> {
    const seen = this.#seen
    this.#seen = undefined
    await this.#exchange([])
    if (seen !== this.#seen) this.#windows.clear((tracked) => this.#isUnsaved(tracked))
    await this.#lookedNow()
  }

  async #lookedNow(): Promise<void> {
    const { steady, tiers } = this.#options
    if (tiers) this.#tierOf = await tiers()
    this.#lookedAt = steady()
  }

  #read(address: string): Promise<Tracked> {
    const reading = this.#reading.get(address) ?? this.#readFromLog(address)
    this.#reading.set(address, reading)
    return reading
  }

  async #readFromLog(address: string): Promise<Tracked> {
    const { log, windowSeconds } = this.#options
    try {
      for (;;) {
        const seen = this.#seen ?? 0
        const second = this.#timeline.second()
        const rows = await log.requestsOf(address, second - windowSeconds, seen)
        // What others wrote meanwhile went to the windows that were there.
        if (seen !== (this.#seen ?? 0)) continue
        const window = new RequestWindow()
        for (const row of rows) window.add(Math.min(row.second, second), row.requests)
        const tracked = { address, window, unsaved: undefined, tier: 0, tierOf: undefined }
        this.#windows.set(address, tracked)
        return tracked
      }
    } finally {
      this.#reading.delete(address)
    }
  }

  #count(tracked: Tracked, tier: number, isRequest = true): Budget {
    const { windowSeconds } = this.#options
    const { window } = tracked
    const second = this.#timeline.second()
    window.roll(second - windowSeconds)
    const limit = Math.max(this.#limitOf(tracked), tier)
    const allowed = window.total < limit
    if (allowed && isRequest) this.#add(tracked, second)
    const leaves = (window.oldestWithin(limit) ?? second) + windowSeconds
    return {
      allowed,
      limit,
      remaining: Math.max(limit - window.total, 0),
      reset: leaves - second,
      resetAt: this.#timeline.unixTime(leaves),
    }
  }

  #limitOf(tracked: Tracked): number {
    if (tracked.tierOf !== this.#tierOf) {
      tracked.tierOf = this.#tierOf
      tracked.tier = this.#tierOf(tracked.address)
    }
    return Math.max(this.#options.limit, tracked.tier)
  }

  #add(tracked: Tracked, second: number): void {
    this.#track(tracked, second, 1)
    const { address, unsaved } = tracked
    if (unsaved?.second === second && this.#unsaved.has(unsaved)) unsaved.requests++
    else {
      tracked.unsaved = { address, second, requests: 1 }
      this.#unsaved.add(tracked.unsaved)
    }
  }

  #track({ window }: Tracked, second: number, requests: number): void {
    const { length } = window
    window.add(second, requests)
    if (window.length > length) this.#windows.grown()
  }

  #isUnsaved({ unsaved }: Tracked): boolean {
    return unsaved !== undefined && this.#unsaved.has(unsaved)
  }

  async #write(): Promise<void> {
    const rows = [...this.#unsaved]
    this.#unsaved = new Set()
    let written = 0
    try {
      do {
        await this.#exchange(rows.slice(written, written + rowsAtOnce))
        written += rowsAtOnce
      } while (written < rows.length)
      await this.#lookedNow()
    } catch (error) {
      this.#keepUnsaved(rows.slice(written))
      throw error
    } finally {
      this.#windows.tidy((tracked) => this.#isUnsaved(tracked))
    }
  }

  /** What could not be written is tried again, the oldest first, and given up first. */
  #keepUnsaved(rows: readonly Counted[]): void {
    this.#unsaved = new Set([...rows, ...this.#unsaved].slice(-mostUnsaved))
    this.#behind.soon()
  }

  async #exchange(counted: readonly Counted[]): Promise<void> {
    const { log, windowSeconds } = this.#options
    const timeline = this.#timeline
    const forgetUntil = timeline.second() - windowSeconds
    const moved = this.#offset !== undefined && timeline.offset !== this.#offset
    const { others, seen, newest, offset } = await log.exchange({
      counted,
      seen: this.#seen,
      forgetUntil,
      offset: moved ? timeline.offset : undefined,
    })
    if (this.#offset === undefined) timeline.resume(offset, newest)
    else if (timeline.offset === this.#offset) timeline.follow(offset)
    this.#seen = seen
    this.#offset = offset
    const second = timeline.second()
    for (const other of others) {
      const tracked = this.#windows.get(other.address)
      if (tracked) this.#track(tracked, Math.min(other.second, second), other.requests)
    }
  }
}
