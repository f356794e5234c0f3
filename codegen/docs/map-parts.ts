/** An object in a document. */
export type Part = Record<string, unknown>

export const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keys whose values are data, not parts of the document. */
const holdsData = new Set(['example', 'value', 'default', 'enum', 'const'])

/**
 * Maps every object of a document, outermost first.
 * @param change called with the object and the key of its list, such as `responses` or `properties`.
 */
export const mapParts = (
  value: unknown,
  change: (part: Part, listedUnder: string) => Part,
  name = '',
  listedUnder = '',
): unknown => {
  if (Array.isArray(value)) return value.map((each) => mapParts(each, change, '', name))
  if (!isPart(value) || (holdsData.has(name) && listedUnder !== 'properties')) return value
  return Object.fromEntries(
    Object.entries(change(value, listedUnder)).map(([key, part]) => [
      key,
      mapParts(part, change, key, name),
    ]),
  )
}
