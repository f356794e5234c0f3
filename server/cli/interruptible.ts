/**
 * Runs a task that signals of the process end early. Until it has ended, they do not end the process;
 * a second one of the same kind does.
 * @param run called with a signal that the first of them aborts.
 */
export const interruptible = async <T>(
  signals: readonly NodeJS.Signals[],
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  for (const signal of signals) process.once(signal, stop)
  try {
    return await run(stopping.signal)
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
}
