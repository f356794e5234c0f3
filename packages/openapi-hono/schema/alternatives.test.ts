import { join } from 'node:path'
import { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { generateLayer } from '../../../tests/kit/generator/layer.ts'

const Rejected = z.object({
  errors: z.array(z.object({ field: z.string(), reason: z.string() })),
})

const document = parse(`
openapi: 3.1.0
info: { title: Alternatives, version: '1' }
paths:
  /byNumber: { post: { operationId: byNumber, requestBody: { $ref: '#/components/requestBodies/ByNumber' } } }
  /byValue: { post: { operationId: byValue, requestBody: { $ref: '#/components/requestBodies/ByValue' } } }
  /tagged: { post: { operationId: tagged, requestBody: { $ref: '#/components/requestBodies/Tagged' } } }
  /any: { post: { operationId: any, requestBody: { $ref: '#/components/requestBodies/Any' } } }
components:
  requestBodies:
    ByNumber: { content: { application/json: { schema: { oneOf: [{ $ref: '#/components/schemas/One' }, { $ref: '#/components/schemas/Two' }], discriminator: { propertyName: type, mapping: { '1': '#/components/schemas/One', '2': '#/components/schemas/Two' } } } } } }
    ByValue: { content: { application/json: { schema: { oneOf: [{ $ref: '#/components/schemas/One' }, { $ref: '#/components/schemas/Two' }, { $ref: '#/components/schemas/Other' }], discriminator: { propertyName: type } } } } }
    Tagged: { content: { application/json: { schema: { oneOf: [{ enum: [Quit] }, { type: object, required: [Move], properties: { Move: { type: object, required: [x] } } }, { type: object, required: [Write] }] } } } }
    Any: { content: { application/json: { schema: { anyOf: [{ $ref: '#/components/schemas/One' }, { $ref: '#/components/schemas/Two' }, { $ref: '#/components/schemas/List' }, { type: 'null' }] } } } }
  schemas:
    One: { type: object, required: [type, a], properties: { type: { enum: [1] }, a: { type: string } } }
    Two: { type: object, required: [type, b, c], properties: { type: { enum: [2] }, b: { type: string }, c: { type: string } } }
    Other: { allOf: [{ type: object, required: [type], properties: { type: { type: string } } }] }
    List: { type: array, items: { anyOf: [{ $ref: '#/components/schemas/Two' }, { $ref: '#/components/schemas/List' }] } }
`)

const app = new Hono()

beforeAll(async () => {
  const { mount } = await import(join(await generateLayer('alternatives', document), 'server.ts'))
  const none = () => ({ status: 204 })
  mount(app, { byNumber: none, byValue: none, tagged: none, any: none })
})

/** A list in lists, as deep as bodies may be. */
const nested = JSON.parse(`${'['.repeat(60)}1${']'.repeat(60)}`)
const generic = ['body must match one of the alternatives']

test.each<[path: string, body: unknown, failures: string[]]>([
  ['byNumber', { type: 2, b: 'b' }, ['c is required']],
  ['byNumber', { type: '2', b: 'b' }, ['type must be one of 2', 'c is required']],
  ['byNumber', { type: 3 }, ['type must be one of 1, 2']],
  ['byValue', { type: 2, b: 'b' }, ['c is required']],
  ['byValue', { type: 3 }, ['type must be one of 1, 2, Other']],
  ['tagged', { Move: {} }, ['Move.x is required']],
  ['any', { type: 2, b: 'b' }, ['c is required']],
  ['any', { type: 1, a: 1 }, ['a must be a string']],
  ['any', [{ type: 2, b: 'b', c: 1 }], ['[0].c must be a string']],
  ['any', { b: 1, c: 'c', type: 2, a: 'a' }, ['b must be a string']],
  ['any', { b: 'b', c: 'c' }, ['type is required']],
  ['any', true, generic],
  ['any', { type: 3, a: 'a', b: 'b', c: 'c' }, generic],
  ['any', nested, [`${'[0]'.repeat(60)} must match one of the alternatives`]],
])(
  'failures of /%s for %j are those of the alternative that came furthest',
  async (path, body, failures) => {
    const headers = { 'Content-Type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const { errors } = Rejected.parse(await (await app.request(`/${path}`, init)).json())
    expect(errors.map(({ field, reason }) => `${field} ${reason}`)).toEqual(failures)
  },
)
