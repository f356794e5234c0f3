/**
 * Where a reply has something that its checked copy has not: a field that the contract does not
 * name. Such fields never leave the process; in tests they are an error.
 */
export const undeclared = (given: unknown, copy: unknown, at = 'body'): string | undefined => {
  if (typeof given !== 'object' || given === null) return undefined
  if (typeof copy !== 'object' || copy === null) return at
  const known = new Map(Object.entries(copy))
  for (const [name, value] of Object.entries(given)) {
    const where = Array.isArray(given) ? `${at}[${name}]` : `${at}.${name}`
    if (!known.has(name)) return where
    const deeper = undeclared(value, known.get(name), where)
    if (deeper) return deeper
  }
  return undefined
}
