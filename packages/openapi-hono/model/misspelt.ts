/** Returns the name that another is most likely meant to be: one or two letters differ, three of a long one, or capitals. */
export const misspelt = (name: string, known: Iterable<string>): string | undefined =>
  [...known].find((each) => isNear(name.toLowerCase(), each.toLowerCase()))

function isNear(a: string, b: string): boolean {
  const length = Math.max(a.length, b.length)
  let start = 0
  while (start < length && a[start] === b[start]) start++
  let end = 0
  while (end < length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return start + end > 0 && start + end >= length - (length > 8 ? 3 : 2)
}
