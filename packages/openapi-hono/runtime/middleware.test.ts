import { createServer } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { methodOverride } from 'hono/method-override'
import { cloneRawRequest } from 'hono/request'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { generateLayer } from '../../../tests/kit/generator/layer.ts'
import { listen } from '../../../tests/kit/listen.ts'

const text = `
openapi: 3.1.0
info: { title: Hooks, version: '1' }
paths:
  /hooks:
    parameters: [{ name: X-Count, in: header, schema: { type: integer } }]
    post: &operation
      operationId: post
      security: [{ token: [] }, {}]
      requestBody:
        required: true
        content:
          application/json: { schema: { $ref: '#/components/schemas/Hook' } }
          text/plain: { schema: { type: string } }
          image/png: {}
          multipart/form-data: { schema: { $ref: '#/components/schemas/Form' } }
          application/x-www-form-urlencoded:
            schema: { $ref: '#/components/schemas/Form' }
            encoding: { tags: { explode: false } }
      responses: { '200': { description: ok, content: { application/json: { schema: {} } } } }
    put: { <<: *operation, operationId: put }
    get: { operationId: undeclared }
components:
  schemas:
    Hook: { type: object, required: [id], properties: { id: { type: integer } } }
    Form:
      type: object
      required: [id]
      properties:
        id: { type: integer }
        tags: { type: array, items: { type: string } }
        file: { type: string, format: binary }
  securitySchemes: { token: { type: http, scheme: bearer } }
`

type Answer = { principal: unknown; context: Context }
let mount: (app: Hono, operations: object, options: object) => void

beforeAll(async () => {
  const folder = await generateLayer('hooks', parse(text, { merge: true }))
  ;({ mount } = await import(join(folder, 'server.ts')))
})

/** Returns an app whose operations return their input. */
const appWith = (
  prepare: (app: Hono) => void = () => {},
  more: (context: Context) => Promise<unknown> = async () => undefined,
) => {
  const app = new Hono()
  app.onError((error, context) => context.text(error.message, 500))
  prepare(app)
  const echo =
    (id: string) =>
    async ({ body, header }: { body: unknown; header: unknown }, call: Answer) => {
      const text = body instanceof ReadableStream ? await new Response(body).text() : body
      const given = { id, body: text, header, principal: call.principal }
      return { status: 200, body: { ...given, more: await more(call.context) } }
    }
  const security = { token: (token: string) => ({ token }) }
  mount(app, { post: echo('post'), put: echo('put') }, { security, limits: { bytes: 1000 } })
  return app
}

type Send = (path: string, init: RequestInit) => Response | Promise<Response>

const onNode = async (app: Hono): Promise<Send> => {
  const server = createServer(getRequestListener(app.fetch))
  onTestFinished(() => void server.close())
  const port = await listen(server)
  return (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init)
}

const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json', ...headers },
})

const form = (of = new FormData()) => {
  of.set('id', '7')
  of.set('tags', 'a')
  of.set('file', new File([new Uint8Array([0xff, 0xfe])], 'a.png'))
  return { method: 'POST', body: of }
}

const urlencoded = {
  method: 'POST',
  body: 'id=7&tags=a,b&rest=x',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
}

const half = { duplex: 'half' } as const

const replaced = (context: Context, init: RequestInit) => {
  const { method, url, raw } = context.req
  context.req.raw = new Request(url, { method, headers: raw.headers, ...init })
}

const inflate = (context: Context) => {
  const headers = new Headers(context.req.raw.headers)
  headers.delete('Content-Encoding')
  const body = context.req.raw.body?.pipeThrough(new DecompressionStream('gzip')) ?? null
  replaced(context, { body, headers, ...half })
}

const gzipped = (body: unknown) => ({
  ...json(undefined, { 'Content-Encoding': 'gzip' }),
  body: gzipSync(JSON.stringify(body)),
})

test('a reply of an operation that declares none is sent as it is', async () => {
  const reply = async (given: object) => {
    const app = new Hono()
    mount(app, { undeclared: () => given }, { security: {} })
    const response = await app.request('/hooks')
    return [response.status, response.headers.get('Content-Type'), await response.text()]
  }
  expect(await reply({ status: 202, body: [1] })).toEqual([202, 'application/json', '[1]'])
  expect(await reply({ status: 418 })).toEqual([418, null, ''])
})

