import type { Clock, Steady } from '../../domain/clock.ts'
import { RequestWindow } from '../../domain/request-window.ts'
import { Timeline } from '../../domain/timeline.ts'
import type { Counted } from '../../store/request-log.ts'
import { LogExchange, type RequestLog } from './budget-sync.ts'
import { RecentWindows } from './recent-windows.ts'

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
  /** The row of the log that was counted into last. */
  row: Counted | undefined
  /** The address's tier, and what told it. */
  tier: number
  tierOf: TierOf | undefined
}

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
  readonly #log: LogExchange
  #tierOf: TierOf = () => 0

  constructor(options: BudgetOptions) {
    const { clock, steady, log, windowSeconds, onError, bytes } = options
    this.#options = options
    this.#timeline = new Timeline(clock, steady)
    this.#windows = new RecentWindows(bytes)
    const isNeeded = ({ row }: Tracked) => this.#log.isUnsaved(row)
    this.#log = new LogExchange({
      log,
      windowSeconds,
      timeline: this.#timeline,
      steady,
      onOthers: (others) => this.#hear(others),
      // Windows are read anew as they are wanted.
      onMissed: () => this.#windows.clear(isNeeded),
      onTick: () => this.#windows.tidy(isNeeded),
      afterwards: async () => {
        if (options.tiers) this.#tierOf = await options.tiers()
      },
      onError,
    })
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
    const looking = this.#log.afterPause()
    return looking ? looking.then(() => this.#take(address, tier)) : this.#take(address, tier)
  }

  /** What an address has left; nothing is counted. @param tier as for a request. */
  async look(address: string, tier = 0): Promise<Budget> {
    await this.#log.afterPause()
    this.#log.soon()
    const tracked = this.#windows.get(address) ?? (await this.#read(address))
    const second = this.#roll(tracked)
    const limit = this.#limitOf(tracked, tier)
    return this.#left(tracked, second, limit, tracked.window.total < limit)
  }

  /** What can be said of an address whose requests cannot be read: the headers come on every response. */
  untracked(): Budget {
    const { limit, windowSeconds } = this.#options
    const resetAt = this.#timeline.unixTime(this.#timeline.second()) + windowSeconds
    return { allowed: true, limit, remaining: limit, reset: windowSeconds, resetAt }
  }

  /** Writes what has not been written yet. */
  save(): Promise<void> {
    return this.#log.save()
  }

  #take(address: string, tier: number): Budget | Promise<Budget> {
    this.#log.soon()
    const tracked = this.#windows.get(address)
    if (tracked) return this.#count(tracked, tier)
    return this.#read(address).then((read) => this.#count(read, tier))
  }

  #read(address: string): Promise<Tracked> {
    const reading = this.#reading.get(address) ?? this.#readFromLog(address)
    this.#reading.set(address, reading)
    return reading
  }

  async #readFromLog(address: string): Promise<Tracked> {
    try {
      const rows = await this.#log.requestsOf(address)
      const now = this.#timeline.second()
      const window = new RequestWindow()
      for (const { second, requests } of rows) window.add(Math.min(second, now), requests)
      const tracked = { address, window, row: undefined, tier: 0, tierOf: undefined }
      this.#windows.set(address, tracked)
      return tracked
    } finally {
      this.#reading.delete(address)
    }
  }

  #count(tracked: Tracked, tier: number): Budget {
    const second = this.#roll(tracked)
    const limit = this.#limitOf(tracked, tier)
    const allowed = tracked.window.total < limit
    if (allowed) {
      this.#add(tracked, second, 1)
      tracked.row = this.#log.count(tracked.address, second, tracked.row)
    }
    return this.#left(tracked, second, limit, allowed)
  }

  /** Lets go of what has left the window by now; answers with the second that it is. */
  #roll({ window }: Tracked): number {
    const second = this.#timeline.second()
    window.roll(second - this.#options.windowSeconds)
    return second
  }

  #left({ window }: Tracked, second: number, limit: number, allowed: boolean): Budget {
    const leaves = (window.oldestWithin(limit) ?? second) + this.#options.windowSeconds
    return {
      allowed,
      limit,
      remaining: Math.max(limit - window.total, 0),
      reset: leaves - second,
      resetAt: this.#timeline.unixTime(leaves),
    }
  }

  #limitOf(tracked: Tracked, tier: number): number {
    if (tracked.tierOf !== this.#tierOf) {
      tracked.tierOf = this.#tierOf
      tracked.tier = this.#tierOf(tracked.address)
    }
    return Math.max(this.#options.limit, tracked.tier, tier)
  }

  #add({ window }: Tracked, second: number, requests: number): void {
    const { length } = window
    window.add(second, requests)
    if (window.length > length) this.#windows.grown()
  }

  #hear(others: readonly Counted[]): void {
    const now = this.#timeline.second()
    for (const { address, second, requests } of others) {
      const tracked = this.#windows.get(address)
      if (tracked) this.#add(tracked, Math.min(second, now), requests)
    }
  }
}
