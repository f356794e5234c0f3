import { rejectedIn } from '../schema/checks.ts'
import { keywords } from '../schema/keywords.ts'
import { type Place, Places, UnresolvedReference } from '../schema/places.ts'
import { forms, isObject, isSchema } from '../schema/schema.ts'
import type { Report } from './findings.ts'
import { camelCase } from './names.ts'
import { flawOf } from './patterns.ts'
import { escapePointer, steps } from './pointer.ts'
import { partsIn } from './walk-schemas.ts'

/** Keywords of schemas that no check needs. */
const annotations = new Set([
  ...['title', 'description', 'default', 'example', 'examples', 'format', 'deprecated', '$comment'],
  ...['readOnly', 'writeOnly', 'discriminator', 'xml', 'externalDocs', '$id', '$schema', '$anchor'],
  ...['contentEncoding', 'contentMediaType', 'contentSchema'],
])

type Mutable = { [keyword: string]: unknown }

const isMutable = (value: unknown): value is Mutable => isObject(value)

/** The keywords beside a `$ref` that OpenAPI 3.0 ignores are those that are checked. */
const dropSiblings = (schema: Mutable, report: (message: string) => void) => {
  for (const keyword of Object.keys(schema)) {
    if (keyword === '$ref' || !(keyword in keywords)) continue
    report(`\`${keyword}\` beside \`$ref\` has no effect in OpenAPI 3.0`)
    delete schema[keyword]
  }
}

/** Turns the bounds of OpenAPI 3.0 that are booleans into numbers. */
const liftBounds = (schema: Mutable) => {
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof schema[exclusive] !== 'boolean') continue
    if (schema[exclusive] && schema[bound] !== undefined) {
      schema[exclusive] = schema[bound]
      delete schema[bound]
    } else delete schema[exclusive]
  }
}

/** Turns `nullable: true` into what 2020-12 has for it: null as a type, a value and an alternative. */
const liftNullable = (schema: Mutable) => {
  const { nullable } = schema
  delete schema.nullable
  if (nullable !== true) return
  const { type, enum: values } = schema
  if (type !== undefined) {
    const types = [type].flat()
    if (!types.includes('null')) schema.type = [...types, 'null']
    if (Array.isArray(values) && !values.includes(null)) schema.enum = [...values, null]
    return
  }
  const checked = Object.keys(schema).filter((keyword) => keyword in keywords)
  if (checked.length === 0) return
  const inner = Object.fromEntries(checked.map((keyword) => [keyword, schema[keyword]]))
  for (const keyword of checked) delete schema[keyword]
  schema.anyOf = [inner, { type: 'null' }]
}

/** Writes schemas that are booleans as objects, as the rest of the generator reads them. */
const writeBooleans = (schema: Mutable) => {
  const written = (each: unknown) => (each === true ? {} : each === false ? { not: {} } : each)
  for (const [keyword, given] of Object.entries(schema)) {
    const form = Object.hasOwn(keywords, keyword) ? keywords[keyword]?.form : undefined
    if (form === 'schemas' && Array.isArray(given)) schema[keyword] = given.map(written)
    if (form === 'map of schemas' && isMutable(given))
      for (const [name, each] of Object.entries(given)) given[name] = written(each)
    if (form === 'schema' && !/^additional|^unevaluated/.test(keyword))
      schema[keyword] = written(given)
  }
}

const checked = new Map<string, string | undefined>()

const reportPatterns = (schema: Mutable, report: (message: string) => void) => {
  const { pattern, patternProperties } = schema
  const patterns = isObject(patternProperties) ? Object.keys(patternProperties) : []
  if (typeof pattern === 'string') patterns.push(pattern)
  for (const each of patterns) {
    if (!checked.has(each)) checked.set(each, flawOf(each))
    const flaw = checked.get(each)
    if (flaw) report(flaw)
  }
}

