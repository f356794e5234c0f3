import type { Clock } from '../../domain/clock.ts'
import type { SharedRateLimits } from '../../store/rate-limit/request-log.ts'
import type { RequestCounts, Usage } from './rate-limiter.ts'

export type SharedCountsOptions = {
  windowSeconds: number
  /** Default: the clock of the database server. */
  clock?: Clock | undefined
  shared: SharedRateLimits
}

/**
 * Counts requests in a database that several servers share. Requests of an address that wait for a statement share the
 * next one, because its row has one writer at a time.
 */
export class SharedCounts implements RequestCounts {
  readonly #options: SharedCountsOptions
  /** The requests that wait for a statement, by address and limit. */
  readonly #waiting = new Map<string, Waiting[]>()

  constructor(options: SharedCountsOptions) {
    this.#options = options
  }

  take(address: string, limit: number): Promise<Usage> {
    return new Promise((resolve, reject) => {
      const key = `${address} ${limit}`
      const waiting = this.#waiting.get(key)
      if (waiting) {
        waiting.push({ resolve, reject })
        return
      }
      const requests = [{ resolve, reject }]
      this.#waiting.set(key, requests)
      void this.#count(address, limit, requests).finally(() => this.#waiting.delete(key))
    })
  }

  /** Does nothing: the database has all counts. */
  async save(): Promise<void> {}

  /** Counts requests until none waits. */
  async #count(address: string, limit: number, waiting: Waiting[]): Promise<void> {
    const { windowSeconds, clock, shared } = this.#options
    while (waiting.length > 0) {
      const requests = waiting.splice(0)
      const question = { address, windowSeconds, limit, wanted: requests.length }
      try {
        const { now, granted, used, oldest } = await shared.take({
          ...question,
          now: clock?.() ?? null,
        })
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
}

type Waiting = { resolve(usage: Usage): void; reject(error: unknown): void }
