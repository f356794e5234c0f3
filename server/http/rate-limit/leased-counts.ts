import { setTimeout as wait } from 'node:timers/promises'
import type { Clock, MonotonicClock } from '../../domain/clock.ts'
import type { SharedBudget } from '../../store/rate-limit/request-log.ts'
import type { Counts, Use } from './request-budget.ts'

/** Requests of an address that a server may get in a second without leasing further ones. */
const withoutLease = 30
const largestLease = 50
/** A lease is used for this time. The database counts it for the second after the one in which it was given. */
const leaseMilliseconds = 1000
/** Requests that could use a lease of another server ask again after this time. */
const againMilliseconds = 100

type Waiting = { limit: number; resolve(use: Use): void; reject(error: unknown): void }

/** An address. Its times are those of the monotonic clock. */
type Tracked = {
  readonly address: string
  /** Requests that wait for the database, or for others to return their leases. */
  waiting: Waiting[]
  isAsking: boolean
  /** The requests within the window, as the database knew them. It counts a lease as used. */
  used: number
  resetAt: number
  /** When the address's next request may be allowed, by limit, if the last one was not. */
  readonly deniedUntil: Map<number, number>
  lease: { size: number; unused: number; second: number; endsAt: number }
  /** The requests in the current second, and in the one before. */
  rate: { second: number; requests: number; before: number }
}

const noLease = { size: 0, unused: 0, second: 0, endsAt: Number.NEGATIVE_INFINITY }

/** Addresses in memory, of about 600 bytes each. Of others, the database is asked again. */
const mostAddresses = 100_000

export type LeasedCountsOptions = {
  windowSeconds: number
  monotonic: MonotonicClock
  /** Default: the clock of the database server. */
  clock?: Clock | undefined
  budget: SharedBudget
}

/** Returns the seconds until a moment, at least one: the database may know more than this server. */
const secondsUntil = (moment: number, now: number): number =>
  Math.max(Math.ceil((moment - now) / 1000), 1)

/**
 * Counts requests in a database that several servers share. Requests of an address that wait at the same time
 * share a statement. An address with many requests gets a lease: requests that the database has counted already.
 * The unused ones go back after a second. A killed server's count until they leave the window.
 */
export class LeasedCounts implements Counts {
  readonly #options: LeasedCountsOptions
  readonly #leased = new Set<Tracked>()
  readonly #addresses = new Map<string, Tracked>()

  constructor(options: LeasedCountsOptions) {
    this.#options = options
  }

  take(address: string, limit: number): Use | Promise<Use> {
    const tracked = this.#addresses.get(address) ?? this.#add(address)
    const now = this.#options.monotonic()
    const { rate } = tracked
    const second = Math.floor(now / 1000)
    if (second !== rate.second) {
      const before = second === rate.second + 1 ? rate.requests : 0
      tracked.rate = { second, requests: 1, before }
    } else rate.requests++
    const known = tracked.waiting.length === 0 ? this.#takeKnown(tracked, limit, now) : undefined
    if (known) return known
    return new Promise((resolve, reject) => {
      tracked.waiting.push({ limit, resolve, reject })
      void this.#ask(tracked)
    })
  }

