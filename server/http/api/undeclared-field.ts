/**
 * Finds a field of a reply that its checked copy lacks: one that the contract does not name. Such
 * fields are never sent; in tests they are an error.
 * @returns the field's path, such as `body.products[0].secret`.
 */
export const findUndeclaredField = (
  given: unknown,
  copy: unknown,
  at = 'body',
): string | undefined => {
  if (typeof given !== 'object' || given === null) return undefined
  if (typeof copy !== 'object' || copy === null) return at
  const known = new Map(Object.entries(copy))
  for (const [name, value] of Object.entries(given)) {
    const where = Array.isArray(given) ? `${at}[${name}]` : `${at}.${name}`
    if (!known.has(name)) return where
    const deeper = findUndeclaredField(value, known.get(name), where)
    if (deeper) return deeper
  }
  return undefined
}
