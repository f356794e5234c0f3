import type { Document, Schema } from '../model/document.ts'

/** Supported schemas that generators often get wrong, named after the difficulty. */
export const edgeCases: Record<string, Schema> = {
  ConstString: { type: 'string', const: 'a' },
  ConstInteger: { type: 'integer', const: 1 },
  EnumMixed: { enum: ['a', 1, null, true] },
  EnumNullable: { type: ['string', 'null'], enum: ['a', 'b', null] },
  IntegerOpen: { type: 'integer' },
  IntegerFrom: { type: 'integer', minimum: 0 },
  IntegerHigh: { type: 'integer', minimum: 2000 },
  IntegerHuge: { type: 'integer', minimum: -1e30, maximum: 1e30 },
  IntegerBetweenFractions: { type: 'integer', minimum: 0.5, maximum: 9.5 },
  IntegerExclusive: { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 10 },
  NumberExclusive: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 10 },
  NumberLow: { type: 'number', maximum: -5000 },
  PatternSlash: { type: 'string', pattern: String.raw`a\\/b/c`, example: String.raw`a\/b/c` },
  PatternLine: { type: 'string', pattern: 'a\n', example: 'a\n' },
  PatternLetters: { type: 'string', pattern: String.raw`^\p{L}+$`, example: 'a' },
  PatternLikeCalls: { type: 'string', pattern: '^(check.(z.)?)?S[0-9]?$', example: 'S' },
  Anything: { description: 'Any value, */ of any type.' },
  RequiredAnything: {
    type: 'object',
    required: ['a', 'b', 'c'],
    properties: {
      a: { description: 'Anything.' },
      b: { $ref: '#/components/schemas/Anything' },
      c: { anyOf: [{ type: 'string' }, {}] },
    },
  },
  ObjectNullable: {
    type: ['object', 'null'],
    required: ['a'],
    properties: { a: { type: 'string' } },
  },
  UnionOpen: {
    anyOf: [
      { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
      { type: 'object', required: ['b'], properties: { b: { type: 'integer' } } },
    ],
  },
  UnionNullable: {
    anyOf: [
      {
        type: ['object', 'null'],
        required: ['a'],
        properties: { a: { type: 'string' } },
        additionalProperties: false,
      },
      {
        type: 'object',
        required: ['b'],
        properties: { b: { type: 'integer' } },
        additionalProperties: false,
      },
    ],
  },
  ArrayOfThree: { type: 'array', items: { type: 'string' }, minItems: 3 },
  Alias: { $ref: '#/components/schemas/ConstString', description: 'Another name.' },
  // Names that the emitted code uses itself.
  case: { type: 'string' },
  package: { type: 'string' },

  pattern1: { type: 'string' },
  check: { type: 'object', properties: { a: { type: 'string' } } },
  value: { type: 'object', properties: { a: { type: 'string' } } },
  Reply: { type: 'object', properties: { a: { type: 'string' } } },
}

/** Values of which each case allows some. */
export const values: readonly unknown[] = [
  ...[null, true, false, [], ['a'], ['a', 'a', 'a'], {}],
  ...[0, 1, 5, 10, -1, 0.5, 9.5, 1.5, 2000, -6000, 2 ** 53, 2 ** 53 + 2, 1e20, 1e300, -1e300],
  ...['', 'a', 'b', 'ab', 'a1', 'S', 'check.S', String.raw`a\/b/c`, 'a/b/c', 'a\n', 'an'],
  ...[{ a: 'a' }, { a: 1 }, { b: 1 }, { a: 1, b: 1 }, { a: 'a', b: 1 }, { a: null, b: 1, c: 1 }],
]

const json = (schema: Schema) => ({ 'application/json': { schema } })

/** A document with an operation for each case, which takes and returns it. */
export const edgeCaseDocument: Document = {
  openapi: '3.1.0',
  info: { title: 'Corners', version: '1' },
  paths: Object.fromEntries(
    Object.keys(edgeCases).map((name) => {
      const schema = { $ref: `#/components/schemas/${name}` }
      const operation = {
        operationId: `send${name}`,
        summary: 'Of a comment the end */ is no end.',
        parameters: [
          { name: 'bounded', in: 'query', schema: { type: 'integer', minimum: -5, maximum: 1000 } },
          { name: 'above', in: 'query', schema: { type: 'integer', exclusiveMinimum: 5000 } },
          { name: 'one', in: 'query', schema: { type: 'integer', enum: [10, 20], default: 10 } },
          { name: 'price', in: 'query', schema: { type: 'number', minimum: 5000 } },
          {
            name: 'several',
            in: 'query',
            schema: { type: 'array', items: { type: 'string' }, minItems: 5 },
          },
        ],
        requestBody: { required: true, content: json(schema) },
        responses: { 200: { description: 'The same.', content: json(schema) } },
      }
      const shared = [{ name: 'price', in: 'query', schema: { type: 'string' } }]
      return [`/${name}`, { parameters: shared, post: operation }]
    }),
  ),
  webhooks: {
    sent: {
      post: {
        operationId: 'sent',
        requestBody: {
          content: json({
            type: 'object',
            required: ['a'],
            properties: { a: { type: 'object', properties: { b: { type: 'string' } } } },
          }),
        },
        responses: { 200: { description: 'Noted.' } },
      },
    },
  },
  components: { schemas: edgeCases },
}
