import type { Clock, MonotonicClock } from '../../domain/clock.ts'
import type { CountedRequests, OthersRequests, RequestLog } from '../../store/request-log.ts'
import { BudgetSync } from './budget-sync.ts'
import { RecentWindows } from './recent-windows.ts'
import { RequestWindow } from './request-window.ts'
import { Timeline } from './timeline.ts'

/** An address's budget after a request. The request is counted if it was allowed. */
export type Budget = {
  allowed: boolean
  limit: number
  remaining: number
  /** Seconds until the oldest tracked request leaves the window. */
  reset: number
  /** The same moment as a Unix time in seconds. */
  resetAt: number
}

/** Returns the budget of an address's tier, or 0 without a tier. */
export type TierOf = (address: string) => number

export type BudgetOptions = {
  /** Requests per window of an address without a higher tier. */
  limit: number
  windowSeconds: number
  clock: Clock
  monotonic: MonotonicClock
  log: RequestLog
  /** Reads the tiers once a second while there are requests. Returns the same function while none has changed. */
  tiers?: () => Promise<TierOf>
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
  /** The address's tier, and the lookup that it is from. */
  tier: number
  tierOf: TierOf
}

/**
 * A rolling window of requests per client address (specification §8). Requests are counted in memory
 * and synced with the log once a second. A restart does not refill the budget; a crash loses at most
 * one second of counts. Processes that share a log see each other's counts at most two seconds late.
 * The unit is a second: all requests of one second leave the window together.
 */
export class RequestBudget {
  readonly #options: BudgetOptions
  readonly #timeline: Timeline
  readonly #windows: RecentWindows<Tracked>
  readonly #reading = new Map<string, Promise<Tracked>>()
  readonly #sync: BudgetSync
  #tierOf: TierOf = () => 0

  constructor(options: BudgetOptions) {
    const { clock, monotonic, log, windowSeconds, onError, bytes } = options
    this.#options = options
    this.#timeline = new Timeline(clock, monotonic)
    this.#windows = new RecentWindows(bytes)
    const mustKeep = ({ row }: Tracked) => this.#sync.isUnsaved(row)
    this.#sync = new BudgetSync({
      log,
      windowSeconds,
      timeline: this.#timeline,
      monotonic,
      onOthers: (others) => this.#addOthers(others),
      // Dropped windows are read from the log on their next request.
      onMissed: () => this.#windows.clear(mustKeep),
      onTick: () => this.#windows.evict(mustKeep),
      afterSync: async () => {
        if (options.tiers) this.#tierOf = await options.tiers()
      },
      onError,
    })
  }

  /** The number of addresses in memory. The log has the others. */
  get size(): number {
    return this.#windows.size
  }

  /**
   * Counts a request against an address's budget, unless the budget is used up.
   * @param tier the account's budget. The larger of it and the address's applies.
   */
  take(address: string, tier = this.#options.limit): Budget | Promise<Budget> {
    const reading = this.#sync.afterPause()
    return reading ? reading.then(() => this.#take(address, tier)) : this.#take(address, tier)
  }

  /** Returns an address's budget without counting a request. @param tier as in `take`. */
  async peek(address: string, tier = this.#options.limit): Promise<Budget> {
    const tracked = await this.#found(address)
    const second = this.#expire(tracked)
    const limit = this.#limitOf(tracked, tier)
    return this.#budget(tracked, second, limit, tracked.window.total < limit)
  }

  /** Returns a full budget, for responses whose address's requests could not be read. */
  full(): Budget {
    const { limit, windowSeconds } = this.#options
    const resetAt = this.#timeline.unixTime(this.#timeline.second()) + windowSeconds
    return { allowed: true, limit, remaining: limit, reset: windowSeconds, resetAt }
  }

  /** Writes all counts to the log. */
  save(): Promise<void> {
    return this.#sync.save()
  }

  async #found(address: string): Promise<Tracked> {
    await this.#sync.afterPause()
    this.#sync.schedule()
    return this.#windows.get(address) ?? this.#read(address)
  }

  #take(address: string, tier: number): Budget | Promise<Budget> {
    this.#sync.schedule()
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
      return await this.#sync.requestsOf(address, (rows) => {
        const now = this.#timeline.second()
        const window = new RequestWindow()
        for (const { second, requests } of rows) window.add(Math.min(second, now), requests)
        const tierOf = this.#tierOf
        const tracked = { address, window, row: undefined, tier: tierOf(address), tierOf }
        this.#windows.set(address, tracked)
        return tracked
      })
    } finally {
      this.#reading.delete(address)
    }
  }

  #count(tracked: Tracked, tier: number): Budget {
    const second = this.#expire(tracked)
    const limit = this.#limitOf(tracked, tier)
    const allowed = tracked.window.total < limit
    if (allowed) {
      this.#add(tracked, second, 1)
      tracked.row = this.#sync.count(tracked.address, second, tracked.row)
    }
    return this.#budget(tracked, second, limit, allowed)
  }

  /** Drops the requests that have left the window. Returns the current second. */
  #expire({ window }: Tracked): number {
    const second = this.#timeline.second()
    window.expire(second - this.#options.windowSeconds)
    return second
  }

  #budget({ window }: Tracked, second: number, limit: number, allowed: boolean): Budget {
    const resetSecond = (window.oldestWithin(limit) ?? second) + this.#options.windowSeconds
    return {
      allowed,
      limit,
      remaining: Math.max(limit - window.total, 0),
      reset: resetSecond - second,
      resetAt: this.#timeline.unixTime(resetSecond),
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
    if (window.length > length) this.#windows.grow()
  }

  #addOthers(others: readonly OthersRequests[]): void {
    const now = this.#timeline.second()
    for (const { address, second, requests } of others) {
      const tracked = this.#windows.get(address)
      if (tracked) this.#add(tracked, Math.min(second, now), requests)
    }
  }
}
