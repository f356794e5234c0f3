import { componentName, type Document, type Schema } from '../model/document.ts'
import type { Report } from '../model/findings.ts'
import { camelCase, freeName, misspelt } from '../model/names.ts'
import { flawOf } from '../model/pattern-flaws.ts'
import { at, escapePointer, stepInto, steps } from '../model/pointer.ts'
import { all, failuresOf, isObject, own } from '../runtime/check.ts'
import { percentDecoded } from '../runtime/readings.ts'
import { Checks, dialect, otherDraft, rejectedIn } from './check-functions.ts'
import { discriminatorOf } from './discriminator.ts'
import { inheritSchemas } from './inheritance.ts'
import { checkedIn, forms, keywords, ofTypes } from './keyword-checks.ts'
import { type Place, Places, subschemas } from './places.ts'
import { sample } from './sample.ts'
import { type Part, partsIn, schemasOf } from './walk-schemas.ts'

const base = 'https://document.invalid/'

const typeNames = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']

const component = /^#\/components\/schemas\/[^/]+$/

/**
 * Rewrites a document of OpenAPI 3.0, 3.1 or 3.2 as the rest of the generator reads it: with schemas
 * of JSON Schema 2020-12. Each schema that a `$ref` finds, by JSON pointer, `$id` or `$anchor`, becomes
 * a component. It then has a name, and every reference has the same form. Reports the parts that it
 * ignores or reads in its own way.
 */
export const normalise = (document: Document, report: Report): void => {
  const isOld = String(document.openapi).startsWith('3.0')
  const { jsonSchemaDialect = dialect } = document
  for (const what of rejectedIn({ $schema: jsonSchemaDialect }))
    report('error', what, '#/jsonSchemaDialect')
  const schemas = document.components?.schemas ?? {}
  if (typeof schemas.$ref === 'string') {
    const what = 'a `$ref` is in a schema of this map, not in the map itself'
    report('error', what, '#/components/schemas')
    delete schemas.$ref
  }
  writeBooleans(document)
  const places = new Places()
  places.addDocument(base, document)
  const known = new Set<Schema>()
  // The schemas that are in no other.
  const roots: { place: Place; pointer: string }[] = []
  const enter = (parts: readonly Part[]): void => {
    const first = roots.length
    let root = ' '
    for (const { kind, value, pointer } of parts) {
      if (!isObject(value)) continue
      if (kind !== 'schema') {
        const { $ref } = value
        if (typeof $ref === 'string' && at(document, percentDecoded($ref) ?? '') === undefined)
          report('error', `the reference ${$ref} leads nowhere`, pointer)
        continue
      }
      for (const what of rejectedIn(value)) report('error', what, pointer)
      normaliseSchema(value, isOld, (message, kind) => report('warning', message, pointer, kind))
      known.add(value)
      if (pointer.startsWith(`${root}/`)) continue
      root = pointer
      roots.push({ place: { schema: value, base, uri: `${base}${pointer}` }, pointer })
    }
    for (const each of roots.slice(first)) each.place = places.addSchema(each.place)
  }
  const nameOf = namer(schemas)
  const visit = (place: Place, pointer: string): void => {
    const { schema } = place
    const { $ref } = schema
    if ($ref !== undefined) {
      const target = places.referred(place)
      const around = `${target?.uri.slice(base.length)}/`
      const isAround = [pointer, '#/components/schemas/'].some((each) => each.startsWith(around))
      if (!target || (isAround && !known.has(target.schema)))
        report('error', `the reference ${$ref} leads nowhere`, pointer)
      else if (!(place.base === base && component.test($ref))) {
        // It may be where OpenAPI has no schemas.
        if (!known.has(target.schema))
          enter(partsIn('schema', target.schema, target.uri.slice(base.length)))
        schema.$ref = `#/components/schemas/${escapePointer(nameOf(target))}`
      }
    }
    for (const value of Object.values(discriminatorOf(schema)?.mapping ?? {})) {
      const uris = [value, `#/components/schemas/${value}`]
      if (!uris.some((each) => places.resolve(each, place.base)))
        report('warning', `the discriminator maps to ${value}, which is no schema`, pointer)
    }
    for (const steps of subschemas(schema)) {
      const child = places.child(place, steps)
      if (child) visit(child, [pointer, ...steps.map(escapePointer)].join('/'))
    }
    delete schema.$id
    delete schema.$anchor
  }
  enter(partsIn('document', document, '#'))
  for (const { place, pointer } of roots) visit(place, pointer)
  inheritSchemas(schemas, report)
  if (Object.keys(schemas).length > 0) document.components = { ...document.components, schemas }
  if (isOld) document.openapi = '3.1.0'
  reportSharedValues(document, report)
}

/** Writes schemas that are in no other, and are booleans, as objects. */
function writeBooleans(document: Document): void {
  let root = ' '
  for (const { kind, value, pointer } of partsIn('document', document, '#')) {
    if (kind !== 'schema' || pointer.startsWith(`${root}/`)) continue
    root = pointer
    const path = steps(pointer)
    const name = path.pop() ?? ''
    if (typeof value === 'boolean')
      Reflect.set(Object(path.reduce<unknown>(stepInto, document)), name, asObject(value))
  }
}

