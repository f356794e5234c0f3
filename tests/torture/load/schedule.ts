/** When what happens, in seconds from the beginning of the load. */
export type Schedule = {
  /** Between two kills. */
  killEvery: number
  /** No more kills; SIGTERM under load, then a new life. */
  term: number
  /** The disk is full from here, for so long. */
  full: number
  fullFor: number
  /** From here on nothing happens but load: what is held then is looked at. */
  quiet: number
  end: number
}

/** Half of the time has faults, half of it none. */
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
