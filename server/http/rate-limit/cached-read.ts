import type { MonotonicClock } from '../../domain/clock.ts'

const maxAgeMilliseconds = 1000

/**
 * Caches what `read` returns for one second. Concurrent callers share one read; a failed read is not cached.
 * @returns a function that returns the value itself while it is cached, else a promise of it.
 */
export const cachedRead = <T>(
  read: () => Promise<T>,
  monotonic: MonotonicClock,
): (() => T | Promise<T>) => {
  let cached: { value: T; at: number } | undefined
  let reading: Promise<T> | undefined
  const refresh = async (): Promise<T> => {
    try {
      const value = await read()
      cached = { value, at: monotonic() }
      return value
    } finally {
      reading = undefined
    }
  }
  return () => {
    if (cached && monotonic() - cached.at < maxAgeMilliseconds) return cached.value
    reading ??= refresh()
    return reading
  }
}
