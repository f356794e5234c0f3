import { componentName, type Schema } from '../model/document.ts'
import type { Schemas } from '../schema/applicable-schemas.ts'

/**
 * Returns the schema of events (OpenAPI 3.2's `itemSchema`) with the schema of their data where the data
 * is JSON. The operation returns values, and the layer writes the text. Returns the same schema if no data
 * is JSON.
 */
export const withData = (schema: Schema, schemas: Schemas, depth = 0): Schema => {
  if (depth > 10) return schema
  const { $ref, properties = {} } = schema
  const inner = (each: Schema) => withData(each, schemas, depth + 1)
  if ($ref !== undefined) {
    const target = schemas[componentName($ref)] ?? {}
    const opened = inner(target)
    return opened === target ? schema : opened
  }
  const changed: Schema = {}
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    const before = schema[keyword] ?? []
    const after = before.map(inner)
    if (after.some((each, i) => each !== before[i])) changed[keyword] = after
  }
  const data = Object.hasOwn(properties, 'data') ? properties.data : undefined
  const isJson = /\bjson\b/i.test(String(data?.contentMediaType))
  if (data && (isJson || 'contentSchema' in data))
    changed.properties = { ...properties, data: Object(data.contentSchema ?? {}) }
  return Object.keys(changed).length > 0 ? { ...schema, ...changed } : schema
}
