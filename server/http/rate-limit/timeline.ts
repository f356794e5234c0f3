import type { Clock, MonotonicClock } from '../../domain/clock.ts'
import type { LogClock } from '../../store/request-log.ts'

/** A larger difference from the log's time, in milliseconds, means that the shared clock was changed. */
const tolerance = 500
/** Clocks of two machines drift apart by less than this part of the time. */
const maxDrift = 0.001
/** The log's newest second is at most so many milliseconds old while another process counts requests. */
const maxAge = 5000

/** Returns a time unless it is before a second. Then returns that second, with the same milliseconds. */
const notBefore = (second: number, time: number): number =>
  Math.max(time, second * 1000 + (time % 1000))

/**
 * The request log's time: seconds that pass one by one, whatever clock is changed. Between syncs it
 * follows the monotonic clock. A sync compares it with the clock that all processes share, which is the
 * database server's or the machine's. The log stores the seconds that its time is ahead of that clock, so
 * that time continues after a restart, and is the same on each machine.
 */
export class Timeline {
  readonly #clock: Clock
  readonly #monotonic: MonotonicClock
  readonly #startedAt: number
  /** Milliseconds that the log's time is ahead of the monotonic clock. */
  #ahead: number
  #syncedAt: number | undefined
  #latest = Number.NEGATIVE_INFINITY

  constructor(clock: Clock, monotonic: MonotonicClock) {
    this.#clock = clock
    this.#monotonic = monotonic
    this.#startedAt = monotonic()
    this.#ahead = clock() - this.#startedAt
  }

  /** Returns the log's time in milliseconds. */
  now(): number {
    return this.#monotonic() + this.#ahead
  }

  /** Returns the current second. It never decreases. */
  second(): number {
    this.#latest = Math.max(this.#latest, Math.floor(this.now() / 1000))
    return this.#latest
  }

  /** Converts a second to a Unix time of the wall clock. */
  unixTime(second: number): number {
    return Math.floor(this.#clock() / 1000) + second - this.second()
  }

  /**
   * Compares the time with the log's.
   * @param sent the time at which the log was asked for its clock.
   * @returns the offset that the log should store, if it stores another.
   */
  sync(log: LogClock, sent: number): number | undefined {
    const ahead = this.#ahead
    const received = this.now()
    const read = (log.now ?? this.#clock()) + log.offset * 1000
    const shared = read + (received - sent) / 2
    if (this.#syncedAt === undefined) this.#begin(log, shared)
    else if (log.newest > Math.floor(received / 1000)) this.#catchUp(log, shared)
    // The log's clock was read at some moment between `sent` and `received`.
    const moved = this.#ahead - ahead
    const error = Math.min(read - sent - moved, 0) + Math.max(read - received - moved, 0)
    const now = this.#monotonic()
    const slew = maxDrift * (now - (this.#syncedAt ?? now))
    this.#syncedAt = now
    if (Math.abs(error) > tolerance) return log.offset - Math.round(error / 1000)
    this.#ahead += Math.max(-slew, Math.min(error, slew))
    return undefined
  }

  /** Continues from the log, no earlier than its newest second, in case its clock was set back meanwhile. */
  #begin({ now, offset, newest }: LogClock, shared: number): void {
    const elapsed = this.#monotonic() - this.#startedAt
    // The machine's clock may have been changed since the start, which the monotonic clock compensates.
    const time = now === undefined ? this.now() + offset * 1000 : shared
    this.#ahead += notBefore(newest, time - elapsed) + elapsed - this.now()
    this.#latest = Number.NEGATIVE_INFINITY
  }

  /** Adds the time that the process has missed: another has counted requests later than now. */
  #catchUp({ newest }: LogClock, shared: number): void {
    const counted = newest * 1000
    const time = shared - counted < maxAge ? Math.max(shared, counted) : counted
    this.#ahead += time - this.now()
  }
}
