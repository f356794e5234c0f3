import type { Steady } from '../../domain/clock.ts'

/** How old what was read may be. */
const milliseconds = 1000

/**
 * Keeps what was read for a second: whoever asks later has it read anew.
 * @returns what answers at once while it is fresh.
 */
export const fresh = <T>(read: () => Promise<T>, steady: Steady): (() => T | Promise<T>) => {
  let kept: { value: T; at: number } | undefined
  let reading: Promise<T> | undefined
  const readAnew = async (): Promise<T> => {
    try {
      const value = await read()
      kept = { value, at: steady() }
      return value
    } finally {
      reading = undefined
    }
  }
  return () => {
    if (kept && steady() - kept.at < milliseconds) return kept.value
    reading ??= readAnew()
    return reading
  }
}
