import {
  type ArraySubtype,
  astToString,
  type GlobalContext,
  type OpenAPI3,
  type ReferenceObject,
  resolveRef,
  type SchemaObject,
  type TransformNodeOptions,
  transformSchema,
  transformSchemaObject,
} from 'openapi-typescript'
import ts from 'typescript'
import {
  componentName,
  type Document,
  type MediaType,
  type PathItem,
  type Schema,
} from '../model/document.ts'
import { escapePointer, resolve, steps } from '../model/pointer.ts'
import { isObject, own } from '../runtime/check.ts'
import { checkedIn, isInherited } from '../schema/keyword-checks.ts'
import { applicable, partsIn, type Schemas, typesIn } from '../schema/walk-schemas.ts'
import { withData } from './body-schemas.ts'
import type { Layer } from './layer.ts'
import { banner } from './module.ts'

/**
 * Emits `types.ts`: openapi-typescript's types, which the other outputs are checked against. Its own
 * reading of the document, and its types for `discriminator`, are left out: the document has been
 * read, and a discriminator changes no verdict.
 */
export const emitTypes = (layer: Layer): string => {
  const { isDirected } = layer
  const document = reworded(layer.document, layer)
  const context: Partial<GlobalContext> = {
    discriminators: { objects: {}, refsHandled: [] },
    emptyObjectsUnknown: true,
    injectFooter: [],
    readWriteMarkers: isDirected,
    resolve: ($ref: string) => resolveRef(document, $ref, { silent: true }),
    silent: true,
    transform: (schema, options) => {
      // It names enums alone, which have no names here. One with `%` could not be read.
      options.path = '#'
      if (isOpenTuple(schema)) return tupleType(schema, options)
      if (String(schema.type) === 'file') return ts.factory.createTypeReferenceNode('File')
    },
  }
  const nodes = [...typesOf(document, context), ...formTypes(layer, context)]
  const code = astToString(nodes).replace(
    /^type WithRequired<.*?^\};$/ms,
    // A required property of a value that may be null.
    `type WithRequired<T, K extends PropertyKey> = T extends object ? T & { [P in K & keyof T]-?: T[P] } : T`,
  )
  return `${banner}\n${isDirected ? withDirections(code) : code}`
}

/** Whether a schema is of lists with more items than `prefixItems` describe. openapi-typescript has these alone. */
function isOpenTuple(schema: SchemaObject): schema is SchemaObject & ArraySubtype {
  if (schema.type !== 'array' || !('prefixItems' in schema)) return false
  const { prefixItems = [], items, maxItems = Infinity } = schema
  return maxItems > prefixItems.length && !(isObject(items) && 'not' in items)
}

function tupleType({ prefixItems = [], items }: ArraySubtype, options: TransformNodeOptions) {
  const typeOf = (schema: SchemaObject | ReferenceObject) => transformSchemaObject(schema, options)
  const unknown = ts.factory.createKeywordTypeNode(ts.SyntaxKind.UnknownKeyword)
  // A list of `items` has been read as `prefixItems`.
  const other = items === undefined || Array.isArray(items) ? unknown : typeOf(items)
  const rest = ts.factory.createRestTypeNode(ts.factory.createArrayTypeNode(other))
  return ts.factory.createTupleTypeNode([...prefixItems.map(typeOf), rest])
}

function typesOf(document: Document, context: Partial<GlobalContext>): ts.Node[] {
  if (!isOpenApi(document) || !isContext(context))
    throw new TypeError('The document has no version of OpenAPI, or the context is not complete')
  return transformSchema(document, context)
}

/** Returns the interface `forms`: the types of forms with files. */
function formTypes(layer: Layer, context: Partial<GlobalContext>): ts.Node[] {
  if (layer.fileForms.size === 0) return []
  const { openapi, info } = layer.document
  const schemas = Object.fromEntries(layer.fileForms)
  const nodes = typesOf(reworded({ openapi, info, components: { schemas } }, layer), context)
  const interfaces = nodes.filter(ts.isInterfaceDeclaration)
  const types = interfaces.find(({ name }) => name.text === 'components')?.members[0]
  if (!types || !ts.isPropertySignature(types) || !types.type) return []
  const exported = [ts.factory.createModifier(ts.SyntaxKind.ExportKeyword)]
  return [ts.factory.createTypeAliasDeclaration(exported, 'forms', undefined, types.type)]
}

/** Returns a copy of a document in which parts without types of openapi-typescript are written in another way. */
function reworded(given: Document, layer: Layer): Document {
  const document = structuredClone(given)
  const webhooks: Record<string, PathItem> = { ...document.webhooks }
  for (const { kind, value, pointer } of partsIn('document', document, '#')) {
    if (!isObject(value)) continue
    if (kind === 'schema') rewordSchema(value, pointer, layer)
    else if (kind === 'mediaType' || kind === 'parameter')
      rewordContent(kind, value, document, layer)
    else if (kind === 'operation') {
      // openapi-typescript takes all of them for objects.
      for (const [status, response] of Object.entries(Object(value.responses)))
        if (!isObject(response)) Reflect.deleteProperty(Object(value.responses), status)
      if (/\/(?:query|additionalOperations\/[^/]+)$/.test(pointer))
        webhooks[pointer] = { post: value }
    } else if (kind === 'callback' && !('$ref' in value))
      for (const [expression, item] of Object.entries(value))
        webhooks[`${pointer}/${expression}`] = Object(item)
  }
  return { ...document, webhooks }
}

