const delayMilliseconds = 1000

export type WriteBehind = ReturnType<typeof createWriteBehind>

/**
 * Returns what writes what has accumulated in memory once a second, one write at a time. Idle while nothing accumulates.
 * @param write takes what has accumulated and writes it. If it fails, it keeps what it took.
 * @param onError called when a write fails.
 */
export const createWriteBehind = (
  write: () => Promise<void>,
  onError: (error: unknown) => void,
) => {
  let timer: NodeJS.Timeout | undefined
  let last = Promise.resolve()
  /** Writes now. Resolves when the write is done or has failed. */
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    last = last.then(write).catch(onError)
    return last
  }
  /** Schedules a write, unless one is scheduled. */
  const schedule = (): void => {
    if (timer !== undefined) return
    timer = setTimeout(flush, delayMilliseconds)
    // In a browser a timer is a number and has no `unref`.
    timer.unref?.()
  }
  return { schedule, flush }
}
