import { stripTypeScriptTypes } from 'node:module'
import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import * as check from '../runtime/check.ts'
import * as outline from '../runtime/outline.ts'
import { checkOf } from '../testing/check-of.ts'
import { Checks } from './check-functions.ts'
import { Copies } from './copies.ts'
import { Places, schemaOf } from './places.ts'

type ObjectSchema = {
  properties?: object
  $ref?: string
  $defs?: Record<string, ObjectSchema>
  allOf?: ObjectSchema[]
  anyOf?: ObjectSchema[]
  oneOf?: ObjectSchema[]
  if?: ObjectSchema
  then?: ObjectSchema
  else?: ObjectSchema
  not?: ObjectSchema
  required?: string[]
  additionalProperties?: unknown
}

const ofObject = fc.constantFrom('a', 'b', 'c', 'd')

/** Schemas of objects, as documents combine them. */
const ofObjects = fc.letrec<{ schema: ObjectSchema }>((tie) => {
  const schemas = fc.array(tie('schema'), { minLength: 1, maxLength: 2 })
  const text = { type: 'string', enum: ['x', 'y'] }
  const property = fc.oneof(
    fc.constantFrom<object>({}, { type: 'integer' }, { type: ['string', 'null'] }),
    // The ways in which documents describe a reference.
    fc.constantFrom<object>(
      { allOf: [text] },
      { anyOf: [text, { type: 'null' }] },
      { oneOf: [text, { type: 'integer' }] },
      { not: text },
      // biome-ignore lint/suspicious/noThenProperty: the keyword's name
      { if: text, then: { maxLength: 3 }, else: { type: 'integer' } },
    ),
  )
  const properties = fc.dictionary(ofObject, property, {
    minKeys: 1,
    maxKeys: 3,
    noNullPrototype: true,
  })
  const own = fc.oneof(
    fc.record({ type: fc.constant('object'), properties }),
    fc.record({
      type: fc.constantFrom('object', ['object', 'null']),
      properties,
      required: fc.uniqueArray(ofObject, { maxLength: 1 }),
      additionalProperties: fc.constantFrom(true, false, { type: 'integer' }),
    }),
  )
  const more = fc.oneof(
    fc.record({ allOf: schemas }),
    fc.record({ anyOf: schemas }),
    fc.record({ oneOf: schemas }),
    fc.record({ $ref: fc.constantFrom('#/$defs/a', '#/$defs/b') }),
    // biome-ignore lint/suspicious/noThenProperty: the keyword's name
    fc.record({ if: tie('schema'), then: tie('schema'), else: tie('schema') }),
    fc.record({ not: tie('schema') }),
  )
  const both = fc.tuple(own, more).map(([one, other]) => ({ ...one, ...other }))
  return { schema: fc.oneof({ maxDepth: 2, withCrossShrink: true }, own, both, more) }
}).schema

/** Values of the same few parts as the schemas of objects. */
const objects = fc.oneof(
  fc.dictionary(ofObject, fc.constantFrom<unknown>(1, 2, 3, 'x', null)),
  fc.constant(null),
)

const schemas = fc
  .tuple(ofObjects, ofObjects, ofObjects)
  .map(([root, a, b]): ObjectSchema => ({ ...root, $defs: { a, b } }))

const base = 'https://document.invalid/schema'

/** Returns the check and the copy of a schema as functions of this process. Undefined if it refers to itself. */
const emitted = (schema: ObjectSchema) => {
  const places = new Places()
  places.addDocument(base, schema)
  const place = places.addSchema({ schema: schemaOf(schema) ?? {}, base, uri: `${base}#` })
  const found: string[] = []
  const nameOf = () => 'Tried'
  const checks = new Checks({ places, nameOf, report: (what) => found.push(what) })
  const none = () => undefined
  const use = (name: string) => name
  const source = { checks, nameOf, typeOf: none, defaultOf: none, use }
  const copies = new Copies(source, 'response')
  const [copy, is] = [copies.copy(place), checks.check(place)]
  checks.reportCycles()
  if (found.length > 0) return undefined
  const code = checks.code(false)
  const declared = /^(?:function|const) (\w*Tried\w*)/gm
  const names = [...code.matchAll(declared)].map(([, each]) => each)
  const own = stripTypeScriptTypes(
    `const checks = { ${names.join(', ')} }\n${copies.code()}\nconst copy = ${copy}`,
  )
  const body = `${code}\n${own}\nreturn { is: ${is}, copy }`
  return new Function('check', 'outline', body)(check, outline)
}

