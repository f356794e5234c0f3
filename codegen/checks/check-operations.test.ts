import { expect, test } from 'vitest'
import type { Document } from '../model/document.ts'
import { unsupportedParts } from '../testing/unsupported-parts.ts'

const ofOperation = (operation: object) =>
  unsupportedParts({ paths: { '/things': { get: { operationId: 'listThings', ...operation } } } })

const ofParameter = (parameter: object) => ({
  parameters: [{ name: 'q', in: 'query', schema: { type: 'string' }, ...parameter }],
})
const ofResponse = (response: object) => ({ responses: { 200: { description: '', ...response } } })
const text = { schema: { type: 'string' } }

test.each<[object, string]>([
  [{ operationId: undefined }, 'an operation without `operationId` at #/paths/~1things/get'],
  [
    { responses: { default: { description: '' } } },
    'the response `default` (name each status) at #/paths/~1things/get/responses',
  ],
  [{ callbacks: {} }, '`callbacks` at #/paths/~1things/get'],
  [
    ofResponse({ links: { next: { operationId: 'getThing' } } }),
    'a link to the operation `getThing`, which does not exist, at #/paths/~1things/get/responses/200/links/next',
  ],
  [
    ofResponse({ links: { next: { operationId: 'listThings', operationRef: '' } } }),
    '`operationRef` at #/paths/~1things/get/responses/200/links/next',
  ],
  [
    { 'x-deprecation': { since: 'soon' } },
    '`x-deprecation` whose since is not valid at #/paths/~1things/get',
  ],
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
  [ofParameter({ in: 'cookie' }), 'the cookie parameter `q` at #/paths/~1things/get/parameters'],
  [
    ofParameter({ allowEmptyValue: true }),
    '`allowEmptyValue` of the parameter `q` at #/paths/~1things/get/parameters',
  ],
  [
    ofParameter({ schema: undefined, content: { 'text/plain': {} } }),
    'the parameter `q` without `schema` at #/paths/~1things/get/parameters',
  ],
  [
    ofParameter({ schema: { type: 'boolean', const: true } }),
    '`const` or `enum` of the boolean parameter `q` at #/paths/~1things/get/parameters',
  ],
  [
    ofParameter({ schema: { type: 'integer', maximum: 5, default: 10 } }),
    '`default` 10, which `maximum` rejects, at #/paths/~1things/get/parameters/0/schema',
  ],
  [
    ofParameter({ required: true, schema: { type: 'integer', default: 10 } }),
    '`default` of the required parameter `q` at #/paths/~1things/get/parameters',
  ],
  [
    ofParameter({ in: 'path', required: true }),
    'the path parameter `q`, which is not a segment of /things, at #/paths/~1things/get/parameters',
  ],
  [
    { operationId: 'get-a.b' },
    'the operationId `get-a.b`, which is not a free identifier, at #/paths/~1things/get',
  ],
  [
    { operationId: 'delete' },
    'the operationId `delete`, which is not a free identifier, at #/paths/~1things/get',
  ],
  [
    { requestBody: { content: { 'text/plain': text, 'application/json': text } } },
    'several content types (text/plain, application/json) at #/paths/~1things/get/requestBody/content',
  ],
  [
    ofResponse({ content: { 'text/plain': text, 'application/json': text } }),
    'several content types (text/plain, application/json) at #/paths/~1things/get/responses/200/content',
  ],
  [
    ofResponse({ content: { 'text/plain': {} } }),
    'a content type without `schema` at #/paths/~1things/get/responses/200/content/text~1plain',
  ],
  [
    ofResponse({ headers: { X: { schema: { type: 'array', items: {} } } } }),
    'a header whose schema is of no scalar type at #/paths/~1things/get/responses/200/headers/X',
  ],
  [
    ofResponse({ headers: { X: { schema: { type: 'string', not: {} } } } }),
    'the keyword `not` at #/paths/~1things/get/responses/200/headers/X/schema',
  ],
  [
    { requestBody: { content: { 'text/plain': { ...text, encoding: {} } } } },
    '`encoding` at #/paths/~1things/get/requestBody/content/text~1plain',
  ],
  [{ security: [{ key: [] }, {}] }, '`security` of other than one scheme at #/paths/~1things/get'],
  [
    { security: [{ key: [] }, { other: [] }] },
    'a choice of security schemes at #/paths/~1things/get',
  ],
  [
    { security: [{ key: ['read'] }] },
    'the scopes of the security scheme `key` at #/paths/~1things/get',
  ],
])('%o is not supported', (operation, loss) => {
  expect(ofOperation(operation)).toContain(loss)
})

const things = '#/paths/~1things'
const elsewhere = { $ref: '#/components/responses/B', parameters: [] }

test.each<[string, Partial<Document>, string]>([
  [
    'an operationId that two operations have',
    { paths: { '/things': { get: { operationId: 'a' }, put: { operationId: 'a' } } } },
    `the operationId \`a\`, which another operation has, at ${things}/put`,
  ],
  ['a path by reference', { paths: { '/things': elsewhere } }, `\`$ref\` at ${things}`],
  [
    'a path without its parameter',
    { paths: { '/things/{id}': { get: { operationId: 'a' } } } },
    '`{id}` in /things/{id} without a parameter at #/paths/~1things~1{id}/get/parameters',
  ],
  [
    'an operation for other methods that does not exist',
    { paths: { '/things': { 'x-other-methods': 'a' } } },
    `\`x-other-methods: a\`, which is not an operation of this path, at ${things}`,
  ],
  [
    'a webhook that is not posted',
    { webhooks: { a: { put: { operationId: 'a' } } } },
    'a webhook by `put` at #/webhooks/a/put',
  ],
  [
    'a webhook without a body',
    { webhooks: { a: { post: { operationId: 'a' } } } },
    'a webhook without a body at #/webhooks/a/post',
  ],
  [
    'several security schemes',
    {
      paths: {
        '/a': { get: { operationId: 'a', security: [{ key: [] }] } },
        '/b': { get: { operationId: 'b', security: [{ other: [] }] } },
      },
    },
    'several security schemes (key, other) at #/components/securitySchemes',
  ],
  [
    'a number that JSON does not have',
    { components: { schemas: { Thing: { type: 'number', maximum: Number.POSITIVE_INFINITY } } } },
    'the number Infinity at #/components/schemas/Thing/maximum',
  ],
  [
    'another dialect',
    { jsonSchemaDialect: 'http://json-schema.org/draft-07/schema#' },
    'the dialect http://json-schema.org/draft-07/schema# (use 2020-12) at #/jsonSchemaDialect',
  ],
  [
    'a component with the name of an operation’s schema',
    {
      paths: { '/things': { get: { operationId: 'get', ...ofParameter({}) } } },
      components: { schemas: { getQuery: {} } },
    },
    'a name whose identifier (getQuery) is taken at #/components/schemas/getQuery',
  ],
  [
    'a reference to a reference',
    {
      paths: {
        '/a': {
          get: { operationId: 'a', responses: { 200: { $ref: '#/components/responses/A' } } },
        },
      },
      components: { responses: { A: { description: '', ...elsewhere } } },
    },
    'a `$ref` that does not name a component of its kind at #/components/responses/A',
  ],
])('%s is not supported', (_, document, loss) => {
  expect(unsupportedParts(document)).toContain(loss)
})
