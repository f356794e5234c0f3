/** Returns the current time in milliseconds since the Unix epoch. Passed as a parameter, so that tests can set it. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** Returns the milliseconds since some fixed moment, independent of changes of the wall clock. */
export type MonotonicClock = () => number

export const monotonicClock: MonotonicClock = () => performance.now()

/** Formats a time as in the contract: ISO 8601, UTC, with milliseconds. */
export const timestamp = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** A larger difference of the clocks, in milliseconds, means a changed wall clock or a sleep. */
const tolerance = 1000
/** Shorter sleeps, in milliseconds, are ignored. Some systems report the uptime in whole seconds. */
const shortestSleep = 2000

/**
 * Returns a clock that counts from the start of the machine, the time that it slept included. Node's monotonic clock leaves it out
 * on Linux and macOS. The uptime shows whether the machine slept or the wall clock was set. It is slow
 * to read, so it is read only when the wall clock and the monotonic clock disagree.
 * @param uptime returns the seconds since the machine started, including sleep.
 */
export const monotonicWithSleep = (
  clock: Clock,
  monotonic: MonotonicClock,
  uptime: () => number,
): MonotonicClock => {
  let slept = 0
  let difference = clock() - monotonic()
  const uptimeDifference = uptime() * 1000 - monotonic()
  return () => {
    const now = monotonic()
    if (Math.abs(clock() - now - difference) > tolerance) {
      difference = clock() - now
      const asleep = uptime() * 1000 - now - uptimeDifference
      if (asleep - slept > shortestSleep) slept = asleep
    }
    return now + slept + uptimeDifference
  }
}

/** Returns a time for people, in UTC: their time zone is not known. `medium` has seconds. */
export const timeText = (time: number, timeStyle: 'short' | 'medium' = 'short'): string =>
  `${new Date(time).toLocaleString('en-GB', { dateStyle: 'long', timeStyle, timeZone: 'UTC' })} UTC`
