/** A part of a document, whatever it is. */
export type Part = Record<string, unknown>

export const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What holds data, in which nothing is part of the document. */
const holdsData = new Set(['example', 'value', 'default', 'enum', 'const'])

/**
 * Changes every part of a document, outermost first.
 * @param change given a part and what it is listed under, such as `responses` or `properties`.
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
