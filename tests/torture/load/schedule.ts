/** The phases, in seconds from the beginning of the load. */
export type Schedule = {
  /** Seconds between kills. */
  killEvery: number
  /** SIGTERM under load, then a restart. No kills from here on. */
  term: number
  /** The disk is full from here, for `fullFor` seconds. */
  full: number
  fullFor: number
  /** Load without faults from here on, while memory is measured. */
  quiet: number
  end: number
}

/** Faults in the first half, none in the second. */
export const scheduleOf = (minutes: number): Schedule => {
  const end = minutes * 60
  return {
    killEvery: Math.min(20, end / 10),
    term: end * 0.4,
    full: end * 0.42,
    fullFor: Math.min(10, end * 0.04),
    quiet: end / 2,
    end,
  }
}
