/** The longest that timers take. */
const longestMilliseconds = 2 ** 31 - 1

/** Waits some seconds. @throws the signal's reason as soon as it is aborted. */
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
      Math.min(seconds * 1000, longestMilliseconds),
    )
    signal?.addEventListener('abort', onAbort, { once: true })
  })
