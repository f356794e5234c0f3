import { isDeepStrictEqual } from 'node:util'
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
      return isItem || !each.items ? each : { ...each, items: field(each.items, name, true) }
    })
  }
  return changed(schema, schemas, (each) => {
    const { properties, patternProperties, additionalProperties: others } = each
    const isDescribed = isObject(others) && Object.keys(others).length > 0
    return {
      ...each,
      ...(properties && { properties: mapped(properties, field) }),
      ...(patternProperties && {
        patternProperties: mapped(patternProperties, (one) => field(one)),
      }),
      ...(isDescribed && { additionalProperties: field(others) }),
    }
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
  if (own.type === 'file') return own
  const inner = (each: Schema) => changed(each, schemas, change, depth + 1)
  const result = { ...own }
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const)
    if (own[keyword]) result[keyword] = own[keyword].map(inner)
  for (const keyword of ['then', 'else'] as const)
    if (own[keyword]) result[keyword] = inner(own[keyword])
  if (own.dependentSchemas) result.dependentSchemas = mapped(own.dependentSchemas, inner)
  const target = own.$ref === undefined ? undefined : schemas[componentName(own.$ref)]
  const followed = target && inner(target)
  if (followed && followed !== target) {
    const { $ref: _, ...beside } = result
    if (Object.keys(beside).length === 0) return followed
    return { ...beside, allOf: [followed, ...(beside.allOf ?? [])] }
  }
  return isDeepStrictEqual(result, schema) ? schema : result
}

function mapped(
  map: Readonly<Record<string, Schema>>,
  change: (schema: Schema, name: string) => Schema,
): Record<string, Schema> {
  return Object.fromEntries(Object.entries(map).map(([name, each]) => [name, change(each, name)]))
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
