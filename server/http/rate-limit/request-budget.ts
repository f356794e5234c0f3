import type { Clock } from '../../domain/clock.ts'

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

/** An address's requests after one that is counted if it is within the limit. */
export type Use = {
  allowed: boolean
  /** The requests within the window. */
  used: number
  /** Seconds until the oldest of them leaves the window. */
  reset: number
}

/** Counts the requests of addresses within a rolling window. */
export type Counts = {
  /** Counts a request of an address, unless the limit is reached. */
  take(address: string, limit: number): Use | Promise<Use>
  /** Writes everything that only this process knows. */
  save(): Promise<void>
}

/** Returns the budget of an address's tier, or 0 without a tier. */
export type TierOf = (address: string) => number

export type BudgetOptions = {
  /** Requests per window of an address without a higher tier. */
  limit: number
  windowSeconds: number
  clock: Clock
  counts: Counts
  /** Returns the tiers, which it may keep for a second. */
  tiers?: () => TierOf | Promise<TierOf>
}

/** A rolling window of requests per client address (specification §8). */
export class RequestBudget {
  readonly #options: BudgetOptions

  constructor(options: BudgetOptions) {
    this.#options = options
  }

  /**
   * Counts a request against an address's budget, unless the budget is used up.
   * @param tier the account's budget. The largest of it, the address's and the default applies.
   */
  take(address: string, tier = 0): Budget | Promise<Budget> {
    const tierOf = this.#options.tiers?.()
    return tierOf instanceof Promise
      ? tierOf.then((read) => this.#take(address, Math.max(tier, read(address))))
      : this.#take(address, Math.max(tier, tierOf?.(address) ?? 0))
  }

  /** Returns a full budget, for responses whose address's requests could not be read. */
  full(): Budget {
    const { limit, windowSeconds } = this.#options
    return this.#budget(limit, { allowed: true, used: 0, reset: windowSeconds })
  }

  /** Writes all counts to the database. */
  save(): Promise<void> {
    return this.#options.counts.save()
  }

  #take(address: string, tier: number): Budget | Promise<Budget> {
    const limit = Math.max(tier, this.#options.limit)
    const use = this.#options.counts.take(address, limit)
    return use instanceof Promise
      ? use.then((counted) => this.#budget(limit, counted))
      : this.#budget(limit, use)
  }

  #budget(limit: number, { allowed, used, reset }: Use): Budget {
    const resetAt = Math.floor(this.#options.clock() / 1000) + reset
    return { allowed, limit, remaining: Math.max(limit - used, 0), reset, resetAt }
  }
}
