/**
 * An entry packs a second and its number of requests into one number. An array of numbers takes eight
 * bytes per entry, and the garbage collector does not scan it. Exact until the year 2242.
 */
const maxRequests = 2 ** 20
const entryOf = (second: number, requests: number): number => second * maxRequests + requests
const secondOf = (entry: number): number => Math.floor(entry / maxRequests)
const requestsIn = (entry: number): number => entry % maxRequests

/** The requests of one address by second, oldest first. */
export class RequestWindow {
  #entries: number[] = []
  #first = 0
  #total = 0

  /** The number of requests. */
  get total(): number {
    return this.#total
  }

  /** The number of entries: seconds with requests. */
  get length(): number {
    return this.#entries.length - this.#first
  }

  /** Adds requests of a second, which may be earlier than others. @param requests under a million. */
  add(second: number, requests = 1): void {
    this.#total += requests
    let after = this.#entries.length
    while (after > this.#first && secondOf(this.#entries[after - 1] ?? 0) > second) after--
    const before = after > this.#first ? (this.#entries[after - 1] ?? 0) : 0
    if (secondOf(before) === second && requestsIn(before) + requests < maxRequests)
      this.#entries[after - 1] = before + requests
    else this.#insert(after, entryOf(second, requests))
  }

  /** Removes all requests up to a second. */
  expire(until: number): void {
    for (;;) {
      const oldest = this.#entries[this.#first]
      if (oldest === undefined || secondOf(oldest) > until) break
      this.#total -= requestsIn(oldest)
      this.#first++
    }
    if (this.#first > 64 && this.#first * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#first)
      this.#first = 0
    }
  }

  /** Returns the number of requests in each of several periods of equal length, which begin after a second. */
  countsAfter(start: number, seconds: number, periods: number): number[] {
    const counts = Array.from({ length: periods }, () => 0)
    for (const entry of this.#entries.slice(this.#first)) {
      const period = Math.floor((secondOf(entry) - start - 1) / seconds)
      counts[period] = (counts[period] ?? 0) + requestsIn(entry)
    }
    return counts
  }

  /**
   * Returns the second of the oldest among the newest `limit` requests, or undefined without requests.
   * A window can hold more than a limit, because limits differ by tier.
   */
  oldestWithin(limit: number): number | undefined {
    const oldest = this.#entries[this.#first]
    if (oldest === undefined || this.#total <= limit) return oldest && secondOf(oldest)
    let seen = 0
    let at = this.#entries.length
    while (seen < limit) seen += requestsIn(this.#entries[--at] ?? 0)
    return secondOf(this.#entries[at] ?? 0)
  }

  #insert(at: number, entry: number): void {
    // An array literal has no spare capacity. Most addresses have one entry.
    if (this.#entries.length === 0) this.#entries = [entry]
    else this.#entries.splice(at, 0, entry)
  }
}
