/** Counts the insertions, deletions and replacements that turn one text into another (Levenshtein). */
const editDistance = (from: string, to: string): number => {
  // The distances of the letters of `from` so far to nothing, and to each start of `to`.
  let toNothing = 0
  let distances = Array.from(to, (_, i) => i + 1)
  for (const letter of from) {
    let replaced = toNothing
    toNothing += 1
    let inserted = toNothing
    distances = distances.map((removed, i) => {
      const kept = replaced + (letter === to[i] ? 0 : 1)
      replaced = removed
      inserted = Math.min(kept, removed + 1, inserted + 1)
      return inserted
    })
  }
  return distances.at(-1) ?? toNothing
}

/** Returns the name that takes the fewest edits to spell. */
export const nearestName = (given: string, names: readonly string[]): string | undefined =>
  names.toSorted((a, b) => editDistance(given, a) - editDistance(given, b))[0]
