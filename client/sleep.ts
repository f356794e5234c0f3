/** The maximum delay of timers. */
const maxMilliseconds = 2 ** 31 - 1

/** Waits a number of seconds. @throws the signal's reason when it is aborted. */
export const sleep = (seconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      },
      Math.min(seconds * 1000, maxMilliseconds),
    )
    signal?.addEventListener('abort', onAbort, { once: true })
  })
