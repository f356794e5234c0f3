import type { Schema } from '../model/document.ts'
import type { Content, PlacedParameter } from '../model/model.ts'
import { key } from '../model/names.ts'
import { isObject } from '../runtime/check.ts'
import { kindOf } from '../runtime/media-types.ts'
import { applicable, type Schemas } from '../schema/applicable.ts'
import { objectOf, text } from './module.ts'

/** What the schemas that apply to a value say of its type. */
type Shape = {
  types: ReadonlySet<string>
  items: Schema
  properties: ReadonlyMap<string, Schema>
  isUnsigned: boolean
  isBinary: boolean
}

const typesOf = ({ type, enum: values = [], ...schema }: Schema): string[] => {
  if (type !== undefined) return [type].flat()
  return ('const' in schema ? [schema.const] : values).map((each) => typeof each)
}

const shapeOf = (schema: Schema, schemas: Schemas): Shape => {
  const parts = applicable(schema, schemas)
  const bounds = parts.flatMap(({ minimum, exclusiveMinimum }) => minimum ?? exclusiveMinimum ?? [])
  return {
    types: new Set(parts.flatMap(typesOf)),
    items: parts.find(({ items }) => items)?.items ?? {},
    properties: new Map(parts.flatMap(({ properties = {} }) => Object.entries(properties))),
    isUnsigned: (bounds.at(-1) ?? -1) >= 0,
    isBinary: parts.some(
      (part) =>
        part.format === 'binary' || ('contentMediaType' in part && !('contentEncoding' in part)),
    ),
  }
}

/** Returns whether a schema's values are texts, so that a text can be checked as it is. */
export const isText = (schema: Schema, schemas: Schemas): boolean =>
  [...shapeOf(schema, schemas).types].every((type) => type === 'string')

/** Returns the types that a text is read as. Numbers and booleans come first: every text is a string. */
const readableTypes = ({ types }: Shape): string => {
  const number = types.has('number') ? 'number' : 'integer'
  const found = [number, 'boolean', 'string'].filter((type) => types.has(type))
  return text(found.length > 0 ? found : ['string'])
}

type Declared = Pick<PlacedParameter, 'name' | 'style' | 'explode' | 'contentType'> & {
  /** Whether it is one file of a form, or several. */
  file?: 'file' | 'files' | undefined
}

/** Returns what a parameter's texts are read as, as code of the type `Parameter`. */
export const declaration = (
  { name, style, explode, contentType, file }: Declared,
  schema: Schema,
  schemas: Schemas,
): string => {
  const shape = shapeOf(schema, schemas)
  const kind = ['array', 'object'].find((type) => shape.types.has(type)) ?? 'scalar'
  const read = kind === 'array' ? shapeOf(shape.items, schemas) : shape
  const properties = [...shape.properties].map(
    ([name, inner]) => `${key(name)}: ${readableTypes(shapeOf(inner, schemas))}`,
  )
  return objectOf({
    name: text(name),
    style: text(style),
    explode: `${explode}`,
    contentType: contentType && text(contentType),
    shape: text(file ?? kind),
    types: file ? '[]' : readableTypes(read),
    properties: kind === 'object' && properties.length > 0 && `{ ${properties.join(', ')} }`,
    unsigned: read.isUnsigned && 'true',
  })
}

/** Returns the properties of a parameter that no style has a form for: objects and lists in an object. */
export const nestedProperties = (schema: Schema, schemas: Schemas): string[] =>
  [...shapeOf(schema, schemas).properties].flatMap(([name, inner]) => {
    const { types } = shapeOf(inner, schemas)
    return types.has('object') || types.has('array') ? [name] : []
  })

/** A field of a form, read as a parameter is. */
type Field = Declared & { schema: Schema }

const fieldsOf = ({ kind, schema = {}, encoding }: Content, schemas: Schemas): Field[] =>
  [...shapeOf(schema, schemas).properties].map(([name, property]) => {
    const shape = shapeOf(property, schemas)
    const isList = shape.types.has('array')
    const inner = isList ? shapeOf(shape.items, schemas) : shape
    const own = Object.hasOwn(encoding, name) ? encoding[name] : undefined
    const { style, explode, contentType } = isObject(own) ? own : {}
    const as = typeof contentType === 'string' ? kindOf(contentType) : undefined
    // The content of a file is no text.
    const isFile =
      kind === 'multipart' && (inner.isBinary || inner.types.size === 0 || as === 'bytes')
    // Without a style, objects are JSON.
    const isJson = as ? as === 'json' : style === undefined && inner.types.has('object')
    return {
      name,
      schema: property,
      file: isFile ? (isList ? 'files' : 'file') : undefined,
      style: typeof style === 'string' ? style : 'form',
      explode: typeof explode === 'boolean' ? explode : style === undefined || style === 'form',
      contentType: isJson ? 'application/json' : undefined,
    }
  })

/** Returns the files of a form, and whether a field has several. */
export const filesOf = (content: Content, schemas: Schemas): Map<string, 'file' | 'files'> =>
  new Map(fieldsOf(content, schemas).flatMap(({ name, file }) => (file ? [[name, file]] : [])))

/** Returns the fields of a form, as code of the type `Parameter`. */
export const formFields = (content: Content, schemas: Schemas): string =>
  fieldsOf(content, schemas)
    .map((field) => declaration(field, field.schema, schemas))
    .join(', ')
