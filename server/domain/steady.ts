import type { Clock, Steady } from './clock.ts'

/** A wall clock that differs by more from what has gone by was set, or the machine slept. */
const noticed = 1000
/** The uptime is told to the second on some systems. */
const shortestSleep = 2000

/**
 * Counts the time that the machine slept too, which Node's own steady clock leaves out on Linux and
 * macOS. The uptime tells sleep from a clock that was set, but is slow to read: it is asked only
 * where the wall clock and the steady one disagree.
 * @param uptime seconds since the machine was started, sleep included.
 */
export const steadyThroughSleep = (clock: Clock, steady: Steady, uptime: () => number): Steady => {
  let slept = 0
  let between = clock() - steady()
  const awake = uptime() * 1000 - steady()
  return () => {
    const now = steady()
    if (Math.abs(clock() - now - between) > noticed) {
      between = clock() - now
      const asleep = uptime() * 1000 - now - awake
      if (asleep - slept > shortestSleep) slept = asleep
    }
    return now + slept
  }
}
