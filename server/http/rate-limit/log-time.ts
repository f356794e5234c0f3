import type { Clock, MonotonicClock } from '../../domain/clock.ts'
import type { LogMoment } from '../../store/rate-limit/request-log.ts'

/** The clocks of a machine. */
export type MachineClocks = {
  clock: Clock
  /** Counts from the start of the machine. */
  monotonic: MonotonicClock
  /** Identifies the start of the machine. Empty if it is unknown. */
  boot: string
}

/**
 * Returns the time that continues from a moment. While the machine runs, that depends on no clock that can be
 * set. After a restart of the machine, only the wall clock knows how long it was off.
 */
const continueFrom = (last: LogMoment, { clock, monotonic, boot }: MachineClocks): number => {
  const elapsed = monotonic() - last.monotonic
  const isSameBoot = boot !== '' && boot === last.boot && elapsed >= 0
  return last.time + (isSameBoot ? elapsed : Math.max(clock() - last.wall, 0))
}

/** The request log's time: seconds that pass one by one, whatever clock is set. */
export class LogTime {
  readonly #clocks: MachineClocks
  /** Milliseconds that the log's time is ahead of the monotonic clock. */
  readonly #ahead: number

  /** @param last the last moment in the log, of this process or of an earlier one. */
  constructor(clocks: MachineClocks, last: LogMoment | undefined) {
    this.#clocks = clocks
    const time = last ? continueFrom(last, clocks) : clocks.clock()
    this.#ahead = time - clocks.monotonic()
  }

  /** Returns the current second. */
  second(): number {
    return Math.floor((this.#clocks.monotonic() + this.#ahead) / 1000)
  }

  /** Returns the current moment, from which the time of another process continues. */
  moment(): LogMoment {
    const { clock, monotonic, boot } = this.#clocks
    const now = monotonic()
    const whole = Math.round(now)
    return { time: Math.round(whole + this.#ahead), wall: clock(), monotonic: whole, boot }
  }
}
