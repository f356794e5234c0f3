import { expect, test } from 'vitest'
import { compileLayers } from '../../tests/kit/compile.ts'
import { generateLayer } from '../../tests/kit/generator/layer.ts'
import type { Document, MediaType, OperationObject, Schema } from './model/document.ts'

const head: Document = { openapi: '3.1.0', info: { title: 'Small', version: '1' } }
const textPlain: Record<string, MediaType> = { 'text/plain': { schema: { type: 'string' } } }
const notNull = { 'application/json': { schema: { not: { type: 'null' } } } }
const responses = { 200: { description: 'Text.', content: textPlain } }
const none = { 204: { description: 'Nothing.' } }
const get = (operation: OperationObject): Document => ({
  ...head,
  paths: { '/things': { get: { operationId: 'listThings', ...operation } } },
})
const limit = { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 5 } }

const undescribed: Schema = {
  allOf: [{ type: 'object', properties: { a: {} } }],
  properties: { b: {} },
  required: ['a', 'c'],
}
const toldApart: MediaType = {
  schema: {
    oneOf: [
      { type: 'object', properties: { a: {} } },
      { type: 'object', properties: { b: { type: 'integer' } } },
    ],
  },
  example: { b: 'of the first alternative, which does not declare it' },
}
const box = '#/components/schemas/Box/properties'
const secret: Schema = { type: 'object', properties: { s: { type: 'string', writeOnly: true } } }

const tuple: Schema = {
  type: 'array',
  prefixItems: [{ type: 'string' }],
  items: { type: 'integer' },
  minItems: 2,
}
const closed: Schema = {
  type: 'object',
  properties: { a: {}, b: {} },
  oneOf: [{ required: ['a'] }, { required: ['b'] }],
  unevaluatedProperties: false,
}
const json = (schema: Schema) => ({
  description: 'A.',
  content: { 'application/json': { schema } },
})

const filters = Array.from({ length: 600 }, (_, i) => ({ ...limit, name: `limit_${i}` }))

const documents: Record<string, Document> = {
  'no-operations': { ...head, paths: {} },
  'only-webhooks': {
    ...head,
    webhooks: {
      changed: {
        post: { operationId: 'changed', requestBody: { content: textPlain }, responses: none },
      },
    },
  },
  'no-bodies-at-all': get({ responses: none }),
  'no-responses': get({ responses: {} }),
  'many-parameters': get({ parameters: filters, responses }),
  'not-null': get({ responses: { 200: { description: 'Any.', content: notNull } } }),
  'written-in-the-query': get({
    parameters: [{ name: 'q', in: 'query', content: { 'application/json': { schema: secret } } }],
    responses: none,
  }),
  'unused-names': get({ responses: { 200: json(secret), 201: json(closed) } }),
  'open-tuple': get({ responses: { 200: json(tuple) } }),
  'undescribed-property': get({
    responses: { 200: json(undescribed) },
  }),
  'undeclared-example': get({
    responses: { 200: { description: 'One of two.', content: { 'application/json': toldApart } } },
  }),
  'shared-callback': {
    ...head,
    paths: {
      '/a': { get: { callbacks: { done: { $ref: '#/components/callbacks/done' } }, responses } },
      '/b': { get: { callbacks: { done: { $ref: '#/components/callbacks/done' } }, responses } },
    },
    components: { callbacks: { done: { '{$url}': { post: { responses: none } } } } },
  },
  'header-without-sample': get({
    responses: {
      204: {
        description: 'A header that no sample fits.',
        headers: { ETag: { required: true, schema: { type: 'string', pattern: '(?=a)b' } } },
      },
    },
  }),
  'combined-null': {
    ...get({
      responses: {
        200: {
          description: 'A box that may be null.',
          headers: { 'Content-Type': { required: true, schema: { type: 'string' } } },
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Box' } } },
        },
      },
    }),
    components: {
      schemas: {
        Box: {
          allOf: [{ type: ['object', 'null'], required: ['s', 'open', 'own'] }],
          properties: {
            s: { type: 'string' },
            any: {},
            never: { not: {} },
            open: { type: 'object', required: ['a'], minProperties: 2 },
            own: {
              type: 'object',
              properties: { a: { $ref: `${box}/own/$defs/A` } },
              $defs: { A: {} },
            },
          },
        },
      },
    },
  },
}

test('layers of small documents compile with every strict option', {
  timeout: 120_000,
}, async () => {
  const folders: string[] = []
  for (const [name, document] of Object.entries(documents))
    folders.push(await generateLayer(name, document))
  expect(compileLayers(folders)).toEqual([])
})
