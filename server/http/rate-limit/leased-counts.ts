import { setTimeout as wait } from 'node:timers/promises'
import type { Clock, MonotonicClock } from '../../domain/clock.ts'
import type { SharedRateLimits } from '../../store/rate-limit/request-log.ts'
import type { RequestCounts, Usage } from './rate-limiter.ts'

/** Addresses in memory, of about 600 bytes each. Of others, the database is asked again. */
const maxAddresses = 100_000

export type LeasedCountsOptions = {
  windowSeconds: number
  monotonic: MonotonicClock
  /** Default: the clock of the database server. */
  clock?: Clock | undefined
  shared: SharedRateLimits
}

/**
 * Counts requests in a database that several servers share. Requests of an address that wait at the same time
 * share a statement. An address with many requests gets a lease: requests that the database has counted already.
 * The unused ones go back after a second. A killed server's count until they leave the window.
 */
export class LeasedCounts implements RequestCounts {
  readonly #options: LeasedCountsOptions
  readonly #addresses = new Map<string, Address>()

  constructor(options: LeasedCountsOptions) {
    this.#options = options
  }

  take(address: string, limit: number): Usage | Promise<Usage> {
    return (this.#addresses.get(address) ?? this.#add(address)).take(limit)
  }

  /** Returns all leases. */
  async save(): Promise<void> {
    await Promise.all([...this.#addresses.values()].map((each) => each.ask()))
  }

  #add(address: string): Address {
    for (const [oldest, { isIdle }] of this.#addresses) {
      if (this.#addresses.size < maxAddresses) break
      if (isIdle) this.#addresses.delete(oldest)
    }
    const added = new Address(address, this.#options)
    this.#addresses.set(address, added)
    return added
  }
}

const noLease = { size: 0, unused: 0, second: 0, endsAt: Number.NEGATIVE_INFINITY }

/** The requests of an address, as this server knows them. Times are those of the monotonic clock. */
class Address {
  readonly #address: string
  readonly #options: LeasedCountsOptions
  /** Requests that wait for the database, or for others to return their leases. */
  #waiting: Waiting[] = []
  #isAsking = false
  /** The requests within the window, as the database knew them. It counts a lease as used. */
  #used = 0
  #resetAt = 0
  /** When the address's next request may be allowed, by limit, if the last one was not. */
  readonly #deniedUntil = new Map<number, number>()
  #lease = noLease
  /** The requests in the current second, and in the one before. */
  #rate = { second: 0, requests: 0, before: 0 }

  constructor(address: string, options: LeasedCountsOptions) {
    this.#address = address
    this.#options = options
  }

  /** Whether the database knows all about it. */
  get isIdle(): boolean {
    return !this.#isAsking && this.#lease.unused === 0
  }

  take(limit: number): Usage | Promise<Usage> {
    const now = this.#options.monotonic()
    const { second, requests } = this.#rate
    const current = Math.floor(now / 1000)
    if (current === second) this.#rate.requests++
    else {
      const before = current === second + 1 ? requests : 0
      this.#rate = { second: current, requests: 1, before }
    }
    const known = this.#waiting.length === 0 ? this.#takeKnown(limit, now) : undefined
    if (known) return known
    return new Promise((resolve, reject) => {
      this.#waiting.push({ limit, resolve, reject })
      void this.ask()
    })
  }

  /** Returns the lease, and sends the waiting requests to the database, those of one limit at a time. */
  async ask(): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    do {
      const limit = this.#waiting[0]?.limit
      const asking = this.#waiting.filter((request) => request.limit === limit)
      this.#waiting = this.#waiting.filter((request) => request.limit !== limit)
      try {
        await this.#returnLease()
        if (limit !== undefined) await this.#send(limit, asking)
      } catch (error) {
        // The requests may be counted, and the lease not returned. Both count until they leave the window.
        // Those that have waited meanwhile do not wait for another timeout.
        for (const { reject } of [...asking, ...this.#waiting.splice(0)]) reject(error)
      }
      // Those that have arrived meanwhile may need no database.
      const now = this.#options.monotonic()
      this.#waiting = this.#waiting.filter(({ limit, resolve }) => {
        const known = this.#takeKnown(limit, now)
        if (known) resolve(known)
        return known === undefined
      })
    } while (this.#waiting.length > 0)
    this.#isAsking = false
  }

  /** Counts a request if that needs no database. */
  #takeKnown(limit: number, now: number): Usage | undefined {
    const lease = this.#lease
    const used = this.#used - lease.unused
    const denied = this.#deniedUntil.get(limit)
    if (denied !== undefined && now < denied)
      return { allowed: false, used, reset: secondsUntil(denied, now) }
    if (lease.unused === 0 || now >= lease.endsAt || used >= limit) return undefined
    lease.unused--
    return { allowed: true, used: used + 1, reset: secondsUntil(this.#resetAt, now) }
  }

  get #question() {
    const { windowSeconds, clock } = this.#options
    return { address: this.#address, windowSeconds, now: clock?.() ?? null }
  }

  async #returnLease(): Promise<void> {
    const { size: leased, unused, second: leaseSecond } = this.#lease
    if (unused === 0) return
    // If the response is lost, it may have been returned.
    this.#lease = noLease
    await this.#options.shared.giveBack({ ...this.#question, leased, unused, leaseSecond })
  }

  /** Requests over the limit wait on if other servers may return their leases. */
  async #send(limit: number, asking: readonly Waiting[]): Promise<void> {
    const { windowSeconds, monotonic, shared } = this.#options
    const wanted = asking.length
    const many = Math.max(this.#rate.requests, this.#rate.before) - withoutLease
    const extra = Math.min(Math.max(2 * many, 0), maxLease)
    const { size: leased } = this.#lease
    this.#lease = noLease
    const sentAt = monotonic()
    const answer = await shared.take({ ...this.#question, limit, wanted, extra, leased })
    const { now, granted, used, oldest, mayReturn } = answer
    const receivedAt = monotonic()
    this.#used = used
    this.#resetAt = receivedAt + (oldest + windowSeconds) * 1000 - now
    if (granted > wanted) this.#keepLease(granted - wanted, Math.floor(now / 1000) + 1, sentAt)
    const reset = secondsUntil(this.#resetAt, receivedAt)
    for (const [i, { resolve }] of asking.slice(0, granted).entries())
      resolve({ allowed: true, used: used - granted + i + 1, reset })
    const others = asking.slice(granted)
    if (others.length === 0) return
    if (mayReturn) {
      this.#waiting.unshift(...others)
      await wait(againMilliseconds)
    } else {
      this.#deniedUntil.set(limit, this.#resetAt)
      for (const { resolve } of others) resolve({ allowed: false, used, reset })
    }
  }

  /** Keeps a lease, and returns its unused requests after a second. */
  #keepLease(size: number, second: number, sentAt: number): void {
    const lease = { size, unused: size, second, endsAt: sentAt + leaseMilliseconds }
    this.#lease = lease
    setTimeout(() => {
      if (this.#lease === lease && lease.unused > 0) void this.ask()
    }, leaseMilliseconds).unref()
  }
}

/** Requests of an address that a server may get in a second without leasing further ones. */
const withoutLease = 30

const maxLease = 50

/** A lease is used for this time. The database counts it for the second after the one in which it was given. */
const leaseMilliseconds = 1000

/** Requests that could use a lease of another server ask again after this time. */
const againMilliseconds = 100

/** Returns the seconds until a moment, at least one: the database may know more than this server. */
function secondsUntil(moment: number, now: number): number {
  return Math.max(Math.ceil((moment - now) / 1000), 1)
}

type Waiting = { limit: number; resolve(use: Usage): void; reject(error: unknown): void }
