/** Counts the insertions, deletions and replacements that turn one text into another (Levenshtein). */
const editDistance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...to].entries())
      next.push(
        Math.min(
          (next[j] ?? 0) + 1,
          (row[j + 1] ?? 0) + 1,
          (row[j] ?? 0) + (letter === other ? 0 : 1),
        ),
      )
    row = next
  }
  return row[to.length] ?? 0
}

/** Returns the name that takes the fewest edits to spell. */
export const nearestName = (given: string, names: readonly string[]): string | undefined =>
  names.toSorted((a, b) => editDistance(given, a) - editDistance(given, b))[0]