type Mutable = { [keyword: string]: unknown }

/** Keywords of schemas that no check needs. */
const annotations = new Set(
  `title description default example examples format deprecated $comment readOnly writeOnly
  discriminator xml externalDocs $id $schema $anchor contentEncoding contentMediaType contentSchema
  nullable`.split(/\s+/),
)

/** Keywords that bound the same measure of a value. */
const ranges = [
  ['minimum', 'maximum'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'maximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minContains', 'maxContains'],
  ['minProperties', 'maxProperties'],
] as const

/** Keywords whose value is a list with at least one member. */
const filledLists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'type'])

type Warn = (message: string, kind?: string) => void

function normaliseSchema(schema: Mutable, isOld: boolean, warn: Warn): void {
  readOtherDialects(schema, isOld, warn)
  for (const name of ['title', 'description'])
    if (typeof schema[name] === 'number') schema[name] = String(schema[name])
    else if (typeof schema[name] !== 'string') delete schema[name]
  for (const [keyword, given] of Object.entries(schema))
    if (!keyword.startsWith('x-') && !annotations.has(keyword))
      normaliseKeyword(schema, keyword, given, warn)
  if ('discriminator' in schema && !discriminatorOf(schema))
    warn('the `discriminator` has no `propertyName`, and is ignored')
  if (Array.isArray(schema.enum) && schema.enum.length === 0) {
    warn('`enum` is empty, so no value is valid. Remove it, or list the values')
    schema.not = {}
    delete schema.enum
  }
  reportBounds(schema, warn)
  const patterns = [schema.pattern ?? [], Object.keys(Object(schema.patternProperties))].flat()
  for (const pattern of patterns) {
    const flaw = flawOf(String(pattern))
    if (flaw) warn(`the pattern ${pattern} ${flaw}`, `a pattern ${flaw}`)
  }
  liftNullable(schema, warn)
  reportOtherValues(schema, warn)
}

/** Rewrites what OpenAPI 3.0, Swagger 2.0 and other drafts of JSON Schema write in another way. */
function readOtherDialects(schema: Mutable, isOld: boolean, warn: Warn): void {
  if (isOld && '$ref' in schema)
    for (const keyword of [...checkedIn(schema), 'nullable'])
      if (keyword !== '$ref' && keyword in schema) {
        warn(
          `\`${keyword}\` beside \`$ref\` has no effect in OpenAPI 3.0. Put both into an \`allOf\``,
        )
        delete schema[keyword]
      }
  if (isOld) liftBounds(schema)
  else if ('nullable' in schema)
    warn('`nullable` is no keyword of OpenAPI 3.1. It is read as in OpenAPI 3.0')
  if (otherDraft.test(String(schema.$schema))) {
    warn(`the dialect ${schema.$schema} is read as JSON Schema 2020-12`)
    delete schema.$schema
  }
  if (Array.isArray(schema.items) && schema.prefixItems === undefined) {
    warn('`items` is a list, and is read as `prefixItems`')
    schema.prefixItems = schema.items
    delete schema.items
  }
  if (schema.type === 'file') {
    warn('`file` is a type of Swagger 2.0, and is read as `string` with the format `binary`')
    Object.assign(schema, { type: 'string', format: 'binary' })
  }
}

/** Removes a keyword that is not of its form. Writes schemas in it that are booleans as objects. */
function normaliseKeyword(schema: Mutable, keyword: string, given: unknown, warn: Warn): void {
  const form = own(keywords, keyword)?.form
  if (Array.isArray(given) && given.length === 0 && filledLists.has(keyword)) {
    warn(`\`${keyword}\` is empty, and is ignored. Remove it, or fill it`)
    delete schema[keyword]
  } else if (form === undefined) {
    if (keyword.startsWith('$')) return
    const hint = hintOf(keyword, [...Object.keys(keywords), ...annotations])
    warn(`\`${keyword}\` is no keyword of JSON Schema 2020-12, and is ignored${hint}`)
  } else if (!forms[form](given)) {
    const hint = keyword === 'type' ? hintOf(String(given), typeNames) : ''
    warn(
      `\`${keyword}\` is not of the form that JSON Schema gives it (${form}), and is ignored${hint}`,
    )
    delete schema[keyword]
  } else if (form === 'schemas') schema[keyword] = Object.values(Object(given)).map(asObject)
  else if (form === 'map of schemas' && isObject(given))
    for (const [name, each] of Object.entries(given)) given[name] = asObject(each)
  else if (form === 'schema' && !/^additional|^unevaluated/.test(keyword))
    schema[keyword] = asObject(given)
}

function reportBounds(schema: Mutable, warn: Warn): void {
  for (const [least, most] of ranges) {
    const from = Number(schema[least])
    const to = Number(schema[most])
    const isExclusive = /^exclusive/.test(least) || /^exclusive/.test(most)
    const what = `\`${least}\` ${from} and \`${most}\` ${to} leave no valid value. Change one of them`
    if (from > to || (isExclusive && from === to)) warn(what, 'bounds that leave no value')
  }
}