  /** Returns all leases. */
  async save(): Promise<void> {
    await Promise.all([...this.#leased].map((tracked) => this.#ask(tracked)))
  }

  #add(address: string): Tracked {
    const [lease, rate] = [noLease, { second: 0, requests: 0, before: 0 }]
    const unused = { waiting: [], isAsking: false, used: 0, resetAt: 0 }
    const tracked: Tracked = { address, ...unused, deniedUntil: new Map(), lease, rate }
    for (const [oldest, each] of this.#addresses) {
      if (this.#addresses.size < mostAddresses) break
      if (!each.isAsking && !this.#leased.has(each)) this.#addresses.delete(oldest)
    }
    this.#addresses.set(address, tracked)
    return tracked
  }

  /** Counts a request if that needs no database. */
  #takeKnown(tracked: Tracked, limit: number, now: number): Use | undefined {
    const { lease, deniedUntil } = tracked
    const used = tracked.used - lease.unused
    const denied = deniedUntil.get(limit)
    if (denied !== undefined && now < denied)
      return { allowed: false, used, reset: secondsUntil(denied, now) }
    if (lease.unused === 0 || now >= lease.endsAt || used >= limit) return undefined
    lease.unused--
    return { allowed: true, used: used + 1, reset: secondsUntil(tracked.resetAt, now) }
  }

  /** Sends the waiting requests of an address to the database, or returns its lease. */
  async #ask(tracked: Tracked): Promise<void> {
    if (tracked.isAsking) return
    tracked.isAsking = true
    do {
      const limit = tracked.waiting[0]?.limit ?? 0
      const asking = tracked.waiting.filter((request) => request.limit === limit)
      tracked.waiting = tracked.waiting.filter((request) => request.limit !== limit)
      try {
        const left = await this.#send(tracked, limit, asking)
        tracked.waiting.unshift(...left)
        if (left.length > 0) await wait(againMilliseconds)
      } catch (error) {
        // The requests may be counted, and the lease not returned. Both count until they leave the window.
        // Those that have waited meanwhile do not wait for another timeout.
        for (const { reject } of [...asking, ...tracked.waiting.splice(0)]) reject(error)
      }
      // Those that have arrived meanwhile may need no database.
      const now = this.#options.monotonic()
      tracked.waiting = tracked.waiting.filter(({ limit, resolve }) => {
        const known = this.#takeKnown(tracked, limit, now)
        if (known) resolve(known)
        return known === undefined
      })
    } while (tracked.waiting.length > 0)
    tracked.isAsking = false
  }

  /** @returns the requests that still wait, because other servers may return their leases. */
  async #send(tracked: Tracked, limit: number, asking: readonly Waiting[]): Promise<Waiting[]> {
    const { windowSeconds, monotonic, clock, budget } = this.#options
    const { address, lease, rate } = tracked
    const { size, unused, second: leaseSecond } = lease
    const wanted = asking.length
    const many = Math.max(rate.requests, rate.before) - withoutLease
    const extra = Math.min(Math.max(2 * many, 0), largestLease)
    const question = { address, windowSeconds, now: clock?.() ?? null }
    // If the response is lost, the lease may have been returned.
    tracked.lease = noLease
    this.#leased.delete(tracked)
    if (unused > 0) await budget.giveBack({ ...question, leased: size, unused, leaseSecond })
    if (wanted === 0) return []
    const sentAt = monotonic()
    const leased = unused > 0 ? 0 : size
    const answer = await budget.take({ ...question, limit, wanted, extra, leased })
    const { now, granted, used, oldest, mayReturn } = answer
    const receivedAt = monotonic()
    tracked.used = used
    tracked.resetAt = receivedAt + (oldest + windowSeconds) * 1000 - now
    for (const denied of tracked.deniedUntil.keys())
      if (used < denied) tracked.deniedUntil.delete(denied)
    if (granted > wanted) this.#lease(tracked, granted - wanted, Math.floor(now / 1000) + 1, sentAt)
    const reset = secondsUntil(tracked.resetAt, receivedAt)
    for (const [i, { resolve }] of asking.slice(0, granted).entries())
      resolve({ allowed: true, used: used - granted + i + 1, reset })
    const others = asking.slice(granted)
    if (others.length === 0 || mayReturn) return others
    tracked.deniedUntil.set(limit, tracked.resetAt)
    for (const { resolve } of others) resolve({ allowed: false, used, reset })
    return []
  }

  /** Keeps a lease, and returns its unused requests after a second. */
  #lease(tracked: Tracked, size: number, second: number, sentAt: number): void {
    const lease = { size, unused: size, second, endsAt: sentAt + leaseMilliseconds }
    tracked.lease = lease
    this.#leased.add(tracked)
    const returnUnused = () => {
      if (tracked.lease !== lease) return
      if (lease.unused > 0) void this.#ask(tracked)
      else this.#leased.delete(tracked)
    }
    setTimeout(returnUnused, leaseMilliseconds).unref()
  }
}