function rewordSchema(schema: Schema, pointer: string, layer: Layer): void {
  // The intersection of a list of types with alternatives has more members than either.
  if (Array.isArray(schema.type) && (schema.anyOf ?? schema.oneOf)) delete schema.type
  // openapi-typescript takes the values of such an `enum` for schemas.
  if (schema.type === 'object') delete schema.enum
  // openapi-typescript takes it for a property. Schemas in it that are referred to are components.
  delete schema.$defs
  // openapi-typescript has no type for this constant.
  if (schema.const === null) schema.type = 'null'
  openLists(schema, pointer, layer.schemas)
  openInherited(schema)
  combineReference(schema)
  declareConditional(schema, layer.schemas)
  widenOthers(schema)
  markProperties(schema, pointer, layer)
  if (!/\/allOf\/[0-9]+$/.test(pointer)) declareRequired(schema, layer)
  combineAlternatives(schema, layer.schemas)
  if (!schema.allOf || !isNullable(layer, pointer)) return
  // The intersection of types that may be null with one that may not is never null.
  const { readOnly, writeOnly, ...all } = schema
  for (const name of Object.keys(all)) delete schema[name]
  schema.anyOf = [all, { type: 'null' }]
}

/** Writes a media type or a parameter that is another, or has its schema elsewhere. */
function rewordContent(
  kind: 'mediaType' | 'parameter',
  value: Record<string, unknown>,
  document: Document,
  { schemas }: Layer,
): void {
  // A parameter of another operation has a type that may be undefined there.
  const isOther = kind === 'mediaType' || !String(value.$ref).startsWith('#/components/')
  if (isOther && typeof value.$ref === 'string') {
    Object.assign(value, resolve<MediaType>(document, { $ref: value.$ref }))
    delete value.$ref
  }
  if (kind === 'mediaType' && isObject(value.itemSchema))
    value.schema = withData(value.itemSchema, schemas)
  const [media] = kind === 'parameter' ? Object.values(Object(value.content)) : []
  if (isObject(media)) value.schema = media.schema
  if (kind === 'parameter' && value.in === 'querystring') value.in = 'query'
}

/** Whether null is a value of all schemas that a schema combines. */
function isNullable(layer: Layer, pointer: string): boolean {
  const at = layer.place(pointer)
  const types = (at ? layer.checks.places.parts(at) : []).flatMap(({ schema: { type } }) =>
    type ? [type] : [],
  )
  return types.length > 0 && types.every((each) => each.includes('null'))
}

/** The place of a schema whose values are those of a component, or in lists of these. */
const inLists =
  /^#\/components\/schemas\/[^/]+(?:\/(?:(?:all|any|one)Of|prefixItems)\/[0-9]+|\/items)*$/

/** Says nothing of the items of a list that holds itself: only a type with a name can. */
function openLists(schema: Schema, pointer: string, schemas: Schemas): void {
  const { items = {}, prefixItems = [] } = schema
  const name = steps(pointer)[2] ?? ''
  if (!inLists.test(pointer) || ![items, ...prefixItems].some((each) => holds(each, name, schemas)))
    return
  delete schema.items
  delete schema.prefixItems
}

/** Whether values of a schema can be, or have as items, those of a component. */
function holds(schema: Schema, name: string, schemas: Schemas, seen = new Set<string>()): boolean {
  const { $ref, items = [], allOf = [], anyOf = [], oneOf = [], prefixItems = [] } = schema
  const target = $ref === undefined ? undefined : componentName($ref)
  const inner = [...allOf, ...anyOf, ...oneOf, ...prefixItems, items].flat()
  if (target !== undefined && !seen.has(target)) inner.push(schemas[target] ?? {})
  if (target !== undefined) seen.add(target)
  return target === name || inner.some((each) => holds(each, name, schemas, seen))
}

/** Says nothing of optional properties that every object inherits: a literal without one has another type. */
function openInherited({ properties = {}, required = [] }: Schema): void {
  for (const name of Object.keys(properties))
    if (isInherited(name) && !required.includes(name)) properties[name] = {}
}

/** Writes a reference with other keywords as one of `allOf`. openapi-typescript ignores what is beside a `$ref`. */
function combineReference(schema: Schema): void {
  const { $ref, allOf = [] } = schema
  if ($ref === undefined || checkedIn(schema).length === 1) return
  delete schema.$ref
  schema.allOf = [{ $ref }, ...allOf]
}

