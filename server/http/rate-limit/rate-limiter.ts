import { maxIn } from '../../domain/client-network.ts'
import type { Clock, MonotonicClock } from '../../domain/clock.ts'
import type { HeaderMap } from '../respond.ts'

/** An address's rate limit after a request. The request is counted if it was allowed. */
export type RateLimit = {
  allowed: boolean
  limit: number
  remaining: number
  /** Seconds until the oldest tracked request leaves the window. */
  reset: number
  /** The same moment as a Unix time in seconds. */
  resetAt: number
}

/** An address's requests after one that is counted if it is within the limit. */
export type Usage = {
  allowed: boolean
  used: number
  /** Seconds until the oldest of them leaves the window. */
  reset: number
}

/** Counts the requests of addresses within a rolling window. */
export type RequestCounts = {
  /** Counts a request of an address, unless the limit is reached. */
  take(address: string, limit: number): Usage | Promise<Usage>
  /** Writes everything that only this process knows. */
  save(): Promise<void>
}

/** Returns the rate limit of an address's tier, or 0 without a tier. */
type TierOf = (address: string) => number

type RateLimiterOptions = {
  /** Requests per window of an address without a higher tier. */
  limit: number
  windowSeconds: number
  clock: Clock
  counts: RequestCounts
  /** Returns the tiers, which it may keep for a second. */
  tiers?: () => Promise<TierOf>
}

export type RateLimiter = ReturnType<typeof createRateLimiter>

/** Creates a rolling window of requests per client address (specification §8). */
export const createRateLimiter = (options: RateLimiterOptions) => {
  const { windowSeconds, clock, counts, tiers } = options
  const rateLimit = (limit: number, { allowed, used, reset }: Usage): RateLimit => {
    const resetAt = Math.floor(clock() / 1000) + reset
    return { allowed, limit, remaining: Math.max(limit - used, 0), reset, resetAt }
  }
  return {
    /**
     * Counts a request against an address's rate limit, unless it is reached.
     * @param tier the account's rate limit. The highest of it, the address's and the default applies.
     */
    take: async (address: string, tier = 0): Promise<RateLimit> => {
      const own = tiers ? (await tiers())(address) : 0
      const limit = Math.max(tier, own, options.limit)
      return rateLimit(limit, await counts.take(address, limit))
    },
    /** Returns an unused rate limit, for responses whose address's requests could not be read. */
    full: () => rateLimit(options.limit, { allowed: true, used: 0, reset: windowSeconds }),
    /** Writes all counts to the database. */
    save: () => counts.save(),
  }
}

const maxAgeMilliseconds = 1000

/** Caches the result of `read` for one second. Callers share a read. A failure is not cached. */
export const cachedRead = <T>(read: () => Promise<T>, monotonic: MonotonicClock) => {
  let cached: { value: Promise<T>; until: number } | undefined
  return (): Promise<T> => {
    if (cached && monotonic() < cached.until) return cached.value
    const until = monotonic() + maxAgeMilliseconds
    const reading = { value: read(), until: Number.POSITIVE_INFINITY }
    cached = reading
    reading.value.then(
      () => {
        reading.until = until
      },
      () => {
        if (cached === reading) cached = undefined
      },
    )
    return reading.value
  }
}

/** Reads the tiers of networks at most once a second. @param read reads every network that has a tier. */
export const networkTiers = (
  read: () => Promise<readonly { network: string; rateLimit: number }[]>,
  monotonic: MonotonicClock,
): (() => Promise<TierOf>) =>
  cachedRead<TierOf>(async () => {
    const tiers = await read()
    if (tiers.length === 0) return () => 0
    const tierOf = maxIn(new Map(tiers.map(({ network, rateLimit }) => [network, rateLimit])))
    // The search takes longer than counting a request.
    const known = new Map<string, number>()
    return (address) => {
      const tier = known.get(address) ?? tierOf(address)
      known.set(address, tier)
      return tier
    }
  }, monotonic)

/** Returns the headers of every response under `/v1` (specification §8). */
export const rateLimitHeaders = ({ limit, remaining, reset, resetAt }: RateLimit): HeaderMap => ({
  'RateLimit-Limit': String(limit),
  'RateLimit-Remaining': String(remaining),
  'RateLimit-Reset': String(reset),
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(resetAt),
})