function reportOtherValues(schema: Mutable, warn: Warn): void {
  if (!Array.isArray(schema.enum)) return
  const valid = new Set(ofTypes(schema.enum, schema))
  const others = JSON.stringify(schema.enum.filter((each) => !valid.has(each))).slice(1, -1)
  const what = `${others} in \`enum\` is never valid, because it is not of the type ${schema.type}`
  if (others !== '') warn(what, 'enum of another type')
}

function hintOf(name: string, known: Iterable<string>): string {
  const meant = misspelt(name, known)
  return meant === undefined ? '' : `. Did you mean \`${meant}\`?`
}

/** Turns the bounds of OpenAPI 3.0 that are booleans into numbers. */
function liftBounds(schema: Mutable) {
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof schema[exclusive] !== 'boolean') continue
    const isExclusive = schema[exclusive] && schema[bound] !== undefined
    if (isExclusive) schema[exclusive] = schema[bound]
    delete schema[isExclusive ? bound : exclusive]
  }
}

/** Writes a schema that is a boolean as an object, as the rest of the generator reads it. */
function asObject(schema: unknown) {
  return schema === true ? {} : schema === false ? { not: {} } : schema
}

/**
 * Turns `nullable: true` into null as one of the types. It has no effect on a schema without a type, and
 * an `enum` must list null, too (OpenAPI 3.0.3).
 */
function liftNullable(schema: Mutable, warn: Warn) {
  const { nullable, type, enum: values } = schema
  delete schema.nullable
  if (nullable !== true || checkedIn(schema).length === 0) return
  if (type === undefined)
    warn(
      '`nullable` has no effect without a `type` beside it. Put it beside the `type` of the schema that is combined',
    )
  else if (Array.isArray(values) && !values.includes(null))
    warn('`nullable` has no effect on an `enum` without null. Add null to its values')
  else schema.type = [...new Set([type, 'null'].flat())]
}

/** Returns a function that makes a component of a schema, if it is none, and returns its name. */
function namer(schemas: Record<string, Schema>) {
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [schema, name]))
  const taken = { has: (name: string) => Object.hasOwn(schemas, name) }
  return ({ schema, uri }: Place): string => {
    const known = names.get(schema)
    if (known !== undefined) return known
    const words = steps(decodeURIComponent(uri.replace('#', '/'))).slice(-6)
    const name = freeName(camelCase(words.join(' ')), taken)
    names.set(schema, name)
    schemas[name] = schema
    return name
  }
}

/**
 * Reports each `oneOf` with a discriminator whose alternatives accept the same values. A value that matches
 * two of them is invalid, also with a discriminator.
 */
function reportSharedValues(document: Document, report: Report): void {
  const schemas = document.components?.schemas ?? {}
  const places = new Places()
  places.addDocument(base, document)
  const checks = new Checks({ places, report: () => {} })
  const found = schemasOf(document).flatMap(({ schema, where }) => {
    const alternatives = places.children({ schema, base, uri: `${base}${where}` }, 'oneOf')
    const named = alternatives.filter((each) => each.schema.$ref !== undefined)
    const property = discriminatorOf(schema)?.property ?? inheritedProperty(named, places, schemas)
    if (property === undefined) return []
    return [{ where, property, named, checks: named.map((each) => checks.check(each)) }]
  })
  const functions = checks.functions()
  const passes = (name = '', value: unknown) =>
    failuresOf(functions[name] ?? all, value).length === 0
  for (const { where, property, named, checks: names } of found) {
    const shared = named.flatMap(({ schema }, i) => {
      const values = Array.from({ length: 12 }, (_, attempt) => sample(schema, schemas, attempt))
      const own = values.filter((value) => passes(names[i], value))
      const other = names.findIndex(
        (name, j) => j !== i && own.length > 0 && own.every((each) => passes(name, each)),
      )
      return other === -1 ? [] : [[schema, named[other]?.schema]]
    })
    const [first] = shared
    if (!first) continue
    const [one, two] = first.map((each) => componentName(each?.$ref ?? ''))
    const what = `values of \`${one}\` also match \`${two}\`, so that this \`oneOf\` rejects them. Give \`${property}\` a value of its own in each (\`enum\`), or write \`anyOf\``
    report('warning', what, where, 'alternatives of a `oneOf` that share their values')
  }
}

/** Returns the property of the discriminator of a schema that the alternatives include. */
function inheritedProperty(
  alternatives: readonly Place[],
  places: Places,
  schemas: Readonly<Record<string, Schema>>,
): string | undefined {
  const parts = alternatives.flatMap((each) => places.parts(each))
  const included = parts.flatMap(({ schema: { $ref } }) => ($ref ? [componentName($ref)] : []))
  const found = Object.values(schemas)
    .map(discriminatorOf)
    .find((each) => each?.defaultMapping !== undefined && included.includes(each.defaultMapping))
  return found?.property
}
