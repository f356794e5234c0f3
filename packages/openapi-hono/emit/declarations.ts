import type { Schema } from '../model/document.ts'
import type { Content, PlacedParameter } from '../model/model.ts'
import { key } from '../model/names.ts'
import { isObject, own } from '../runtime/check.ts'
import { kindOf } from '../runtime/media-types.ts'
import { isInherited, text } from '../schema/keyword-checks.ts'
import { applicable, type Schemas, typesIn } from '../schema/walk-schemas.ts'
import { objectOf } from './module.ts'

/** Returns whether a schema's values are strings, numbers or booleans, so that a text has one. */
export const isText = (schema: Schema, schemas: Schemas): boolean =>
  [...typesIn(schema, schemas)].every((type) =>
    ['string', 'number', 'integer', 'boolean'].includes(type),
  )

export type Source = {
  schemas: Schemas
  /** Returns the check of a schema that is made from parts of the document, as code. It is named after a parameter. */
  checkOf(schema: Schema, name: string): string
}

type Declared = Pick<PlacedParameter, 'name' | 'style' | 'explode'> & {
  contentType?: string | undefined
  allowEmptyValue?: boolean
}

/**
 * Returns how a parameter's texts are read, as code of the type `Parameter`.
 * @param form how the fields are read of one that is a form.
 */
export const declaration = (
  declared: Declared,
  schema: Schema,
  source: Source,
  form: Readonly<Record<string, string | false>> = {},
): string => {
  const { name, style, explode, contentType, allowEmptyValue } = declared
  return objectOf({
    name: text(name),
    style: text(style),
    explode: `${explode}`,
    ...(contentType === undefined
      ? reading(name, schema, source, allowEmptyValue === true)
      : { types: '[]', contentType: text(contentType), ...form }),
  })
}

const maxLevels = 4

/** Returns how texts are read, as code of the fields of the type `Reading`. */
function reading(
  name: string,
  schema: Schema,
  source: Source,
  isEmptyAllowed = false,
  level = 0,
): Record<string, string | false | undefined> {
  const { schemas } = source
  const parts = applicable(schema, schemas)
  const types = typesIn(schema, schemas)
  const isList = types.has('array')
  const isMap = types.has('object')
  if (level === maxLevels && (isList || isMap)) return { types: anything }
  const inner = (each: Schema) => objectOf(reading(name, each, source, false, level + 1))
  const items = isList
    ? parts.flatMap(({ items, prefixItems = [] }) => [items ?? [], prefixItems].flat())
    : []
  const properties = (isMap ? propertiesIn(parts) : []).map(([each, of]) => {
    // TypeScript takes the type of an inherited name for that of every object's.
    const type = isInherited(each) ? ' as const' : ''
    return `${key(each)}: ${inner(of)}${type}`
  })
  const others = isMap ? othersIn(parts) : undefined
  const readable = readableTypes(types, isEmptyAllowed)
  return {
    types: text(readable),
    is: readable.length > 1 && source.checkOf(schema, name),
    unsigned: isUnsigned(parts) && 'true',
    items: items.length > 0 && inner(anyOf(items)),
    properties: properties.length > 0 && `{ ${properties.join(', ')} }`,
    others: others && (others.length > 0 ? inner(anyOf(others)) : `{ types: ${anything} }`),
  }
}

const anything = text(['string', 'array', 'object'])

function anyOf(schemas: Schema[]): Schema {
  const [only] = schemas
  return only && schemas.length === 1 ? only : { anyOf: schemas }
}

function propertiesIn(parts: readonly Schema[]): [name: string, schema: Schema][] {
  const found = new Map<string, Schema[]>()
  for (const { properties = {} } of parts)
    for (const [name, each] of Object.entries(properties))
      found.set(name, [...(found.get(name) ?? []), each])
  return [...found].map(([name, each]) => [name, anyOf(each)])
}

/** Returns the schemas of properties that have no names, if there may be some: none if they can be anything. */
function othersIn(parts: readonly Schema[]): Schema[] | undefined {
  const schemas = parts.flatMap(({ additionalProperties, patternProperties = {} }) => [
    isObject(additionalProperties) ? additionalProperties : [],
    Object.values(patternProperties),
  ])
  const isOpen = parts.some(({ additionalProperties }) => additionalProperties === true)
  const isUnnamed = parts.every((part) => !part.properties && part.additionalProperties !== false)
  return schemas.flat().length > 0 || isOpen || isUnnamed ? schemas.flat() : undefined
}

function isUnsigned(parts: readonly Schema[]): boolean {
  const bounds = parts.flatMap(({ minimum, exclusiveMinimum }) => minimum ?? exclusiveMinimum ?? [])
  const numbers = parts.filter(({ type }) => type === 'integer' || type === 'number')
  return numbers.length < 2 && (bounds.at(-1) ?? -1) >= 0
}

