/**
 * An entry packs a second and its number of requests into one number. An array of numbers takes eight
 * bytes per entry, and the garbage collector does not scan it. Exact until the year 2242.
 */
const maxRequests = 2 ** 20
const entryOf = (second: number, requests: number): number => second * maxRequests + requests
const secondOf = (entry = 0): number => Math.floor(entry / maxRequests)
const requestsIn = (entry: number): number => entry % maxRequests

/** The requests of one address by second, oldest first. */
export class RequestWindow {
  #entries: number[] = []
  #total = 0

  /** The number of requests. */
  get total(): number {
    return this.#total
  }

  /** The number of entries: seconds with requests. */
  get length(): number {
    return this.#entries.length
  }

  /** Adds requests of a second, which may be earlier than others. @param requests under a million. */
  add(second: number, requests = 1): void {
    this.#total += requests
    let at = this.#entries.length - 1
    while (secondOf(this.#entries[at]) > second) at--
    const before = this.#entries[at]
    const isSame = before !== undefined && secondOf(before) === second
    if (isSame && requestsIn(before) + requests < maxRequests) this.#entries[at] = before + requests
    else this.#insert(at + 1, entryOf(second, requests))
  }

  /** Removes all requests up to a second. */
  expire(until: number): void {
    for (;;) {
      const oldest = this.#entries[0]
      if (oldest === undefined || secondOf(oldest) > until) return
      this.#total -= requestsIn(oldest)
      this.#entries.shift()
    }
  }

  /**
   * Returns the second of the oldest among the newest `limit` requests, or undefined without requests.
   * A window can hold more than a limit, because limits differ by tier.
   */
  oldestWithin(limit: number): number | undefined {
    let older = this.#total - limit
    for (const entry of this.#entries) {
      older -= requestsIn(entry)
      if (older < 0) return secondOf(entry)
    }
    return undefined
  }

  #insert(at: number, entry: number): void {
    // An array literal has no spare capacity. Most addresses have one entry.
    if (this.#entries.length === 0) this.#entries = [entry]
    else this.#entries.splice(at, 0, entry)
  }
}
