import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type {
  Document,
  MediaType,
  OperationObject,
  Schema,
} from '../../packages/openapi-hono/model/document.ts'
import { compileFiles, compileLayers } from '../kit/compile.ts'
import { generateLayer } from '../kit/generator/layer.ts'
import { makeFolderInProject } from '../kit/temporary-folder.ts'
import { type Outcome, tryDocument } from './try-document.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

const documents = readdirSync(path('small')).map((name): [string, string] =>
  name === 'split' ? ['split', 'split/openapi.yaml'] : [name.replace('.yaml', ''), name],
)

const { path: layers, remove } = makeFolderInProject()
const outcomes = new Map<string, Outcome>()

beforeAll(async () => {
  for (const [name, file] of documents)
    outcomes.set(
      name,
      await tryDocument(path(`small/${file}`), join(layers, name), { schemas: 50, values: 100 }),
    )
})

afterAll(remove)

test.each(documents)('the checks of %s have the judge’s verdicts', (name) => {
  expect(outcomes.get(name)?.disagreements).toEqual([])
})

test.each(documents)('the mount serves the stubs of %s, and the judge accepts them', (name) => {
  const outcome = outcomes.get(name)
  expect(outcome?.unserved).toEqual([])
  expect(outcome?.served).toBe(outcome?.stubs)
})

test('all layers compile, with settings that the repository does not have', () => {
  const files = documents.flatMap(([name]) =>
    readdirSync(join(layers, name))
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(layers, name, file)),
  )
  const settings = { noPropertyAccessFromIndexSignature: true, noImplicitReturns: true }
  expect(compileFiles(files, settings)).toEqual([])
})

test('what is ignored or read in another way is reported with its place, all at once', () => {
  const places = (name: string) =>
    readFileSync(join(layers, name, 'findings.txt'), 'utf8')
      .replaceAll(path('small/'), '')
      .match(/^.*?:\d+:\d+(?=: warning: )/gm)
  const lines = [
    '6:134',
    '12:17',
    '15:22',
    '16:22',
    '16:22',
    '16:22',
    '17:22',
    '18:22',
    '19:22',
    '19:22',
    '20:22',
  ]
  expect(places('careless')).toEqual(
    [...lines, '21:22', '25:17', '6:7', '6:7'].map((line) => `careless.yaml:${line}`),
  )
  expect(places('swagger')).toEqual(
    ['16:13', '1:1', '14:18', '30:44'].map((at) => `swagger.yaml:${at}`),
  )
  expect(places('split')).toEqual(['split/paths/nodes.yaml:3:50', 'split/schemas/Node.yaml:4:9'])
})

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
  dependentSchemas: { a: { properties: { d: {} } } },
  example: { a: 1, b: 2, c: 3, d: 4 },
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

/** The compiler's time grows with their square. */
const filters = Array.from({ length: inject('isThorough') ? 600 : 150 }, (_, i) => ({
  ...limit,
  name: `limit_${i}`,
}))

const made: Record<string, Document> = {
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
  'undescribed-property': get({ responses: { 200: json(undescribed) } }),
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
  'combined-fields': {
    ...get({ responses: { 200: json({ $ref: '#/components/schemas/Tree' }) } }),
    components: {
      schemas: {
        Base: { type: 'object', required: ['id'] },
        Named: {
          $ref: '#/components/schemas/Base',
          required: ['id', 'maps'],
          properties: {
            id: { type: 'string' },
            maps: { additionalProperties: { type: 'number' } },
          },
          patternProperties: { '^x-': { type: 'integer' } },
          anyOf: [{ required: ['id'] }, { required: ['maps'] }],
          unevaluatedProperties: false,
        },
        Tree: {
          allOf: [
            {
              required: ['root', 'kind', 'pin'],
              properties: {
                pin: { allOf: [{ type: ['string', 'null'] }], writeOnly: true },
                root: {
                  $ref: '#/components/schemas/Named',
                  required: ['x-size'],
                  properties: { 'x-size': { type: 'integer' } },
                },
                trees: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
              },
            },
            { description: 'A tree of trees.' },
          ],
        },
      },
    },
  },
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
  for (const [name, document] of Object.entries(made))
    folders.push(await generateLayer(name, document))
  expect(compileLayers(folders)).toEqual([])
})
