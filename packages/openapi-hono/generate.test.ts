import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OpenAPIHono } from '@hono/zod-openapi'
import { type Context, type Env, Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { generateLayer } from '../../tests/kit/generator/layer.ts'
import { library } from '../../tests/kit/generator/library.ts'
import { path } from '../../tests/kit/project.ts'
import { temporaryFile, temporaryFolder } from '../../tests/kit/temporary-folder.ts'
import { generate } from './generate.ts'
import { readOperations } from './model/model.ts'
import { read } from './read-document.ts'
import { keywords } from './schema/keyword-checks.ts'

test('functions and constants are named after schemas', async () => {
  const names = (await readdir(path('generated'))).filter((name) => name.endsWith('.ts'))
  const texts = await Promise.all(names.map((name) => readFile(path(`generated/${name}`), 'utf8')))
  expect(texts.join('\n')).not.toMatch(/\b(?:check|constant|copy|is|names|pattern|set|values)[0-9]/)
})

test('reading a document never goes online', async () => {
  const schemas = '{ A: { $ref: "https://document.invalid/a.yaml" } }'
  const text = `openapi: 3.1.0\ninfo: { title: A }\ncomponents: { schemas: ${schemas} }\n`
  await expect(read(temporaryFile('openapi.yaml', text))).rejects.toThrow(
    'https://document.invalid/a.yaml is on the network',
  )
})

test('operationIds of any script are kept, and others become identifiers', async () => {
  const given = ['获取订单', 'Получить заказ', 'créer_école', '注文-作成', '1st', '!']
  const paths = given.map((id, i) => `  /${i}: { get: { operationId: '${id}', responses: {} } }`)
  const text = `openapi: 3.1.0\ninfo: { title: A }\npaths:\n${paths.join('\n')}\n`
  const { document } = await read(temporaryFile('openapi.yaml', text))
  const ids = readOperations(document).map(({ id }) => id)
  expect(ids).toEqual(['获取订单', 'получитьЗаказ', 'créer_école', '注文作成', '_1st', '_'])
})

test('operations that paths share, by an alias or by a file, are each an operation of its own', async () => {
  const folder = temporaryFolder()
  const item = (schema: string) =>
    `{ get: { parameters: [{ name: q, in: query, schema: { ${schema} } }], responses: { '204': {}, 4XX: {}, default: {} } } }`
  const paths = `{ /a: &a ${item('')}, /b: *a, /c: { $ref: p.yaml }, /d: { $ref: 'file://${folder}/p.yaml' } }`
  await writeFile(
    join(folder, 'openapi.yaml'),
    `openapi: 3.1.0\ninfo: { title: A }\npaths: ${paths}`,
  )
  await writeFile(join(folder, 'p.yaml'), item("$ref: 's.yaml#/100%25~1a'"))
  await writeFile(join(folder, 's.yaml'), '100%/a: { type: integer }')
  const outputs = await generate(await read(join(folder, 'openapi.yaml')))
  const { 'operations.txt': operations, 'types.ts': types } = outputs
  expect(operations?.match(/get[A-Z]/g)).toEqual(['getA', 'getB', 'getC', 'getD'])
  expect(operations).toMatch(/^getA .* 204 4XX default$/m)
  expect(types).toContain('"100%~1a": number')
  expect(Object.keys(outputs)).not.toContain('webhooks.ts')
})

test('shared bodies and form fields of Swagger 2.0 are those of their operations, and required ones are', async () => {
  const text = `swagger: 2.0
info: { title: Shared, version: '1' }
parameters:
  thing: { name: thing, in: body, required: true, schema: { type: integer } }
  note: { name: note, in: formData, type: string, required: true }
paths:
  /things: { put: { parameters: [{ $ref: '#/parameters/thing' }], responses: {} } }
  /notes:
    parameters: [{ $ref: '#/parameters/note' }]
    post: { parameters: [{ name: size, in: formData, type: integer }], responses: {} }
    put: { consumes: [application/x-www-form-urlencoded], responses: {} }
`
  const { document, findings } = await read(temporaryFile('swagger.yaml', text))
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  const bodies = readOperations(document).map(({ id, body }) => [
    id,
    body?.contentType,
    body?.required,
    Object.keys(body?.schema?.properties ?? {}),
  ])
  expect(bodies).toEqual([
    ['putThings', 'application/json', true, []],
    ['putNotes', 'application/x-www-form-urlencoded', true, ['note']],
    ['postNotes', 'multipart/form-data', true, ['note', 'size']],
  ])
})

test.each(['docs/generated-layer.md', 'packages/openapi-hono/README.md'])(
  '%s lists the keywords that are checked',
  async (file) => {
    const names = Object.keys(keywords).map((name) => `\`${name}\``)
    const list = `These keywords are checked:\n\n${names.join(', ')}.\n`
    expect(await readFile(path(file), 'utf8')).toContain(list)
  },
)

const document = parse(`
openapi: 3.1.0
info: { title: Examples, version: '1' }
paths:
  /text: { get: { responses: { '200': { content: { text/plain: { example: OK } } } } } }
  /json: { get: { responses: { '200': { content: { application/json: { examples: { one: { value: [1] } } } } } } } }
  /pair: { get: { responses: { '200': { content: { application/json: { schema: { type: array, prefixItems: [{ type: integer }, { type: string }], items: false } } } } } } }
  /parts: { get: { responses: { '200': { content: { application/json: { schema: { type: array, items: { properties: { a: { properties: { b: {} } } } } }, example: [{ a: '{"b":1}' }] } } } } } }
  /told: { get: { responses: { '200': { content: { application/json: { schema: { properties: { a: {} }, example: '{"a":1}' } } } } } } }
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
  const texts = ['text', 'json', 'pair', 'parts', 'told', 'xml', 'events', 'made'].map(
    async (path) => (await app.request(`/${path}`)).text(),
  )
  const events = 'data: 1\n\ndata: 2\n\n'
  const made = '{"a":[5,1,2],"b":"1","d":"axx","c":{"k":"1"}}'
  expect(await Promise.all(texts)).toEqual([
    'OK',
    '[1]',
    '[0,""]',
    '[]',
    '{}',
    '<a/>',
    events,
    made,
  ])
  const { status, headers } = await app.request('/headers')
  expect([status, headers.get('x-id'), headers.get('x-total')]).toEqual([204, 'r7', ''])
})

type Valid = Context<Env, string, { out: { query: object; json: object } }>

let app: OpenAPIHono

beforeAll(async () => {
  const folder = await generateLayer('routes', (await library()).document)
  const { listBooks, addBook } = await import(join(folder, 'zod/routes.ts'))
  app = new OpenAPIHono({
    defaultHook: (result, context) =>
      result.success ? undefined : context.json(result.error.issues.map((each) => each.message)),
  })
  app.openapi(listBooks, ({ req, json }: Valid) => json(req.valid('query')))
  app.openapi(addBook, ({ req, json }: Valid) => json(req.valid('json')))
})

test.each<[query: string, read: unknown]>([
  ['?shelf=a', { shelf: 'a', limit: 10 }],
  ['?shelf=a&limit=7&minPrice=0.5', { shelf: 'a', limit: 7, minPrice: 0.5 }],
  ['?shelf=a&lent=false&author=b', { shelf: 'a', limit: 10, lent: false, author: ['b'] }],
  ['?shelf=a&author=b&author=c', { shelf: 'a', limit: 10, author: ['b', 'c'] }],
  ['', ['Which shelf?']],
  ['?shelf=a&limit=1e1', ['must be a whole number in decimal digits']],
  [`?shelf=a&limit=${'9'.repeat(400)}`, ['must be at most 50']],
  ['?shelf=a&lent=yes', ['must be true or false']],
])('a route of Hono reads the query %s as %j', async (query, read) => {
  expect(await (await app.request(`/books${query}`)).json()).toEqual(read)
})

// Zod has no conditions: the layer's check finds what is wrong.
test.each<[book: object, messages: unknown]>([
  [{ title: 'a', isForSale: true }, ['What does it cost?']],
  [
    { title: 'a', isForSale: true, price: 1 },
    { title: 'a', isForSale: true, price: 1 },
  ],
  [{ title: 'a', isForSale: true, pages: 0 }, ['must be at least 1', 'What does it cost?']],
])('a route of Hono reads the body %j as %j', async (book, read) => {
  const headers = { 'Content-Type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(book) }
  expect(await (await app.request('/books', init)).json()).toEqual(read)
})
