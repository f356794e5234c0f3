import { componentName, type Schema } from '../model/document.ts'
import type { Content } from '../model/model.ts'
import { isObject } from '../runtime/check.ts'
import { kindOf } from '../runtime/media-types.ts'
import { applicable, type Schemas, typesIn } from '../schema/walk-schemas.ts'

/**
 * Returns the schema of a form in which files have the type `file`, wherever the document describes them: behind a
 * `$ref`, in a list, or among alternatives. Without files it is the same object.
 */
export const withFiles = ({ schema = {}, encoding }: Content, schemas: Schemas): Schema => {
  const parts = applicable(schema, schemas)
  // A part of a field may say nothing: another says the type.
  const isTyped = (name: string) =>
    parts.some(({ properties = {} }) => typesIn(properties[name] ?? {}, schemas).size > 0)
  const field = (given: Schema, name = '', isItem = false): Schema => {
    if (typesIn(given, schemas).size === 0)
      return isTyped(name) && !isItem ? given : { type: 'file' }
    const isBytes = isOfBytes(encoding[name])
    return changed(given, schemas, (each) => {
      if (isBinary(each, schemas, isBytes)) return asFile(each, schemas)
      if (isItem || !each.items) return each
      const items = field(each.items, name, true)
      return items === each.items ? each : { ...each, items }
    })
  }
  return changed(schema, schemas, (each) => {
    const { additionalProperties: others } = each
    const fields = {
      properties: changedValues(each.properties, field),
      patternProperties: changedValues(each.patternProperties, (one) => field(one)),
      additionalProperties:
        isObject(others) && Object.keys(others).length > 0 ? field(others) : others,
    }
    return Object.entries(fields).every(([name, given]) => given === each[name])
      ? each
      : { ...each, ...definedIn(fields) }
  })
}

/**
 * Returns the schema of events (OpenAPI 3.2's `itemSchema`) with the schema of their data where the data
 * is JSON. The operation returns values, and the layer writes the text. If no data is JSON, it is the same object.
 */
export const withData = (schema: Schema, schemas: Schemas): Schema =>
  changed(schema, schemas, (each) => {
    const { properties = {} } = each
    const { data } = properties
    const isJson = /\bjson\b/i.test(String(data?.contentMediaType))
    if (!data || !(isJson || 'contentSchema' in data)) return each
    return { ...each, properties: { ...properties, data: Object(data.contentSchema ?? {}) } }
  })

/** Applies a change to a schema, and to those that it combines. Follows references to schemas that change. */
function changed(
  schema: Schema,
  schemas: Schemas,
  change: (schema: Schema) => Schema,
  depth = 0,
): Schema {
  if (depth > 10) return schema
  const own = change(schema)
  if (own !== schema && own.type === 'file') return own
  const inner = (each: Schema) => changed(each, schemas, change, depth + 1)
  const result = { ...own }
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    const list = own[keyword]
    const members = list?.map(inner)
    if (members?.some((each, i) => each !== list?.[i])) result[keyword] = members
  }
  for (const keyword of ['then', 'else'] as const)
    if (own[keyword]) result[keyword] = inner(own[keyword])
  const dependent = changedValues(own.dependentSchemas, inner)
  if (dependent) result.dependentSchemas = dependent
  const target = own.$ref === undefined ? undefined : schemas[componentName(own.$ref)]
  const followed = target && inner(target)
  if (followed && followed !== target) {
    const { $ref: _, ...beside } = result
    if (Object.keys(beside).length === 0) return followed
    return { ...beside, allOf: [followed, ...(beside.allOf ?? [])] }
  }
  const isSame = Object.entries(result).every(([name, value]) => value === schema[name])
  return isSame ? schema : result
}

function changedValues(
  map: Readonly<Record<string, Schema>> | undefined,
  change: (schema: Schema, name: string) => Schema,
): Record<string, Schema> | undefined {
  const entries = Object.entries(map ?? {}).map(
    ([name, each]) => [name, each, change(each, name)] as const,
  )
  return entries.every(([, before, after]) => before === after)
    ? map
    : Object.fromEntries(entries.map(([name, , after]) => [name, after]))
}

function isOfBytes(encoding: unknown): boolean {
  return (
    isObject(encoding) &&
    typeof encoding.contentType === 'string' &&
    kindOf(encoding.contentType) === 'bytes'
  )
}

function isBinary(schema: Schema, schemas: Schemas, isBytes: boolean, depth = 0): boolean {
  if (depth > 10) return false
  const { $ref, allOf = [], type = [], format } = schema
  const target = $ref === undefined ? [] : [schemas[componentName($ref)] ?? {}]
  return (
    format === 'binary' ||
    ('contentMediaType' in schema && !('contentEncoding' in schema)) ||
    (isBytes && [type].flat().includes('string')) ||
    [...target, ...allOf].some((each) => isBinary(each, schemas, isBytes, depth + 1))
  )
}

function asFile(schema: Schema, schemas: Schemas): Schema {
  const { description, readOnly, writeOnly } = schema
  const type = typesIn(schema, schemas).has('null') ? ['file', 'null'] : 'file'
  return { ...definedIn({ description, readOnly, writeOnly }), type }
}

function definedIn(fields: Readonly<Record<string, unknown>>): Schema {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