/** Writes `anyOf` beside other keywords as one of `allOf`. openapi-typescript takes them for one more alternative. */
function combineAlternatives(schema: Schema, schemas: Schemas): void {
  const { anyOf, allOf = [] } = schema
  if (!anyOf || checkedIn(schema).length === 1 || typesIn(schema, schemas).size !== 1) return
  delete schema.anyOf
  schema.allOf = [...allOf, { anyOf }]
}

/** Declares the properties of conditions, which openapi-typescript leaves out. Another part may say their types. */
function declareConditional(schema: Schema, schemas: Schemas): void {
  const { then = [], else: otherwise = [], dependentSchemas = {}, properties = {} } = schema
  const parts = [then, otherwise, Object.values(dependentSchemas)].flat(2)
  const names = parts
    .flatMap((each) => applicable(each, schemas))
    .flatMap((each) => Object.keys(each.properties ?? {}))
  const missing = names.filter((name) => !own(properties, name)).map((name) => [name, {}])
  if (missing.length > 0) schema.properties = { ...properties, ...Object.fromEntries(missing) }
}

/** Adds the types of the properties to that of all others: an index signature covers every property. */
function widenOthers(schema: Schema): void {
  const { properties = {}, patternProperties = {}, additionalProperties } = schema
  const others = Object.values(patternProperties)
  if (isObject(additionalProperties)) others.push(additionalProperties)
  if (others.length === 0 || additionalProperties === true) return
  delete schema.patternProperties
  schema.additionalProperties = { anyOf: [...others, ...Object.values(properties)] }
}

/** Marks properties whose reference's target is marked: `readOnly` or `writeOnly`. */
function markProperties({ properties }: Schema, pointer: string, layer: Layer): void {
  for (const [name, schema] of Object.entries(properties ?? {})) {
    const at = layer.place(`${pointer}/properties/${escapePointer(name)}`)
    const marks = (['readOnly', 'writeOnly'] as const).filter((mark) =>
      layer.checks.hasMark(at, mark),
    )
    if (!properties || marks.every((mark) => schema[mark] === true)) continue
    const own = Object.fromEntries(marks.map((mark) => [mark, true]))
    properties[name] = { allOf: [schema], ...own }
  }
}

/**
 * Declares required properties that no property describes, and requires what one part of an `allOf` requires and
 * another describes. Values of every type may have no fields.
 */
function declareRequired(schema: Schema, { checks, madePlace, schemas }: Layer): void {
  const { type, properties, additionalProperties, allOf, anyOf, oneOf } = schema
  if (anyOf ?? oneOf) return
  if (!allOf && type === undefined && properties === undefined && additionalProperties === true)
    delete schema.additionalProperties
  const parts = checks.places.parts(madePlace('type', schema)).map((part) => part.schema)
  if (parts.every((each) => (each.properties ?? each.type) === undefined)) return
  const required = parts.flatMap((each) => each.required ?? [])
  const isRequiredWhereDeclared = (name: string) =>
    parts.some((each) => each.required?.includes(name) && own(each.properties ?? {}, name))
  const elsewhere = required.filter((name) => !isRequiredWhereDeclared(name))
  if (elsewhere.length > 0)
    schema.required = [...new Set([...(schema.required ?? []), ...elsewhere])]
  const declared = new Set(
    applicable(schema, schemas).flatMap((each) => Object.keys(each.properties ?? {})),
  )
  const dependent = Object.entries(Object(schema.dependentRequired)).flat(2).map(String)
  const missing = [...required, ...dependent].filter((name) => !declared.has(name))
  if (missing.length === 0) return
  const other = isObject(additionalProperties) ? additionalProperties : {}
  schema.properties = { ...properties, ...Object.fromEntries(missing.map((name) => [name, other])) }
  if (!allOf && properties === undefined) schema.additionalProperties ??= true
}

function isOpenApi(document: object): document is OpenAPI3 {
  return 'openapi' in document
}

/** Whether a context is complete. The transformation does without the other settings. */
function isContext(context: Partial<GlobalContext>): context is GlobalContext {
  return 'resolve' in context
}

/**
 * Replaces openapi-typescript's types of a direction. Its own also leave out properties of the type
 * null, and keep others as `never`.
 */
function withDirections(code: string): string {
  const rest = code.replace(/export type Readable<.*?(?=export (?:interface|type) paths\b)/s, '')
  const direction = (name: string, own: string, other: string) =>
    `export type ${name}<T> = T extends ${own}<infer U> ? ${name}<keyof T extends '${own.toLowerCase()}' ? U : Omit<T, '${own.toLowerCase()}'> & U> : T extends readonly unknown[] ? number extends T['length'] ? ${name}<T[number]>[] : { [K in keyof T]: ${name}<T[K]> } : T extends object ? { [K in keyof T as IsMarked<T[K], ${other}<unknown>> extends true ? never : K]: ${name}<T[K]> } : T`
  return `${rest}
type IsMarked<T, Mark> = [NonNullable<T>] extends [never] ? false : [NonNullable<T>] extends [Mark] ? true : false
/** A type without properties that go in requests only. */
${direction('Readable', '$Read', '$Write')}
/** A type without properties that go in responses only. */
${direction('Writable', '$Write', '$Read')}
`
}
