import fc from 'fast-check'
import { canonical, isObject } from '../runtime/check.ts'
import { type Form, keywords } from '../schema/keyword-checks.ts'

type RawSchema = boolean | { readonly [keyword: string]: unknown }

/** Names that are few, so that they meet, and some that JavaScript treats in its own way. */
const name = fc.constantFrom('a', 'b', 'c', 'foo', 'toString', '__proto__', 'constructor', '')

const scalar = fc.constantFrom<unknown>(
  null,
  true,
  false,
  0,
  -0,
  1,
  2,
  3,
  -1,
  1.5,
  0.07,
  1e21,
  1e-5,
  2 ** 53,
  '',
  'a',
  'b',
  'ab',
  'foo',
  '😀',
  'é',
  '\ud800',
  '__proto__',
  '1',
)

/** JSON values of the same few parts as the schemas. */
export const values: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(name, tie('value')), { maxLength: 4 })
      .map((entries): unknown => JSON.parse(JSON.stringify(Object.fromEntries(entries)))),
  ),
})).value

const count = fc.integer({ min: 0, max: 3 })
const number = fc.constantFrom(-1, 0, 0.5, 1, 1.5, 2, 3, 1e21)
const type = fc.constantFrom('string', 'integer', 'number', 'boolean', 'null', 'array', 'object')
const pattern = fc.constantFrom('^a', 'b$', '^.$', '^[a-c]+$', 'o', '^\\p{L}*$')

/** Schemas of every keyword, mostly of a few each. */
export const randomSchemas: fc.Arbitrary<RawSchema> = (() => {
  const { schema } = fc.letrec<{ schema: RawSchema }>((tie) => {
    const sub = tie('schema')
    const some = { maxKeys: 3, noNullPrototype: true }
    const ofForm: Record<Form, fc.Arbitrary<unknown>> = {
      anything: values,
      number,
      'positive number': fc.constantFrom(0.5, 1, 2, 3),
      count,
      boolean: fc.boolean(),
      string: pattern,
      strings: fc.uniqueArray(name, { maxLength: 2 }),
      'lists of strings': fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), some),
      list: fc.uniqueArray(values, { minLength: 1, maxLength: 4, selector: canonical }),
      types: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
      schema: sub,
      schemas: fc.array(sub, { minLength: 1, maxLength: 3 }),
      'map of schemas': fc.dictionary(name, sub, some),
    }
    const ofKeyword: Record<string, fc.Arbitrary<unknown>> = {
      patternProperties: fc.dictionary(pattern, sub, some),
      $ref: fc.constantFrom('#/$defs/a', '#/$defs/b', '#named'),
    }
    const names = Object.keys(keywords).filter((each) => each !== '$defs')
    const entry = fc.constantFrom(...names).chain((each) => {
      const { form } = keywords[each] ?? { form: 'anything' }
      return fc.record({ [each]: ofKeyword[each] ?? ofForm[form] })
    })
    const simple: RawSchema[] = [
      true,
      false,
      {},
      { type: 'string' },
      { const: 1 },
      { type: 'object' },
    ]
    return {
      schema: fc.oneof(
        { maxDepth: 4, depthSize: 'medium', withCrossShrink: true },
        fc.constantFrom(...simple),
        fc.array(entry, { minLength: 1, maxLength: 5 }).map((all) => Object.assign({}, ...all)),
      ),
    }
  })
  return fc.tuple(schema, schema, schema, schema).map(([root, a, b, other]) => {
    const named = { ...(isObject(other) ? other : {}), $anchor: 'named' }
    return isObject(root) ? { ...root, $defs: { a, b, named } } : root
  })
})()

export type ObjectSchema = {
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

/** Schemas of objects, as documents combine them. @param refs the schemas that they may refer to. */
export const objectSchemas = (refs: readonly string[]): fc.Arbitrary<ObjectSchema> =>
  fc.letrec<{ schema: ObjectSchema }>((tie) => {
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
      fc.record({ $ref: fc.constantFrom(...refs) }),
      // biome-ignore lint/suspicious/noThenProperty: the keyword's name
      fc.record({ if: tie('schema'), then: tie('schema'), else: tie('schema') }),
      fc.record({ not: tie('schema') }),
    )
    const both = fc.tuple(own, more).map(([one, other]) => ({ ...one, ...other }))
    return { schema: fc.oneof({ maxDepth: 2, withCrossShrink: true }, own, both, more) }
  }).schema

/** Values of the same few parts as the schemas of objects. */
export const objects = fc.oneof(
  fc.dictionary(ofObject, fc.constantFrom<unknown>(1, 2, 3, 'x', null)),
  fc.constant(null),
)
