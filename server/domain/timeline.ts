import type { Clock, Steady } from './clock.ts'

/** What a wall clock may be out by before it counts as set. Half a second, as seconds are what is told. */
const noticed = 500

/**
 * Time as the request log has it: seconds that go by one by one, though the wall clock is set. It is
 * the wall clock's time and an offset in whole seconds, which takes up whatever the clock was set by.
 * The offset is kept with the log, so that time goes on from there when the server is started anew.
 */
export class Timeline {
  readonly #clock: Clock
  readonly #steady: Steady
  readonly #began: number
  #between: number
  #offset = 0
  #latest = 0

  constructor(clock: Clock, steady: Steady) {
    this.#clock = clock
    this.#steady = steady
    this.#began = Math.floor(clock() / 1000)
    this.#between = clock() - steady()
  }

  /** The second that it is. It never goes back. */
  second(): number {
    const now = this.#clock()
    const set = now - this.#steady() - this.#between
    if (Math.abs(set) > noticed) {
      const seconds = Math.round(set / 1000)
      this.#offset -= seconds
      this.#between += seconds * 1000
    }
    this.#latest = Math.max(this.#latest, Math.floor(now / 1000) + this.#offset)
    return this.#latest
  }

  /** Seconds by which it is ahead of the wall clock. */
  get offset(): number {
    return this.#offset
  }

  /**
   * Goes on from where the log is: by its offset, and no earlier than its newest second, which makes up
   * for a clock that was set back while nothing ran. To be called once, first.
   */
  resume(offset: number, newest: number): void {
    this.second()
    this.#offset += offset + Math.max(newest - this.#began - offset, 0)
    this.#latest = newest
  }

  /** Takes up the offset that another process keeps with the log. */
  follow(offset: number): void {
    this.#offset = offset
  }

  /** A second as a Unix time on the wall clock. */
  unixTime(second: number): number {
    return second - this.#offset
  }
}
