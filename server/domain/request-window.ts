/**
 * A second and how many requests it had are one number: an array of those takes eight bytes for each
 * second in which there were any, and the garbage collector does not look into it. Exact until the
 * year 2242.
 */
const most = 2 ** 20
const entryOf = (second: number, requests: number): number => second * most + requests
const secondOf = (entry: number): number => Math.floor(entry / most)
const requestsIn = (entry: number): number => entry % most

/** What is tracked of one address: how many requests it made in which second, oldest first. */
export class RequestWindow {
  #entries: number[] = []
  #first = 0
  #total = 0

  /** Requests that are tracked. */
  get total(): number {
    return this.#total
  }

  /** Seconds in which there were any. */
  get length(): number {
    return this.#entries.length - this.#first
  }

  /** Tracks requests of a second, which may be earlier than others. @param requests under a million. */
  add(second: number, requests = 1): void {
    this.#total += requests
    let after = this.#entries.length
    while (after > this.#first && secondOf(this.#entries[after - 1] ?? 0) > second) after--
    const before = after > this.#first ? (this.#entries[after - 1] ?? 0) : 0
    if (secondOf(before) === second && requestsIn(before) + requests < most)
      this.#entries[after - 1] = before + requests
    else this.#insert(after, entryOf(second, requests))
  }

  /** Lets go of all requests up to a second. */
  roll(until: number): void {
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

  /**
   * The second of the oldest of the newest requests: under a limit, no more than that are tracked.
   * @param limit how many of the newest count.
   */
  oldestWithin(limit: number): number | undefined {
    const oldest = this.#entries[this.#first]
    if (oldest === undefined || this.#total <= limit) return oldest && secondOf(oldest)
    let seen = 0
    let at = this.#entries.length
    while (seen < limit && at > this.#first) seen += requestsIn(this.#entries[--at] ?? 0)
    return secondOf(this.#entries[at] ?? 0)
  }

  #insert(at: number, entry: number): void {
    // An array that is made with its first entry has no room to spare: most addresses have one.
    if (this.#entries.length === 0) this.#entries = [entry]
    else if (at === this.#entries.length) this.#entries.push(entry)
    else this.#entries.splice(at, 0, entry)
  }
}
