import fc from 'fast-check'
import type { Schema } from '../schema/schema.ts'

/** Names that are few, so that they meet, and some that JavaScript treats in its own way. */
const name = fc.constantFrom('a', 'b', 'c', 'foo', 'toString', '__proto__', 'constructor', '')

const scalar = fc.constantFrom<unknown>(
  ...[null, true, false, 0, -0, 1, 2, 3, -1, 1.5, 0.07, 1e21, 1e-5, 2 ** 53],
  ...['', 'a', 'b', 'ab', 'foo', '😀', 'é', '\ud800', '__proto__', '1'],
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
export const randomSchemas: fc.Arbitrary<Schema> = (() => {
  const { schema } = fc.letrec<{ schema: Schema }>((tie) => {
    const sub = tie('schema')
    const list = fc.array(sub, { minLength: 1, maxLength: 3 })
    const map = (names: fc.Arbitrary<string>) =>
      fc.dictionary(names, sub, { maxKeys: 3, noNullPrototype: true })
    const rows = {
      type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
      enum: fc.uniqueArray(values, {
        minLength: 1,
        maxLength: 4,
        comparator: (a, b) => JSON.stringify(a) === JSON.stringify(b),
      }),
      const: values,
      minLength: count,
      maxLength: count,
      pattern,
      minimum: number,
      maximum: number,
      exclusiveMinimum: number,
      exclusiveMaximum: number,
      multipleOf: fc.constantFrom(0.5, 1, 2, 3),
      prefixItems: list,
      items: sub,
      minItems: count,
      maxItems: count,
      uniqueItems: fc.boolean(),
      contains: sub,
      minContains: count,
      maxContains: count,
      properties: map(name),
      required: fc.uniqueArray(name, { maxLength: 2 }),
      patternProperties: map(pattern),
      additionalProperties: sub,
      propertyNames: sub,
      minProperties: count,
      maxProperties: count,
      dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), {
        maxKeys: 2,
        noNullPrototype: true,
      }),
      dependentSchemas: map(name),
      allOf: list,
      anyOf: list,
      oneOf: list,
      not: sub,
      if: sub,
      // biome-ignore lint/suspicious/noThenProperty: the keyword's name
      then: sub,
      else: sub,
      unevaluatedItems: sub,
      unevaluatedProperties: sub,
      $ref: fc.constantFrom('#/$defs/a', '#/$defs/b', '#named'),
    }
    // Hyperjump's multipleOf is of floating-point numbers, so its divisors are exact ones.
    const keyword = fc.constantFrom(...Object.keys(rows))
    const entry = keyword.chain((each) =>
      fc.record({ [each]: Object.entries(rows).find(([key]) => key === each)?.[1] ?? count }),
    )
    return {
      schema: fc.oneof(
        { maxDepth: 4, depthSize: 'medium', withCrossShrink: true },
        fc.constantFrom<Schema>(
          true,
          false,
          {},
          { type: 'string' },
          { const: 1 },
          { type: 'object' },
        ),
        fc
          .array(entry, { minLength: 1, maxLength: 5 })
          .map((entries) => Object.assign({}, ...entries)),
      ),
    }
  })
  return fc.tuple(schema, schema, schema, schema).map(([root, a, b, named]) =>
    typeof root === 'boolean'
      ? root
      : {
          ...root,
          $defs: {
            a,
            b,
            named:
              typeof named === 'boolean' ? { $anchor: 'named' } : { ...named, $anchor: 'named' },
          },
        },
  )
})()
