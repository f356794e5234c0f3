import { componentName, type Schema } from '../model/document.ts'
import { isObject, own } from '../runtime/check.ts'
import type { Place, Places } from './places.ts'

export type Discriminator = {
  property: string
  /** The alternatives by the values of the property that name them. */
  mapping: Readonly<Record<string, string>>
  /** The alternative for other values (OpenAPI 3.2). */
  defaultMapping?: string | undefined
}

export const discriminatorOf = ({ discriminator }: Schema): Discriminator | undefined => {
  if (!isObject(discriminator) || typeof discriminator.propertyName !== 'string') return undefined
  const { propertyName: property, mapping = {}, defaultMapping } = discriminator
  const entries = Object.entries(Object(mapping)).map(([tag, value]) => [tag, String(value)])
  return {
    property,
    mapping: Object.fromEntries(entries),
    ...(typeof defaultMapping === 'string' && { defaultMapping }),
  }
}

/** Returns the alternatives of a schema that its discriminator names, and the one for other values. */
export const alternativesOf = (place: Place, keyword: string, places: Places) => {
  const found = discriminatorOf(place.schema)
  if (!found) return undefined
  const all = places.children(place, keyword)
  const at = (value: string): Place | undefined => {
    const target = [value, `#/components/schemas/${value}`].map(
      (each) => places.resolve(each, place.base)?.uri,
    )
    return all.find((each) => places.chain(each).some(({ uri }) => target.includes(uri)))
  }
  const alternatives = new Map<string, Place>()
  for (const [tag, value] of Object.entries(found.mapping)) {
    const alternative = at(value)
    if (alternative) alternatives.set(tag, alternative)
  }
  const mapped = [...alternatives.values()].map(({ uri }) => uri)
  const unmapped = all.flatMap((each) => {
    const { $ref } = each.schema
    if ($ref === undefined || mapped.includes(each.uri)) return []
    const parts = places.parts(each).map(({ schema }) => schema)
    return [{ each, name: componentName($ref), values: valuesAt(found.property, parts) ?? [] }]
  })
  for (const { each, name, values } of unmapped) {
    const distinct = values.filter((value) =>
      unmapped.every((other) => other.each === each || !other.values.includes(value)),
    )
    // Without a mapping, the value is the name of a schema (OpenAPI 3.1 §4.8.25), but many schemas fix another.
    for (const value of distinct.length > 0 ? distinct : [name])
      alternatives.set(String(value), each)
  }
  const other = found.defaultMapping === undefined ? undefined : at(found.defaultMapping)
  return { property: found.property, alternatives: [...alternatives], other }
}

/** Returns the values of a property that one of some schemas lists; undefined if none does. */
export const valuesAt = (property: string, schemas: readonly Schema[]): unknown[] | undefined =>
  schemas
    .map(({ properties = {} }) => own(properties, property))
    .map((found) => (found && 'const' in found ? [found.const] : found?.enum))
    .find((values) => values !== undefined)