/** Returns the types that a text is read as. Every text is a string, so this comes last. */
function readableTypes(types: ReadonlySet<string>, isEmptyAllowed: boolean): string[] {
  const number = types.has('number') ? 'number' : 'integer'
  const found = ['array', 'object', 'file', number, 'boolean', 'string'].filter((type) =>
    types.has(type),
  )
  const all = found.length > 0 ? found : ['string']
  return isEmptyAllowed ? [...all, 'none'] : all
}

/** Returns the properties of a parameter that its style has no form for: objects and lists in an object. */
export const nestedProperties = (
  { style, explode }: Pick<Declared, 'style' | 'explode'>,
  schema: Schema,
  schemas: Schemas,
): string[] => {
  if (style === 'deepObject') return []
  return propertiesIn(applicable(schema, schemas)).flatMap(([name, inner]) => {
    const types = typesIn(inner, schemas)
    // Lists that are exploded repeat their name.
    return types.has('object') || (types.has('array') && !explode) ? [name] : []
  })
}

type Field = Pick<Declared, 'name' | 'style' | 'explode'> & {
  schema: Schema
  isJson: boolean
  /** The content types of its parts, if the document says them. */
  partTypes: string | undefined
}

function fieldsOf({ encoding }: Content, schema: Schema, schemas: Schemas): Field[] {
  return propertiesIn(applicable(schema, schemas)).map(([name, property]) => {
    const given = own(encoding, name)
    const { style, explode, contentType } = isObject(given) ? given : {}
    const partTypes = typeof contentType === 'string' ? contentType : undefined
    return {
      isJson: isJson(property, schemas, partTypes, style !== undefined),
      name,
      schema: property,
      style: styles.find((each) => each === style) ?? 'form',
      explode: typeof explode === 'boolean' ? explode : style === undefined || style === 'form',
      partTypes,
    }
  })
}

/** The styles of fields. Those of other names are read as the first. */
const styles = ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject']

/** Returns what the `encoding` of a form says without effect, by the name of the field. */
export const uselessEncoding = (
  { encoding }: Content,
  schema: Schema,
  schemas: Schemas,
): [name: string, what: string][] => {
  const properties = new Map(propertiesIn(applicable(schema, schemas)))
  return Object.entries(encoding).flatMap(([name, given]): [string, string][] => {
    const property = properties.get(name)
    if (!property) return [[name, `\`${name}\` is no field of the form, and is ignored`]]
    const { headers, style = 'form', contentType } = isObject(given) ? given : {}
    const isMap =
      contentType !== undefined && typesIn(itemOf(property, schemas), schemas).has('object')
    const found = [
      headers !== undefined && `the headers of the part \`${name}\` are not read`,
      !styles.includes(String(style)) &&
        `the style \`${style}\` of \`${name}\` is ignored. Write \`${styles.join('` or `')}\``,
      isMap &&
        !isJson(property, schemas, String(contentType)) &&
        `\`${name}\` is an object, and is not read from ${contentType}. Write \`application/json\``,
    ]
    return found.flatMap((what) => (what === false ? [] : [[name, what]]))
  })
}

/** Whether a field is read as JSON. Without a style, objects are, each in a part of its own. */
function isJson(schema: Schema, schemas: Schemas, contentType?: string, hasStyle = false): boolean {
  if (contentType !== undefined)
    return contentType.split(',').some((each) => kindOf(each) === 'json')
  return !hasStyle && typesIn(itemOf(schema, schemas), schemas).has('object')
}

function itemOf(schema: Schema, schemas: Schemas): Schema {
  if (!typesIn(schema, schemas).has('array')) return schema
  return applicable(schema, schemas).find(({ items }) => items)?.items ?? {}
}

function fieldReading(name: string, schema: Schema, source: Source, asJson: boolean) {
  if (!asJson) return reading(name, schema, source)
  const { schemas } = source
  const types = typesIn(itemOf(schema, schemas), schemas).has('file') ? text(['file']) : '[]'
  const plain = { types, contentType: text('application/json') }
  const isList = typesIn(schema, schemas).has('array')
  return isList ? { types: text(['array']), items: objectOf(plain) } : plain
}

/**
 * Returns how the fields of a form are read, as code of the fields of the type `RequestContent`.
 * @param schema that of the form, in which files have their type.
 */
export const formFields = (
  content: Content,
  schema: Schema,
  source: Source,
): Record<string, string | false> => {
  const { schemas } = source
  const fields = fieldsOf(content, schema, schemas)
  const others = othersIn(applicable(schema, schemas)) ?? []
  const other = anyOf(others)
  const partTypes = fields.flatMap(({ name, partTypes }) =>
    partTypes === undefined ? [] : [`${key(name)}: ${text(partTypes)}`],
  )
  const codes = fields.map(({ name, schema: own, style, explode, isJson: asJson }) => {
    const reading = fieldReading(name, own, source, asJson)
    return objectOf({ name: text(name), style: text(style), explode: `${explode}`, ...reading })
  })
  return {
    fields: `[${codes.join(', ')}]`,
    others:
      others.length > 0 && objectOf(fieldReading('other', other, source, isJson(other, schemas))),
    partTypes:
      content.kind === 'multipart' && partTypes.length > 0 && `{ ${partTypes.join(', ')} }`,
  }
}
