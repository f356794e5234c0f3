import type { Clock, MonotonicClock } from '../../domain/clock.ts'

/** Milliseconds of drift from the monotonic clock after which the wall clock counts as changed. */
const tolerance = 500

/**
 * The request log's time: seconds that pass one by one, even if the wall clock is changed. It is the
 * wall clock plus an offset in whole seconds, which compensates the changes. The offset is stored
 * with the log, so that time continues after a restart.
 */
export class Timeline {
  readonly #clock: Clock
  readonly #monotonic: MonotonicClock
  readonly #startedAt: number
  #difference: number
  #offset = 0
  #latest = 0

  constructor(clock: Clock, monotonic: MonotonicClock) {
    this.#clock = clock
    this.#monotonic = monotonic
    this.#startedAt = Math.floor(clock() / 1000)
    this.#difference = clock() - monotonic()
  }

  /** Returns the current second. It never decreases. */
  second(): number {
    const now = this.#clock()
    const change = now - this.#monotonic() - this.#difference
    if (Math.abs(change) > tolerance) {
      const seconds = Math.round(change / 1000)
      this.#offset -= seconds
      this.#difference += seconds * 1000
    }
    this.#latest = Math.max(this.#latest, Math.floor(now / 1000) + this.#offset)
    return this.#latest
  }

  /** Seconds that the timeline is ahead of the wall clock. */
  get offset(): number {
    return this.#offset
  }

  /**
   * Continues from the log: from its offset, and no earlier than its newest second, in case the clock
   * was set back while no process ran. Must be called once, first.
   */
  resume(offset: number, newest: number): void {
    this.second()
    this.#offset += offset + Math.max(newest - this.#startedAt - offset, 0)
    this.#latest = newest
  }

  /** Adopts the offset that another process stored in the log. */
  follow(offset: number): void {
    this.#offset = offset
  }

  /** Converts a second to a Unix time of the wall clock. */
  unixTime(second: number): number {
    return second - this.#offset
  }
}