describe.each([
  [
    'in this process',
    async (app: Hono): Promise<Send> =>
      (path, init) =>
        app.request(path, init),
  ],
  ['on a Node server', onNode],
])('with middleware, %s,', (_, serve) => {
  const send = async (app: Hono, init: RequestInit, path = '/hooks') => {
    const response = await (await serve(app))(path, init)
    const text = await response.text()
    return { status: response.status, ...(text.startsWith('{') ? JSON.parse(text) : { text }) }
  }
  const before = (change: (context: Context) => unknown) => (app: Hono) =>
    void app.use(async (context, next) => {
      await change(context)
      await next()
    })

  test.each<[string, number, (context: Context) => void]>([
    [
      'sets headers',
      1,
      ({ req }) => {
        req.raw.headers.set('X-Count', '3')
        req.raw.headers.set('Authorization', `Bearer ${req.header('X-Token')}`)
      },
    ],
    [
      'replaces the request',
      5,
      (context) => {
        const headers = new Headers(context.req.raw.headers)
        headers.set('X-Count', '3')
        headers.set('Authorization', 'Bearer t')
        replaced(context, { headers, body: '{"id":5}' })
      },
    ],
  ])('that %s, the changed request is read', async (_, id, change) => {
    const init = json({ id: 1 }, { 'X-Token': 't', 'X-Count': 'no number' })
    expect(await send(appWith(before(change)), init)).toMatchObject({
      body: { id },
      header: { 'X-Count': 3 },
      principal: { token: 't' },
    })
  })

  test('that decompresses or replaces a body, its limit is that of the new one', async () => {
    const app = appWith(before(inflate))
    expect(await send(app, gzipped({ id: 1 }))).toMatchObject({ status: 200, body: { id: 1 } })
    expect(await send(app, gzipped('x'.repeat(1e6)))).toMatchObject({ status: 413 })
    const larger = appWith(before((context) => replaced(context, { body: 'x'.repeat(1e6) })))
    expect(await send(larger, json({ id: 1 }))).toMatchObject({ status: 413 })
  })

  test('that overrides methods, the other operation is called', async () => {
    const byHeader = appWith((app) => app.use(methodOverride({ app, header: 'X-Method' })))
    const init = json({ id: 1 }, { 'X-Method': 'PUT' })
    expect(await send(byHeader, init)).toMatchObject({ id: 'put', body: { id: 1 } })
    const byForm = appWith((app) => app.use(methodOverride({ app })))
    const fields = { ...urlencoded, body: 'id=7&_method=PUT' }
    expect(await send(byForm, fields)).toMatchObject({ id: 'put', body: { id: 7 } })
  })

  test.each(['text', 'json', 'arrayBuffer', 'blob'] as const)(
    'that reads a body by %s, the operation gets it',
    async (method) => {
      const app = appWith(before(({ req }) => req[method]()))
      expect(await send(app, json({ id: 1, x: 2 }))).toMatchObject({ body: { id: 1 } })
      expect(await send(app, json({ id: 1, x: 'x'.repeat(1000) }))).toMatchObject({ status: 413 })
    },
  )

  test.each(['formData', 'parseBody', 'arrayBuffer'] as const)(
    'that reads a form by %s, the operation gets it',
    async (method) => {
      const app = appWith(before(({ req }) => req[method]()))
      const tags = { id: 7, tags: ['a', 'b'] }
      expect(await send(app, urlencoded)).toMatchObject({ body: tags, status: 200 })
      expect(await send(app, form())).toMatchObject({ body: { id: 7, tags: ['a'], file: {} } })
    },
  )

  test('that limits bodies, a body in chunks is read, and a large one is a 413', async () => {
    const chunked = (size: number) => ({
      ...json(undefined),
      ...half,
      body: new Blob([JSON.stringify({ id: 1, x: 'x'.repeat(size) })]).stream(),
    })
    for (const prepare of [undefined, (app: Hono) => void app.use(bodyLimit({ maxSize: 1e7 }))]) {
      expect(await send(appWith(prepare), chunked(10))).toMatchObject({ body: { id: 1 } })
      expect(await send(appWith(prepare), chunked(1e6))).toMatchObject({ status: 413 })
    }
  })

  test.each<[string, RequestInit, (context: Context) => Promise<unknown>, unknown]>([
    ['text', json({ id: 1, x: 2 }), ({ req }) => req.text(), '{"id":1,"x":2}'],
    ['json', json({ id: 1, x: 2 }), ({ req }) => req.json(), { id: 1, x: 2 }],
    ['parseBody', urlencoded, ({ req }) => req.parseBody(), { id: '7', tags: 'a,b', rest: 'x' }],
    ['formData', form(), async ({ req }) => (await req.formData()).get('tags'), 'a'],
    ['a clone', json({ id: 1 }), async ({ req }) => (await cloneRawRequest(req)).json(), { id: 1 }],
  ])('the operation and what follows it read the body by %s', async (_, init, read, expected) => {
    let after: unknown
    const app = appWith(
      (app) =>
        void app.use(async (context, next) => {
          await next()
          after = await read(context)
        }),
      read,
    )
    expect(await send(app, init)).toMatchObject({ status: 200, more: expected })
    expect(after).toEqual(expected)
  })

  test('that reads the body of the raw request, the error says what to do', async () => {
    const app = appWith(before(({ req }) => req.raw.text()))
    expect(await send(app, json({ id: 1 }))).toMatchObject({
      status: 500,
      text: expect.stringContaining('`c.req`, which keeps it'),
    })
  })
})