type Defs = ObjectSchema['$defs']

const known = new WeakMap<ObjectSchema, check.Check>()

/** Returns whether a schema within another accepts a value. */
const passes = (schema: ObjectSchema, value: unknown, $defs: Defs): boolean => {
  const is = known.get(schema) ?? checkOf({ ...schema, $defs }, () => {})
  known.set(schema, is)
  return is(value)
}

const referred = ({ $ref = '' }: ObjectSchema, defs: Defs) => defs?.[$ref.slice('#/$defs/'.length)]

/** Returns the names in `properties` of the schemas that apply to a value. */
const namesIn = (schema: ObjectSchema, value: unknown, defs: Defs): string[] => {
  const { properties = {}, allOf = [], anyOf = [], oneOf = [], if: condition } = schema
  const alternatives = [...anyOf, ...oneOf].filter((each) => passes(each, value, defs))
  const holds = condition && passes(condition, value, defs)
  const branches = holds ? [condition, schema.then] : [schema.else]
  const inner = [referred(schema, defs), ...allOf, ...alternatives, ...branches]
  const names = inner.flatMap((each) => (each ? namesIn(each, value, defs) : []))
  return [...Object.keys(properties), ...names]
}

/** Returns every name in a schema and those that it refers to. */
const allNames = (schema: ObjectSchema, defs: Defs, depth = 0): string[] => {
  if (depth > 12) return []
  const { properties = {}, required = [], $defs: _, additionalProperties: __, ...others } = schema
  const inner = [referred(schema, defs) ?? [], ...Object.values(others)].flat()
  const names = inner.flatMap((each) =>
    check.isObject(each) ? allNames(each, defs, depth + 1) : [],
  )
  return [...Object.keys(properties), ...required, ...names]
}

/** Returns whether a schema, or one in it, allows properties that it does not name. */
const isOpen = (schema: unknown): boolean =>
  check.isObject(schema) &&
  (Boolean(schema.additionalProperties) || Object.values(schema).flat().some(isOpen))

/** The properties that a copy may have that no schema names, and those that must not leave. */
const undeclared = { secret: 'S', pin: { secret: 'S' } }

// Undeclared properties of an invalid value are dropped, so that its copy may be valid.
test('a copy is valid, has all that the schema declares, and nothing that it does not name', () => {
  let copies = 0
  const closed = schemas.filter((schema) => 'properties' in schema && !isOpen(schema))
  fc.assert(
    fc.property(
      fc.oneof(schemas, closed),
      fc.array(objects, { minLength: 20, maxLength: 20 }),
      (schema, values) => {
        const made = emitted(schema)
        if (!made) return
        const { is, copy } = made
        const isClosed = 'properties' in schema && !isOpen(schema)
        for (const given of values) {
          const value = given && { ...given, ...undeclared }
          if (!is(value)) {
            try {
              expect(is(copy(value))).toBe(true)
            } catch (error) {
              expect(String(error)).toContain('does not match')
            }
            continue
          }
          const all = allNames(schema, schema.$defs)
          const named = Object.entries(value ?? {}).filter(([each]) => all.includes(each))
          // What is valid only with undeclared properties has no copy without them.
          if (value && !is(Object.fromEntries(named))) continue
          const copied = copy(value)
          expect(is(copied)).toBe(true)
          const names = namesIn(schema, value, schema.$defs)
          const kept = named.filter(([each]) => names.includes(each))
          if (value === null) expect(copied).toBe(null)
          else expect(copied).toMatchObject(Object.fromEntries(kept))
          if (isClosed && value) expect(copied).not.toHaveProperty('secret')
          if (copied !== value) copies++
        }
      },
    ),
    { numRuns: inject('isThorough') ? 20_000 : 500 },
  )
  expect(copies).toBeGreaterThan(50)
})
