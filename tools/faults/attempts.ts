/** One run of a test: it records what the test executes, or has no fault, or has the fault with this ID. */
export type Attempt = 'recording' | 'sound' | number

/** What other tests noticed before, and what this one notices. */
export type Noticed = { has(id: number): boolean; add(id: number): void }

/**
 * Yields the runs of a test, and is told whether each failed. A fault is noticed if the test fails twice with
 * it and passes without it: a busy machine can make a test fail.
 * @param executed the faults that the test executes, after the recording.
 * @returns the faults about which the test cannot be asked, because it fails without them.
 */
export function* attempts(
  executed: ReadonlySet<number>,
  noticed: Noticed,
): Generator<Attempt, readonly number[], boolean> {
  const left = new Set<number>()
  if ((yield 'recording') || (yield 'sound')) return [...executed]
  for (const id of executed) left.add(id)
  for (const id of executed) {
    if (!noticed.has(id) && (yield id) && (yield id)) {
      if (yield 'sound') return [...left]
      noticed.add(id)
    }
    left.delete(id)
  }
  return []
}
