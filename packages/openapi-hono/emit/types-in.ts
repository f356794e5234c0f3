import { componentName, type Schema } from '../model/document.ts'
import type { Schemas } from '../schema/applicable-schemas.ts'

/**
 * Returns the types that the values of a schema can have, as far as it says them. An alternative that
 * says none can be a string: every text is one.
 */
export const typesIn = (schema: Schema, schemas: Schemas, depth = 0): ReadonlySet<string> => {
  if (depth > 10) return new Set()
  const own = ownTypes(schema)
  if (own.length > 0) return new Set(own)
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema
  const target = $ref === undefined ? [] : [schemas[componentName($ref)] ?? {}]
  const inner = (each: Schema) => [...typesIn(each, schemas, depth + 1)]
  const ofAll = [...target, ...allOf].flatMap(inner)
  if (ofAll.length > 0) return new Set(ofAll)
  const alternatives = [...anyOf, ...oneOf].map(inner)
  const isSaid = alternatives.some((each) => each.length > 0)
  return new Set(
    isSaid
      ? alternatives.flatMap((each) => (each.length > 0 ? each : ['string']))
      : structures(schema),
  )
}

function ownTypes({ type, enum: values = [], ...schema }: Schema): string[] {
  if (type !== undefined) return [type].flat()
  return ('const' in schema ? [schema.const] : values).map((each) =>
    each === null ? 'null' : Array.isArray(each) ? 'array' : typeof each,
  )
}

/** Returns the type that the keywords of a schema without a type are of. */
function structures({ properties, additionalProperties, items }: Schema): string[] {
  if (properties ?? additionalProperties) return ['object']
  return items ? ['array'] : []
}
