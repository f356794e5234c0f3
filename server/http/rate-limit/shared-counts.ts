import type { Clock } from '../../domain/clock.ts'
import type { SharedRateLimits } from '../../store/rate-limit/request-log.ts'
import type { RequestCounts, Usage } from './rate-limiter.ts'

type SharedCountsOptions = {
  windowSeconds: number
  /** Default: the clock of the database server. */
  clock?: Clock | undefined
  shared: SharedRateLimits
}

/**
 * Returns what counts requests in a database that several servers share. Requests of an address that wait for a statement
 * share the next one, because its row has one writer at a time.
 */
export const sharedCounts = ({
  windowSeconds,
  clock,
  shared,
}: SharedCountsOptions): RequestCounts => {
  /** The requests that wait for a statement, by address and limit. */
  const allWaiting = new Map<string, Waiting[]>()
  /** Counts requests until none waits. */
  const count = async (address: string, limit: number, waiting: Waiting[]): Promise<void> => {
    while (waiting.length > 0) {
      const requests = waiting.splice(0)
      const question = { address, windowSeconds, limit, wanted: requests.length }
      try {
        const answer = await shared.take({ ...question, now: clock?.() ?? null })
        const { now, granted, used, oldest } = answer
        const reset = Math.max(oldest + windowSeconds - Math.floor(now / 1000), 1)
        for (const [i, { resolve }] of requests.entries())
          resolve(
            i < granted
              ? { allowed: true, used: used - granted + i + 1, reset }
              : { allowed: false, used, reset },
          )
      } catch (error) {
        // Those that arrived meanwhile do not wait for another timeout.
        for (const { reject } of [...requests, ...waiting.splice(0)]) reject(error)
      }
    }
  }
  return {
    take: (address, limit) =>
      new Promise((resolve, reject) => {
        const key = `${address} ${limit}`
        const waiting = allWaiting.get(key)
        if (waiting) return void waiting.push({ resolve, reject })
        const requests = [{ resolve, reject }]
        allWaiting.set(key, requests)
        void count(address, limit, requests).finally(() => allWaiting.delete(key))
      }),
    // The database has all counts.
    save: async () => {},
  }
}

type Waiting = { resolve(usage: Usage): void; reject(error: unknown): void }
