const parts = (version: string): number[] => version.split('.').map(Number)

/** Returns whether a version is equal to another or higher, compared number by number. */
export const isAtLeast = (version: string, other: string): boolean => {
  const [mine, theirs] = [parts(version), parts(other)]
  const differing = mine.findIndex((part, i) => part !== theirs[i])
  return differing < 0 || (mine[differing] ?? 0) > (theirs[differing] ?? 0)
}

/** Returns the next minor version: 1.1.0 after 1.0.3. */
export const nextMinor = (version: string): string => {
  const [major = 0, minor = 0] = parts(version)
  return `${major}.${minor + 1}.0`
}
