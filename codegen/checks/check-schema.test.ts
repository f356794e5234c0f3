import { expect, test } from 'vitest'
import type { Schema } from '../model/document.ts'
import { unsupportedParts } from '../testing/unsupported-parts.ts'

const ofSchema = (schema: Schema & Record<string, unknown>) =>
  unsupportedParts({ components: { schemas: { Thing: schema } } })

const at = '#/components/schemas/Thing'

test.each<[Schema & Record<string, unknown>, string]>([
  [{ type: 'object', patternProperties: {}, properties: {} }, 'the keyword `patternProperties`'],
  [{ type: 'array', items: {}, uniqueItems: true }, 'the keyword `uniqueItems`'],
  [{ oneOf: [] }, 'the keyword `oneOf`'],
  [{ allOf: [] }, 'the keyword `allOf`'],
  [{ type: 'string', default: 'x' }, '`default` outside a parameter (it would fill responses too)'],
  [{ type: 'file' }, 'the type `file`'],
  [{ type: ['string', 'integer'] }, 'a union of types by `type` (use `anyOf`)'],
  [{ anyOf: [] }, 'an empty `anyOf`'],
  [{ type: 'array' }, 'an array without `items`'],
  [
    { type: 'object' },
    'an object without `properties` (use `additionalProperties: true` to allow any)',
  ],
  [{ minLength: 1 }, '`minLength` without `type: string`'],
  [{ type: 'string', minimum: 1 }, '`minimum` without `type: integer` or `number`'],
  [{ type: 'string', pattern: '(' }, 'the pattern (, which is not a regular expression,'],
  [{ anyOf: [{ type: 'null' }], maxLength: 2, type: 'string' }, '`maxLength` beside `anyOf`'],
  [{ type: [] }, 'an empty list of types'],
  [{ enum: [] }, 'an empty `enum`'],
  [{ const: { a: 1 } }, '{"a":1} as a value of `const` or `enum`'],
  [{ enum: [{ a: 1 }, [1], 2] }, '[1] as a value of `const` or `enum`'],
  [{ const: 'a', enum: ['a', 'b'] }, '`enum` beside `const`'],
  [{ const: null }, "`const: null` (use `type: 'null'`)"],
  [
    { type: ['string', 'null'], enum: ['a'] },
    'a type with `null` beside a `const` or `enum` without it',
  ],
  [{ type: 'string', const: 'a', minLength: 5 }, '`const` "a", which `minLength` rejects,'],
  [{ type: 'integer', enum: [1, 2], maximum: 1 }, '`enum` 2, which `maximum` rejects,'],
  [{ type: 'integer', enum: [1, 'a'] }, '`enum` "a", which `type` rejects,'],
  [{ type: 'number', minimum: 0, exclusiveMinimum: 0 }, '`exclusiveMinimum` beside `minimum`'],
  [
    { type: 'string', pattern: '^(?i:a)$' },
    'the pattern ^(?i:a)$, for which fast-check cannot generate strings,',
  ],
  [
    { type: 'object', additionalProperties: false },
    '`additionalProperties: false` without `properties`',
  ],
  [
    { type: 'object', properties: { a: {} }, additionalProperties: true },
    '`additionalProperties: true` beside `properties` (an object is open without it)',
  ],
  [
    { type: 'object', required: ['a'], additionalProperties: true },
    '`required` without the property `a`',
  ],
  [
    { type: 'object', properties: { constructor: { type: 'string' } } },
    'the property `constructor`, which every JavaScript object has,',
  ],
  [
    { $ref: '#/components/schemas/Thing/items' },
    'the reference #/components/schemas/Thing/items (only to a component schema)',
  ],
  ...[
    ...['minProperties', 'maxProperties', 'dependentRequired', 'dependentSchemas', 'propertyNames'],
    ...['unevaluatedProperties', 'prefixItems', 'contains', 'multipleOf', 'contentMediaType'],
    ...['contentEncoding', 'discriminator', 'readOnly', 'writeOnly', 'nullable', 'else', '$defs'],
  ].map((keyword): [Schema, string] => [{ [keyword]: 1 }, `the keyword \`${keyword}\``]),
])('%o is not supported', (schema, loss) => {
  expect(ofSchema(schema)).toContain(`${loss} at ${at}`)
})

test('a nested schema is reported with its place', () => {
  const not = { type: 'string', not: {} }
  const schema: Schema = { type: 'object', properties: { 'a/b': { type: 'array', items: not } } }
  expect(ofSchema(schema)).toEqual([`the keyword \`not\` at ${at}/properties/a~1b/items`])
})

test('a schema that contains itself is not supported', () => {
  const schema: Schema = { type: 'object', properties: { next: { $ref: at } } }
  expect(ofSchema(schema)).toEqual([`a schema that contains itself at ${at}`])
})

const conditional = (condition: Schema, then: Schema): Schema => ({
  type: 'object',
  properties: { a: { type: 'boolean' }, b: { type: 'string' } },
  if: condition,
  then,
})
const whenTrue: Schema = { required: ['a'], properties: { a: { const: true } } }

test.each<[Schema, Schema, string]>([
  [{ minLength: 1 }, { required: ['b'] }, '`minLength` in a condition at #/if'],
  [{ $ref: at }, { required: ['b'] }, '`$ref` in a condition at #/if'],
  [
    { properties: { a: { const: true } } },
    { required: ['b'] },
    'a condition on `a` without both `required` and `const` at #/if',
  ],
  [whenTrue, { required: ['c'] }, 'a condition on `c`, which is not a property, at #/then'],
  [
    whenTrue,
    { properties: { b: { minLength: 1 } } },
    '`minLength` in a condition at #/then/properties/b',
  ],
])('if %o then %o is not supported', (condition, then, loss) => {
  expect(ofSchema(conditional(condition, then))).toContain(loss.replace('#', at))
})

test('another version of OpenAPI is not supported', () => {
  expect(unsupportedParts({ openapi: '3.0.3' })).toEqual(['OpenAPI 3.0.3 (use 3.1) at #/openapi'])
})

test('two components that would have one identifier are not supported', () => {
  const schemas = { 'A.B': { type: 'string' }, A_B: { type: 'string' } }
  expect(unsupportedParts({ components: { schemas } })).toEqual([
    'a name whose identifier (A_B) is taken at #/components/schemas/A_B',
  ])
})
