import type { Content, PlacedParameter } from '../model/model.ts'
import { key } from '../model/names.ts'
import { kindOf } from '../runtime/media-types.ts'
import type { TextType } from '../runtime/parameters.ts'
import type { Checks } from '../schema/checks.ts'
import type { Place } from '../schema/places.ts'
import { forms, isObject } from '../schema/schema.ts'
import { text } from './module.ts'

/** Finds schemas: a layer. */
type Schemas = {
  place(pointer: string): Place | undefined
  child(place: Place, ...steps: string[]): Place | undefined
  checks: Pick<Checks, 'resolve'>
}

/** What the types of the schemas that apply to a value say. */
type Shape = {
  types: Set<string>
  items: Place | undefined
  properties: Map<string, Place>
  minimum: number | undefined
  isBinary: boolean
}

const gather = (layer: Schemas, place: Place | undefined, shape: Shape, depth = 0): Shape => {
  if (!place || typeof place.schema === 'boolean' || depth > 10) return shape
  const { schema } = place
  const { type, minimum, exclusiveMinimum, $ref, enum: values } = schema
  if (forms.types(type)) for (const each of [type].flat()) shape.types.add(each)
  else
    for (const each of 'const' in schema ? [schema.const] : Array.isArray(values) ? values : [])
      shape.types.add(typeof each)
  if (typeof minimum === 'number') shape.minimum = minimum
  else if (typeof exclusiveMinimum === 'number') shape.minimum = exclusiveMinimum < 0 ? -1 : 0
  if (
    schema.format === 'binary' ||
    (typeof schema.contentMediaType === 'string' && schema.contentEncoding === undefined)
  )
    shape.isBinary = true
  shape.items ??= layer.child(place, 'items')
  const { properties } = schema
  for (const name of isObject(properties) ? Object.keys(properties) : []) {
    const inner = layer.child(place, 'properties', name)
    if (inner) shape.properties.set(name, inner)
  }
  if (typeof $ref === 'string') gather(layer, layer.checks.resolve($ref, place), shape, depth + 1)
  for (const keyword of ['allOf', 'anyOf', 'oneOf'])
    for (const i of forms.schemas(schema[keyword]) ? Object.keys(Object(schema[keyword])) : [])
      gather(layer, layer.child(place, keyword, i), shape, depth + 1)
  return shape
}

const shapeOf = (layer: Schemas, place: Place | undefined): Shape =>
  gather(layer, place, {
    types: new Set(),
    items: undefined,
    properties: new Map(),
    minimum: undefined,
    isBinary: false,
  })

/** Returns whether a schema's values are texts, so that a text can be checked as it is. */
export const isText = (layer: Schemas, place: Place | undefined): boolean =>
  [...shapeOf(layer, place).types].every((type) => type === 'string')

/** Numbers and booleans come first: every text is a string. */
const textTypes = ['integer', 'number', 'boolean', 'string'] as const

const readableTypes = ({ types }: Shape): TextType[] => {
  const found = textTypes.filter((type) => types.has(type))
  return found.length === 0
    ? ['string']
    : found.includes('number')
      ? found.filter((type) => type !== 'integer')
      : found
}

type Declared = Pick<PlacedParameter, 'name' | 'style' | 'explode' | 'contentType'>

/** Returns what a parameter's texts are read as, as code of the type `Parameter`. */
export const declaration = (
  layer: Schemas,
  { name, style, explode, contentType }: Declared,
  place: Place | undefined,
): string => {
  const shape = shapeOf(layer, place)
  const kind = shape.types.has('array') ? 'array' : shape.types.has('object') ? 'object' : 'scalar'
  const read = kind === 'array' ? shapeOf(layer, shape.items) : shape
  const fields = [
    `name: ${text(name)}`,
    `style: ${text(style)}`,
    `explode: ${explode}`,
    ...(contentType === undefined ? [] : [`contentType: ${text(contentType)}`]),
    `shape: ${text(kind)}`,
    `types: ${text(readableTypes(read))}`,
  ]
  if (kind === 'object' && shape.properties.size > 0)
    fields.push(
      `properties: { ${[...shape.properties].map(([name, inner]) => `${key(name)}: ${text(readableTypes(shapeOf(layer, inner)))}`).join(', ')} }`,
    )
  if ((read.minimum ?? -1) >= 0) fields.push('unsigned: true')
  return `{ ${fields.join(', ')} }`
}

/** Returns the properties of a parameter that no style has a form for: objects and lists in an object. */
export const nestedProperties = (layer: Schemas, place: Place | undefined): string[] =>
  [...shapeOf(layer, place).properties].flatMap(([name, inner]) => {
    const { types } = shapeOf(layer, inner)
    return types.has('object') || types.has('array') ? [name] : []
  })

type Encoding = { style?: unknown; explode?: unknown; contentType?: unknown }

const encodingOf = ({ encoding }: Content, name: string): Encoding => {
  const found = Object.hasOwn(encoding, name) ? encoding[name] : undefined
  return isObject(found) ? found : {}
}

/** Returns whether a field of a form is a file: its content is no text. */
const isFile = ({ types, isBinary }: Shape, { contentType }: Encoding): boolean =>
  isBinary ||
  types.size === 0 ||
  (typeof contentType === 'string' && kindOf(contentType) === 'bytes')

/** Returns the files of a form, and whether a field has several. */
export const filesOf = (layer: Schemas, content: Content): Map<string, 'file' | 'files'> => {
  const files = new Map<string, 'file' | 'files'>()
  if (content.kind !== 'multipart') return files
  for (const [name, place] of shapeOf(layer, layer.place(content.pointer)).properties) {
    const shape = shapeOf(layer, place)
    const isList = shape.types.has('array')
    const inner = isList ? shapeOf(layer, shape.items) : shape
    if (isFile(inner, encodingOf(content, name))) files.set(name, isList ? 'files' : 'file')
  }
  return files
}

/** Returns the fields of a form, as code of the type `Parameter`. */
export const formFields = (layer: Schemas, content: Content): string[] => {
  const files = filesOf(layer, content)
  return [...shapeOf(layer, layer.place(content.pointer)).properties].map(([name, place]) => {
    const file = files.get(name)
    if (file !== undefined)
      return `{ name: ${text(name)}, style: "form", explode: true, shape: ${text(file)}, types: [] }`
    const shape = shapeOf(layer, place)
    const { style, explode, contentType } = encodingOf(content, name)
    const inner = shape.types.has('array') ? shapeOf(layer, shape.items) : shape
    // Without a style, objects are JSON.
    const isJson =
      typeof contentType === 'string'
        ? kindOf(contentType) === 'json'
        : style === undefined && inner.types.has('object')
    const declared = {
      name,
      style: typeof style === 'string' ? style : 'form',
      explode: typeof explode === 'boolean' ? explode : style === undefined || style === 'form',
      contentType: isJson ? 'application/json' : undefined,
    }
    return declaration(layer, declared, place)
  })
}
