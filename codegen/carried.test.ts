import { expect, test } from 'vitest'
import { checkCarried, NotCarriedError } from './carried.ts'
import type { Document, Schema } from './document.ts'

const lossesOf = (document: Partial<Document>): readonly string[] => {
  try {
    checkCarried({ openapi: '3.1.0', info: { title: 'T', version: '1' }, ...document })
    return []
  } catch (error) {
    if (error instanceof NotCarriedError) return error.losses
    throw error
  }
}

const ofSchema = (schema: Schema & Record<string, unknown>) =>
  lossesOf({ components: { schemas: { Thing: schema } } })

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
    'an object without `properties` (say `additionalProperties: true` if any will do)',
  ],
  [{ minLength: 1 }, '`minLength` without `type: string`'],
  [{ type: 'string', minimum: 1 }, '`minimum` without `type: integer` or `number`'],
  [{ type: 'string', pattern: '(' }, 'the pattern (, which is no regular expression,'],
  [{ anyOf: [{ type: 'null' }], maxLength: 2, type: 'string' }, '`maxLength` beside `anyOf`'],
])('%o is not carried', (schema, loss) => {
  expect(ofSchema(schema)).toContain(`${loss} at ${at}`)
})

test('what stands deep in a schema is named with its place', () => {
  const not = { type: 'string', not: {} }
  const schema: Schema = { type: 'object', properties: { 'a/b': { type: 'array', items: not } } }
  expect(ofSchema(schema)).toEqual([`the keyword \`not\` at ${at}/properties/a~1b/items`])
})

test('a schema that contains itself is not carried', () => {
  const schema: Schema = { type: 'object', properties: { next: { $ref: at } } }
  expect(ofSchema(schema)).toEqual([`a schema that contains itself at ${at}`])
})

const ofOperation = (operation: object) =>
  lossesOf({ paths: { '/things': { get: { operationId: 'listThings', ...operation } } } })

test.each<[object, string]>([
  [{ operationId: undefined }, 'an operation without `operationId` at #/paths/~1things/get'],
  [
    { responses: { default: { description: '' } } },
    'the response `default` (name each status) at #/paths/~1things/get/responses',
  ],
  [{ callbacks: {} }, '`callbacks` at #/paths/~1things/get'],
  [
    { parameters: [{ name: 'X-Trace', in: 'header', schema: { type: 'string' } }] },
    'the header parameter `X-Trace` at #/paths/~1things/get/parameters',
  ],
  [
    { parameters: [{ name: 'q', in: 'query', explode: false, schema: { type: 'string' } }] },
    '`explode` of the parameter `q` at #/paths/~1things/get/parameters',
  ],
  [
    {
      parameters: [
        { name: 'ids', in: 'query', schema: { type: 'array', items: { type: 'integer' } } },
      ],
    },
    'the parameter `ids`, an array of anything but strings, at #/paths/~1things/get/parameters',
  ],
])('%o is not carried', (operation, loss) => {
  expect(ofOperation(operation)).toContain(loss)
})

test('another version of OpenAPI is not carried', () => {
  expect(lossesOf({ openapi: '3.0.3' })).toEqual(['OpenAPI 3.0.3 (3.1 is) at #/openapi'])
})

test('two components that would have one identifier are not carried', () => {
  const schemas = { 'A.B': { type: 'string' }, A_B: { type: 'string' } }
  expect(lossesOf({ components: { schemas } })).toEqual([
    'a name that another has as an identifier (A_B) at #/components/schemas/A_B',
  ])
})
