import { setTimeout as wait } from 'node:timers/promises'

/**
 * Runs attempts in this order, each when the one before has failed or takes long.
 * @param discard called with the results that come after the first.
 * @throws {AggregateError} if all fail.
 */
export const firstToSucceed = async <T>(
  attempts: readonly (() => Promise<T>)[],
  headStartMilliseconds: number,
  discard: (late: T) => void = () => {},
): Promise<T> => {
  let first: { value: T } | undefined
  const running: Promise<T>[] = []
  for (const attempt of attempts) {
    const started = attempt()
    running.push(started)
    const settled = started.then(
      (value) => {
        if (first) discard(value)
        else first = { value }
      },
      () => {},
    )
    await Promise.race([settled, wait(headStartMilliseconds, undefined, { ref: false })])
    if (first) return first.value
  }
  return Promise.any(running)
}