const normaliseSchema = (schema: Mutable, version: string, report: (message: string) => void) => {
  const isOld = version.startsWith('3.0')
  if (isOld && '$ref' in schema) dropSiblings(schema, report)
  if (isOld) liftBounds(schema)
  else if ('nullable' in schema)
    report('`nullable` is no keyword of OpenAPI 3.1. It is read as in OpenAPI 3.0')
  if (Array.isArray(schema.items) && schema.prefixItems === undefined) {
    report('`items` is a list, and is read as `prefixItems`')
    schema.prefixItems = schema.items
    delete schema.items
  }
  for (const [keyword, given] of Object.entries(schema)) {
    if (keyword.startsWith('x-') || annotations.has(keyword) || keyword === 'nullable') continue
    const row = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined
    if (!row && keyword.startsWith('$')) continue
    if (row && forms[row.form](given)) continue
    report(
      row
        ? `\`${keyword}\` is not of the form that JSON Schema gives it (${row.form}), and is ignored`
        : `\`${keyword}\` is no keyword of JSON Schema 2020-12, and is ignored`,
    )
    if (row) delete schema[keyword]
  }
  liftNullable(schema)
  writeBooleans(schema)
  reportPatterns(schema, report)
}

const base = 'https://document.invalid/'
const component = /^#\/components\/schemas\/[^/]+$/

/** Returns the schemas of a document that are in no other. */
const rootSchemas = (document: Mutable): Place[] => {
  let root = ' '
  return [...partsIn('document', document, '#')].flatMap(({ kind, value, pointer }) => {
    if (kind !== 'schema' || !isSchema(value) || pointer.startsWith(`${root}/`)) return []
    root = pointer
    return [{ schema: value, base, uri: `${base}${pointer}` }]
  })
}

/**
 * Makes a component of each schema that a `$ref` finds elsewhere, by JSON pointer, `$id` or `$anchor`, so
 * that every schema that is referred to has a name and every reference the same form.
 */
const nameReferred = (document: Mutable, report: Report): void => {
  const places = new Places()
  places.addDocument(base, document)
  const roots = rootSchemas(document).map((place) => places.addSchema(place))
  const components = isMutable(document.components) ? document.components : {}
  const schemas = isMutable(components.schemas) ? components.schemas : {}
  const names = new Map<unknown, string>()
  const nameOf = ({ schema, uri }: Place): string => {
    const known = names.get(schema)
    if (known !== undefined) return known
    const name = camelCase(
      steps(decodeURIComponent(uri.replace('#', '/')))
        .slice(-6)
        .join(' '),
    )
    let free = name
    for (let i = 2; Object.hasOwn(schemas, free); i++) free = `${name}${i}`
    names.set(schema, free)
    schemas[free] = schema
    return free
  }
  for (const [name, schema] of Object.entries(schemas))
    if (!names.has(schema)) names.set(schema, name)
  const visit = (place: Place): void => {
    const schema: unknown = place.schema
    if (!isMutable(schema)) return
    const { $ref } = schema
    if (typeof $ref === 'string' && !(place.base === base && component.test($ref)))
      try {
        schema.$ref = `#/components/schemas/${escapePointer(nameOf(places.resolve($ref, place.base)))}`
      } catch (error) {
        if (!(error instanceof UnresolvedReference)) throw error
        report('error', error.message, place.uri.slice(base.length))
      }
    for (const child of places.children(place)) visit(child)
    delete schema.$id
    delete schema.$anchor
  }
  for (const place of roots) visit(place)
  if (names.size === 0) return
  document.components = components
  components.schemas = schemas
}

/**
 * Rewrites a document of OpenAPI 3.0, 3.1 or 3.2 as the rest of the generator reads it: with schemas
 * of JSON Schema 2020-12. Reports what it ignores or reads in its own way.
 */
export const normalise = (document: Mutable, report: Report): void => {
  const version = String(document.openapi)
  for (const { kind, value, pointer } of [...partsIn('document', document, '#')])
    if (kind === 'schema' && isMutable(value)) {
      for (const what of rejectedIn(value)) report('error', what, pointer)
      normaliseSchema(value, version, (message) => report('warning', message, pointer))
    }
  nameReferred(document, report)
  if (version.startsWith('3.0')) document.openapi = '3.1.0'
}
