import { join } from 'node:path'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { generateLayer } from '../../../tests/kit/generator/layer.ts'

const document = parse(`
openapi: 3.1.0
info: { title: Examples, version: '1' }
paths:
  /text: { get: { responses: { '200': { content: { text/plain: { example: OK } } } } } }
  /json: { get: { responses: { '200': { content: { application/json: { examples: { one: { value: [1] } } } } } } } }
  /pair: { get: { responses: { '200': { content: { application/json: { schema: { type: array, prefixItems: [{ type: integer }, { type: string }], items: false } } } } } } }
  /parts: { get: { responses: { '200': { content: { application/json: { schema: { type: array, items: { properties: { a: { properties: { b: {} } } } } }, example: [{ a: '{"b":1}' }] } } } } } }
  /xml: { get: { responses: { '200': { content: { application/xml: { schema: { type: object }, example: <a/> } } } } } }
  /events: { get: { responses: { '200': { content: { text/event-stream: { example: "data: 1\\n\\ndata: 2\\n\\n" } } } } } }
  /slow: { get: { responses: { '200': { content: { application/json: { schema: { pattern: '^(a+)+$' }, example: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa! } } } } } }
  /made: { get: { responses: { '200': { content: { application/json: { schema: { type: object, required: [a, d], dependentRequired: { a: [b], b: [c] }, properties: { a: { type: array, items: { type: integer }, contains: { minimum: 5 }, uniqueItems: true, minItems: 3 }, b: { type: string, not: { const: '' } }, d: { type: string, minLength: 3, pattern: ^a }, c: { type: object, if: { properties: { k: { const: x } } }, then: false, properties: { k: { type: string } } } } } } } } } } }
  /headers:
    get:
      responses:
        '204':
          headers:
            X-Id: { required: true, example: r7, schema: { type: string, pattern: '^r[0-9]+$' } }
            X-Total: { required: true, example: 7, schema: { type: string } }
`)

test('stubs send the examples of contents that no schema checks, and of required headers', async () => {
  const folder = await generateLayer('examples', document)
  const { mount } = await import(join(folder, 'server.ts'))
  const { stubs } = await import(join(folder, 'stubs.ts'))
  const app = new Hono()
  mount(app, stubs)
  const texts = ['text', 'json', 'pair', 'parts', 'xml', 'events', 'made'].map(async (path) =>
    (await app.request(`/${path}`)).text(),
  )
  const events = 'data: 1\n\ndata: 2\n\n'
  const made = '{"a":[5,1,2],"b":"1","d":"axx","c":{"k":"1"}}'
  expect(await Promise.all(texts)).toEqual(['OK', '[1]', '[0,""]', '[]', '<a/>', events, made])
  const { status, headers } = await app.request('/headers')
  expect([status, headers.get('x-id'), headers.get('x-total')]).toEqual([204, 'r7', ''])
})
