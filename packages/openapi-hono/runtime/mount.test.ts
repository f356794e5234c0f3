import { join } from 'node:path'
import fc from 'fast-check'
import { type Context, Hono } from 'hono'
import { setCookie } from 'hono/cookie'
import { cors } from 'hono/cors'
import { etag } from 'hono/etag'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { generateLayer } from '../../../tests/kit/generator/layer.ts'
import { queryPairs, segment } from '../../../tests/kit/generator/serialise.ts'
import { read } from '../../../tests/kit/project.ts'
import { each } from './check.ts'
import type { Endpoint, MountOptions } from './mount.ts'
import type { Forbidden } from './security.ts'
import type { ServerSentEvent } from './server-sent-event.ts'

type Reply = { status: number; body?: unknown; contentType?: string; headers?: unknown }
type Operation = (
  input: object,
  call: { principal: unknown; context: Context },
) => Reply | Promise<Reply>

type Send = (url: string, payload: object, options: object) => Promise<Response>

let layer: {
  ServerSentEvent: typeof ServerSentEvent
  Forbidden: typeof Forbidden
  senders: {
    webhookSenders: Record<'named' | 'form', Send>
    callbackSenders: Record<'jobDone', Send>
  }
  mount: (app: Hono, operations: object, options: MountOptions & { security: object }) => void
  endpoints: Record<string, Endpoint>
}

beforeAll(async () => {
  const folder = await generateLayer('wire', parse(read('packages/openapi-hono/testing/wire.yaml')))
  const { mount } = await import(join(folder, 'server.ts'))
  const { endpoints } = await import(join(folder, 'operations.ts'))
  const { ServerSentEvent } = await import(join(folder, 'server-sent-event.ts'))
  const { Forbidden } = await import(join(folder, 'security.ts'))
  const senders = await import(join(folder, 'senders.ts'))
  layer = { mount, endpoints, ServerSentEvent, Forbidden, senders }
})

const echo: Operation = (input) => ({ status: 200, body: input })

/** A principal for each scheme. Credentials that contain `bad` are not valid. */
const security = Object.fromEntries(
  ['token', 'key', 'login', 'cookie'].map((name) => [
    name,
    (credentials: unknown, scopes: unknown) =>
      JSON.stringify(credentials).includes('bad') ? undefined : { name, credentials, scopes },
  ]),
)

/** An app whose operations return their input, with some in place of others. */
const appOf = (
  operations: Record<string, Operation> = {},
  options: MountOptions & { security?: object } = {},
) => {
  const app = new Hono()
  app.onError((error, context) => context.text(error.message, 500))
  const all = new Proxy(operations, { get: (target, id) => Reflect.get(target, id) ?? echo })
  layer.mount(app, all, { security, ...options })
  return (path: string, init?: RequestInit) => app.request(`/api/v1${path}`, init)
}

const echoed = async (path: string, init?: RequestInit): Promise<unknown> => {
  const response = await appOf()(path, init)
  const body: object = Object(await response.json())
  return { status: response.status, ...body }
}

const declaredIn = (id: string, place: 'path' | 'query' | 'header' | 'cookie') => {
  const declared = layer.endpoints[id]?.parameters?.[place]?.declared ?? []
  return (name: string) => declared.find((each) => each.name === name) ?? declared[0]
}

describe('a value is read from a request as its style has written it', () => {
  const string = (without = '') =>
    fc
      .string({ unit: fc.constantFrom(...'aé☃😀 ,;=&+#/?%.|[]"\\'), maxLength: 5 })
      .map((text) => [...text].filter((letter) => !without.includes(letter)).join(''))
  const filled = (without: string) => string(without).map((text) => `x${text}`)
  const list = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: 1, maxLength: 4 })
  const number = fc
    .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
    .map((each) => each || 0)
  const filter = (name: fc.Arbitrary<string>) =>
    fc
      .record({ min: number, name, on: fc.boolean() }, { requiredKeys: [] })
      .filter((each) => Object.keys(each).length > 0)
      .map((each) => ({ ...each }))

  test('in the query', async () => {
    const given = fc.record(
      {
        texts: list(string()),
        numbers: list(fc.integer()),
        list: list(string()),
        spaces: list(string(' ')),
        pipes: list(string('|')),
        deep: filter(string()),
        names: list(string()),
        pairs: filter(string()),
        page: fc.record({ size: fc.integer({ min: 1 }), after: string() }),
        where: fc.record({ a: fc.jsonValue() }).map((each) => JSON.parse(JSON.stringify(each))),
        flag: fc.boolean(),
        price: number,
      },
      { requiredKeys: ['flag'] },
    )
    const request = appOf()
    const declared = declaredIn('query', 'query')
    await fc.assert(
      fc.asyncProperty(given, async (query) => {
        const pairs = Object.entries(query).flatMap(([name, value]) => {
          const parameter = declared(name)
          return parameter ? queryPairs(parameter, value) : []
        })
        const response = await request(`/query?${pairs.join('&')}`)
        expect(await response.json()).toEqual({ query: JSON.parse(JSON.stringify(query)) })
      }),
    )
  })

  test('in the path', async () => {
    const given = fc.record({
      simple: filled(''),
      list: list(filled('')),
      object: filter(filled('')),
      label: fc.integer(),
      labels: list(filled('.')),
      matrix: filter(filled('')),
      matrices: list(string('.')),
    })
    const request = appOf()
    const declared = declaredIn('path', 'path')
    await fc.assert(
      fc.asyncProperty(given, async (path) => {
        const segments = Object.entries(path).map(([name, value]) => {
          const parameter = declared(name)
          return parameter ? segment(parameter, value) : ''
        })
        const response = await request(`/path/${segments.join('/')}`)
        expect(await response.json()).toEqual({ path: JSON.parse(JSON.stringify(path)) })
      }),
    )
  })

  test('in headers and cookies', async () => {
    expect(
      await echoed('/headers', {
        headers: {
          'x-list': '1, 2,-3',
          'X-Object': 'min=1.5,name=100%,on=true',
          Cookie: 'other=1; session="a%20b"; ids=1,2',
        },
      }),
    ).toEqual({
      status: 200,
      header: { 'X-List': [1, 2, -3], 'X-Object': { min: 1.5, name: '100%', on: true } },
      cookie: { session: 'a b', ids: [1, 2] },
    })
  })

  test.each<[path: string, cookie: string, query: object, cookies: object]>([
    ['filter[tags]=A&filter[tags]=B', '', { filter: { tags: ['A', 'B'] } }, {}],
    ['filter[tags][1]=A&filter[tags][0]=B', '', { filter: { tags: ['B', 'A'] } }, {}],
    ['filter[rows][][min]=1', '', { filter: { rows: [{ min: 1 }] } }, {}],
    ['filter[sub][min]=1', '', { 'filter[sub]': { min: 1 } }, {}],
    ['created=5', '', { created: 5 }, {}],
    ['created[min]=5', '', { created: { min: 5 } }, {}],
    ['flag&order=asc', '', { order: 'asc' }, {}],
    ['flag=true&a=1&b=2', '', { flag: true, others: { a: 1, b: 2 } }, {}],
    ['id=9007199254740992', 'ids=1&ids=2', { id: 2 ** 53 }, { ids: [1, 2] }],
    ['', 'ids=1; ids=2; plain=a%2Fb', {}, { ids: [1, 2], plain: 'a%2Fb' }],
  ])('in the query %s and the cookies %s', async (query, Cookie, expected, cookie) => {
    expect(await echoed(`/readings?key=k&${query}`, { headers: { Cookie } })).toEqual({
      status: 200,
      query: expected,
      cookie,
    })
  })

  test.each(['filter[tags][]=C', 'filter=A', 'flag=1', 'order=desc', 'a=x', 'id=9007199254740993'])(
    'in the query, and %s is not valid',
    async (query) => {
      expect((await appOf()(`/readings?key=k&${query}`)).status).toBe(400)
    },
  )

  test('as the whole query', async () => {
    const querystring = { all: { a: 5, b: true } }
    expect(await echoed('/search?a=5&b=true')).toEqual({ status: 200, querystring })
    expect(await echoed('/search?a=5&b=7')).toMatchObject({ status: 400 })
  })

  test('in the path, beneath the path of another app', async () => {
    const app = new Hono()
    layer.mount(app, new Proxy({}, { get: () => echo }), { security })
    const response = await new Hono().route('/a/b', app).request('/a/b/api/v1/files/a.csv')
    expect(await response.json()).toEqual({ path: { name: 'a', format: 'csv' } })
  })

  test('beside others in a segment', async () => {
    expect(await echoed('/files/a.b%2Fc.csv')).toEqual({
      status: 200,
      path: { name: 'a.b/c', format: 'csv' },
    })
    // The router and the reader take the same text: an escape may replace a literal character.
    for (const path of ['/files/a%2Ecsv', '/files/a%2ecsv'])
      expect(await echoed(path)).toEqual({ status: 200, path: { name: 'a', format: 'csv' } })
    expect(await echoed('/files/a.pdf')).toMatchObject({
      errors: [{ in: 'path', field: 'format', reason: expect.stringContaining('csv') }],
    })
  })
})

test('all failures of the parameters are one 400', async () => {
  const query = 'numbers=1,x&deep[min]=a&page=%FF&size=0&where={&flag=maybe&price=1&price=2&pairs=a'
  expect(await echoed(`/query?${query}`)).toEqual({
    status: 400,
    title: 'Bad Request',
    errors: [
      ['numbers', 'must be a whole number in decimal digits'],
      ['deep', 'min must be a number in decimal digits'],
      ['pairs', 'must have a value for each name'],
      ['where', 'must be valid JSON'],
      ['flag', 'must be true or false'],
      ['price', 'must be given once'],
      ['page', 'size must be at least 1'],
    ].map(([field, reason]) => ({ in: 'query', field, reason })),
  })
  expect(await echoed('/headers', { headers: { Cookie: 'ids=x' } })).toMatchObject({
    errors: [
      { in: 'header', field: 'X-List', reason: 'is required' },
      { in: 'cookie', field: 'ids' },
    ],
  })
  expect(await echoed('/search?a=x')).toMatchObject({
    errors: [{ in: 'querystring', field: 'a', reason: 'must be a whole number in decimal digits' }],
  })
})

const post = (
  contentType: string | undefined,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null,
  method = 'POST',
) => ({
  method,
  body,
  duplex: 'half' as const,
  ...(contentType === undefined ? {} : { headers: { 'Content-Type': contentType } }),
})

describe('a body', () => {
  test.each([
    ['application/json', '{"name":"a","other":1}', { name: 'a' }],
    ['APPLICATION/json; Charset="UTF-8"', '{"name":"a"}', { name: 'a' }],
    ['application/vnd.wire+json', '[1]', [1]],
    ['application/json; charset=latin1', '{"name":"a"}', { name: 'a' }],
    ['text/json', '{"name":"a","other":1}', { name: 'a' }],
    [
      'application/json',
      '{"name":"9007199254740993","size":1e30}',
      { name: '9007199254740993', size: 1e30 },
    ],
    ['text/plain;charset=utf-8', 'é☃', 'é☃'],
    [
      'application/x-www-form-urlencoded',
      'name=a+%26&count=2&tags=x&tags=y&filter=%7B%22min%22%3A1%7D',
      { name: 'a &', count: 2, tags: ['x', 'y'], filter: { min: 1 } },
    ],
  ])('of %s is read', async (contentType, text, body) => {
    const declared = contentType.split(';')[0]?.toLowerCase()
    expect(await echoed('/bodies', post(contentType, text))).toEqual({
      status: 200,
      body,
      contentType: declared,
    })
  })

  test.each([
    ['application/x-www-form-urlencoded', 'a=1&'.repeat(1001), 'at most 1000 fields'],
    [
      'multipart/form-data; boundary=b',
      `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(1001)}--b--\r\n`,
      'at most 1000 parts',
    ],
  ])('of %s has at most 1,000 fields or parts', async (contentType, text, reason) => {
    const response = await appOf({})('/bodies', post(contentType, text))
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(reason)])
  })

  const invalid: [
    type: string | undefined,
    body: string | Uint8Array<ArrayBuffer>,
    status: number,
    reason: string,
  ][] = [
    [undefined, new Uint8Array(), 415, 'must be sent as application/json, '],
    ['application/xml', '<a/>', 415, 'must be sent as'],
    ['text/plain; charset=latin1', 'é', 415, 'must be sent as'],
    ['text/json', '{"name":1}', 400, 'must be a string'],
    [
      'application/json',
      '{"name":"a","size":9007199254740993}',
      400,
      'must not have 9007199254740993',
    ],
    ['application/json', '{"name":1}', 400, 'must be a string'],
    ['application/json', new Uint8Array([0xff]), 400, 'must be UTF-8'],
    ['application/json', `"${'x'.repeat(1000)}"`, 413, 'must be at most 1000 bytes'],
    ['application/json', '{"name":"\\ud800"}', 400, 'must not contain a lone surrogate'],
    [
      'application/json',
      '['.repeat(9) + ']'.repeat(9),
      400,
      'must not be nested deeper than 8 levels',
    ],
    ['application/json', `[${Array(20).fill(1)}]`, 400, 'must hold at most 20 values'],
    ['application/x-www-form-urlencoded', 'count=x', 400, 'must be a whole number'],
    ['multipart/form-data; boundary=a', '--a\r\nx', 400, 'must be valid multipart/form-data'],
    ['image/png', 'x'.repeat(5000), 413, 'must be at most 4 KiB'],
    ['text/plain', 'x', 400, 'must have at least 2'],
  ]

  test.each(invalid)(
    'of %s that is not valid is rejected (%#)',
    async (contentType, body, status, reason) => {
      const limits = { bytes: 1000, fileBytes: 4096, depth: 8, values: 20 }
      const request = appOf(
        {
          addBody: async ({ body }: { body?: unknown }) => {
            if (body instanceof ReadableStream) await new Response(body).arrayBuffer()
            return { status: 200, body: {} }
          },
        },
        { limits },
      )
      const response = await request('/bodies', post(contentType, body))
      expect(response.status).toBe(status)
      expect(JSON.stringify(await response.json())).toContain(reason)
    },
  )

  test.each([
    [
      'application/vnd.wire.name+json; charset=utf-8; Version="2"',
      '{"name":"a"}',
      'application/vnd.wire.name+json;version=2',
    ],
    ['application/vnd.wire.name+json;version=1', '"a"', 'application/vnd.wire.name+json;version=1'],
    ['application/merge-patch+json', '{"any":1}', 'application/*+json'],
  ])('of %s is read as its parameters and suffix say', async (contentType, text, declared) => {
    const body: unknown = JSON.parse(text)
    expect(await echoed('/bodies', post(contentType, text))).toEqual({
      status: 200,
      body,
      contentType: declared,
    })
  })

  test('that is not required may be missing', async () => {
    expect(await echoed('/bodies', post('application/json', null, 'PATCH'))).toEqual({
      status: 200,
    })
    expect(await echoed('/bodies', { method: 'PATCH' })).toEqual({ status: 200 })
    expect(await echoed('/bodies', post('application/json', '{"name":"a"}', 'PATCH'))).toEqual({
      status: 200,
      body: { name: 'a' },
    })
  })

  test('of text is a number where its schema says so', async () => {
    let given: unknown
    const addCount = ({ body }: { body?: unknown }) => {
      given = body
      return { status: 200, body: 6 }
    }
    const response = await appOf({ addCount })('/counts', post('text/plain', '5'))
    expect([given, await response.text()]).toEqual([5, '6'])
    for (const text of ['x', '0'])
      expect((await appOf({ addCount })('/counts', post('text/plain', text))).status).toBe(400)
  })

  test('of bytes is a stream that comes as it is sent', async () => {
    const read: unknown[] = []
    let send: (chunk?: string) => void = () => {}
    const encoded = new TextEncoder()
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        send = (chunk) => (chunk ? controller.enqueue(encoded.encode(chunk)) : controller.close())
      },
    })
    send('first')
    const request = appOf({
      addBody: async (input: { body?: unknown; contentType?: string }) => {
        if (!(input.body instanceof ReadableStream)) throw new TypeError('no stream')
        for await (const chunk of input.body) {
          read.push(new TextDecoder().decode(chunk))
          send(read.length === 1 ? 'second' : undefined)
        }
        return { status: 200, body: { contentType: input.contentType } }
      },
    })
    const response = await request('/bodies', post('image/png', body))
    expect(await response.json()).toEqual({ contentType: 'image/*' })
    expect(read).toEqual(['first', 'second'])
  })

  test('of a form with files has each as a File', async () => {
    const form = new FormData()
    form.set('title', 'é☃')
    form.set('count', '3')
    form.append('tags', 'a')
    form.set('filter', '{"on":true}')
    form.set('other', '100%')
    form.set('deep[min]', '2')
    form.set('file', new File(['one'], 'one.txt', { type: 'text/x' }))
    form.append('photos', new File(['two'], 'two.png', { type: 'image/png' }))
    form.append('rows', '{"min":1}')
    form.append('rows', new Blob(['{"on":true}'], { type: 'application/json' }))
    let files: unknown[] = []
    const request = appOf({
      addBody: async ({ body }: { body?: Record<string, unknown> }) => {
        const { file, photos, ...rest } = body ?? {}
        files = [file, photos].flat()
        return { status: 200, body: rest }
      },
    })
    const response = await request('/bodies', { method: 'POST', body: form })
    expect(await response.json()).toEqual({
      title: 'é☃',
      count: 3,
      tags: ['a'],
      filter: { on: true },
      rows: [{ min: 1 }, { on: true }],
      other: '100%',
      deep: { min: 2 },
    })
    const [one, two] = files
    if (!(one instanceof File && two instanceof File)) throw new TypeError('no files')
    expect([one.name, one.type, await one.text(), two.name]).toEqual([
      'one.txt',
      'text/x',
      'one',
      'two.png',
    ])
    form.delete('file')
    form.set('title', 'x')
    form.append('photos', new File([], 'a', { type: 'text/plain' }))
    form.append('rows', '{"min":"x"}')
    expect(await echoed('/bodies', { method: 'POST', body: form })).toMatchObject({
      status: 400,
      errors: ['photos', 'title', 'file', 'rows[2].min'].map((field) => ({ in: 'body', field })),
    })
  })
})

describe('a reply', () => {
  test('is a stream of events, which ends when the client leaves', async () => {
    const ended = Promise.withResolvers<void>()
    const request = appOf({
      watch: () => ({
        status: 200,
        body: (async function* () {
          try {
            for (let i = 1; ; i++) yield { name: `${i}\n`, secret: true }
          } finally {
            ended.resolve()
          }
        })(),
      }),
    })
    const response = await request('/events')
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect(await reader?.read()).toMatchObject({ value: 'data: {"name":"1\\n"}\n\n' })
    expect(await reader?.read()).toMatchObject({ value: 'data: {"name":"2\\n"}\n\n' })
    await reader?.cancel()
    await ended.promise
  })

  test('is a stream of events with ids, names and comments', async () => {
    const request = appOf({
      watch: () => ({
        status: 200,
        body: (async function* () {
          yield new layer.ServerSentEvent({ name: 'a', secret: 1 }, { id: '7', retry: 100 })
          yield new layer.ServerSentEvent(undefined, { comment: 'still\nhere' })
        })(),
      }),
      watchNamed: () => ({
        status: 200,
        body: (async function* () {
          yield { event: 'added', id: '8', data: { name: 'a', secret: 1 } }
          yield { event: 'removed', data: 'a\nb' }
          yield { event: 'removed', data: { name: 'a' } }
        })(),
      }),
      lines: () => ({ status: 200, body: each([{ name: 'a', secret: 1 }, { name: 'b' }]) }),
    })
    const plain = await request('/events', bearer('a'))
    expect(plain.headers.get('cache-control')).toBe('no-cache')
    expect(await plain.text()).toBe('id: 7\nretry: 100\ndata: {"name":"a"}\n\n: still\n: here\n\n')
    const named = (await request('/named-events')).body?.pipeThrough(new TextDecoderStream())
    const reader = named?.getReader()
    const added = 'event: added\nid: 8\ndata: {"name":"a"}\n\n'
    expect(await reader?.read()).toMatchObject({ value: added })
    expect(await reader?.read()).toMatchObject({ value: 'event: removed\ndata: a\ndata: b\n\n' })
    await expect(reader?.read()).rejects.toThrow('watchNamed 200: data must be a string')
    expect(await (await request('/lines')).text()).toBe('{"name":"a"}\n{"name":"b"}\n')
  })

  test('keeps the headers and cookies that were set on the context', async () => {
    const app = new Hono().use(cors(), etag(), async (context, next) => {
      context.header('X-Before', '1')
      await next()
    })
    const addSession = (_: object, { context }: { context: Context }) => {
      setCookie(context, 'c', '3')
      const headers = { Location: '/next', 'Set-Cookie': ['a=1', 'b=2'] }
      return { status: 302, headers }
    }
    const operations = new Proxy({}, { get: (_, id) => (id === 'addSession' ? addSession : echo) })
    layer.mount(app, operations, { security })
    const sent = { 'Content-Type': 'application/json', Authorization: 'Bearer a' }
    const { status, headers } = await app.request('/api/v1/sessions', {
      method: 'POST',
      headers: sent,
      body: '{"name":"a"}',
    })
    expect([status, headers.get('location'), headers.get('x-before')]).toEqual([302, '/next', '1'])
    expect(headers.getSetCookie()).toEqual(['c=3; Path=/', 'a=1', 'b=2'])
    const [get, head] = [
      await app.request('/api/v1/search'),
      await app.request('/api/v1/search', { method: 'HEAD' }),
    ]
    expect([head.status, head.headers.get('etag')]).toEqual([200, get.headers.get('etag')])
    expect(get.headers.get('access-control-allow-origin')).toBe('*')
    const rejected = await app.request('/api/v1/search?a=x')
    expect([rejected.status, rejected.headers.get('x-before')]).toEqual([400, '1'])
  })

  test.each([
    [undefined, 'application/json'],
    ['image/*, */*;q=0', undefined],
    ['application/json;indent=2', 'application/json'],
    ['text/*', 'text/csv'],
    ['text/csv;q=0.5, application/pdf, */*;q=0.1', 'application/pdf'],
    ['application/*;q=0, */*', 'text/csv'],
  ])('to Accept: %s is preferred as %s', async (accept, expected) => {
    let given: unknown
    const request = appOf({
      report: (input: { accept?: string }) => {
        given = input.accept
        return { status: 500 }
      },
    })
    await request('/report', accept === undefined ? {} : { headers: { accept } })
    expect(given).toBe(expected)
  })

  test('that no client accepts is a 406', async () => {
    const response = await appOf()('/report', { headers: { accept: 'image/png, text/csv;q=0' } })
    expect(response.status).toBe(406)
  })

  class Row {
    id = 1
    open = [new Date(0)]
    get name() {
      return 'a'
    }
  }
  const noJson =
    'getRow 200: body is no JSON, or is valid only with properties that are not declared'

  test.each<[body: unknown, sent: string]>([
    [new Row(), '{"id":1,"open":["1970-01-01T00:00:00.000Z"]}'],
    [{ either: { b: 1, a: 2 }, open: 1, id: 1 }, '{"id":1,"open":1,"either":{"a":2,"b":1}}'],
    [Object.create(new Row()), noJson],
    [{ id: 1, open: new Map() }, noJson],
    [{ id: 1, open: { deep: [() => 1] } }, noJson],
    [{ id: 1, open: 1, either: { a: new Set() } }, noJson],
  ])('%j is sent as JSON, in the order of the document', async (body, sent) => {
    const response = await appOf({ getRow: () => ({ status: 200, body }) })('/counts')
    expect(await response.text()).toBe(sent)
  })

  const headers = {
    'x-rows': 2,
    'X-Columns': ['a', 'b'],
    'X-Object': { a: 1, secret: 1 },
    'X-Json': ['a'],
    'X-Secret': 1,
  }
  const valid: [reply: Reply, type: string | null, text: string][] = [
    [
      { status: 200, contentType: 'text/csv', body: 'a,é', headers },
      'text/csv; charset=utf-8',
      'a,é',
    ],
    [
      { status: 200, contentType: 'application/json', body: { name: 'a', b: 1 }, headers },
      'application/json',
      '{"name":"a"}',
    ],
    [
      { status: 200, contentType: 'application/pdf', body: new Uint8Array([65]), headers },
      'application/pdf',
      'A',
    ],
    [
      { status: 200, contentType: 'application/pdf', body: new Blob(['B']), headers },
      'application/pdf',
      'B',
    ],
    [{ status: 418, body: { name: 'tea' } }, 'application/problem+json', '{"name":"tea"}'],
    [{ status: 599 }, null, ''],
  ]
  test.each(valid)('%j is sent as %s', async (reply, type, text) => {
    const response = await appOf({ report: () => reply })('/report')
    expect(response.status).toBe(reply.status)
    expect(response.headers.get('content-type')).toBe(type)
    expect(await response.text()).toBe(text)
    if (reply.headers) {
      const sent = ['rows', 'columns', 'object', 'json', 'secret'].map((name) =>
        response.headers.get(`x-${name}`),
      )
      expect(sent).toEqual(['2', 'a,b', 'a=1', '["a"]', null])
    }
    const head = await appOf({ report: () => reply })('/report', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([reply.status, ''])
  })

  const named = { status: 200, contentType: 'application/json', body: { name: 'a' } }
  const wrong: [reply: Reply, message: string][] = [
    [{ status: 418, body: { name: '' } }, 'report 4XX: name must not be empty'],
    [{ status: 200, contentType: 'image/png', body: '' }, 'report 200 must not be image/png'],
    [
      { status: 200, contentType: 'application/pdf', body: 'text' },
      'A reply must be bytes, a stream or a Blob',
    ],
    [{ status: 418, body: { name: 'a', b: 1 } }, 'report 418 must not have body.b'],
    [named, 'report 200 must have X-Rows'],
    [{ ...named, headers: { 'X-Rows': 1 } }, 'report 200 must have X-Total'],
    [{ ...named, headers: { 'X-Rows': 0 } }, 'report 200: X-Rows must be at least 1'],
    [{ ...named, headers: { 'X-Columns': ['a', 1] } }, 'report 200: X-Columns[1] must be a string'],
    [{ ...named, headers: { 'X-Secret': 1 } }, 'report 200 must not have X-Secret'],
  ]
  test.each(wrong)('%j breaks the contract', async (reply, message) => {
    const request = appOf({ report: () => reply }, { checkResponses: 'strict' })
    const response = await request('/report')
    expect([response.status, await response.text()]).toEqual([500, message])
  })

  test('is not checked if that is not wanted', async () => {
    const request = appOf({ closed: () => ({ status: 200, body: [1] }) }, { checkResponses: false })
    expect(await (await request('/closed', bearer('a'))).json()).toEqual([1])
  })
})

const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })
const basic = (text: string) => ({ headers: { Authorization: `Basic ${btoa(text)}` } })

test.each<[path: string, init: RequestInit, principal: object | number | null]>([
  ['/closed', bearer('abc'), { name: 'token', credentials: 'abc', scopes: ['read'] }],
  ['/closed?key=k', basic('me:a:b'), { name: 'key', credentials: 'k', scopes: [] }],
  ['/closed?key=k', bearer('abc'), { name: 'token', credentials: 'abc', scopes: ['read'] }],
  ['/closed?key=k', {}, 401],
  ['/closed?key=bad', basic('me:a'), 401],
  ['/closed', basic('me:a'), 401],
  ['/closed', { headers: { Authorization: 'Basic ?' } }, 401],
  ['/closed', bearer('bad'), 401],
  ['/closed', {}, 401],
  ['/optional', {}, null],
  [
    '/optional',
    { headers: { Cookie: 'a=b; sid=s' } },
    { name: 'cookie', credentials: 's', scopes: [] },
  ],
])('the principal of %s with %j is %j', async (path, init, expected) => {
  const withPrincipal: Operation = (_, { principal }) => ({ status: 200, body: { principal } })
  const response = await appOf({ closed: withPrincipal, optional: withPrincipal })(path, init)
  if (expected === 401) {
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe(
      'Bearer, Basic realm="login", charset="UTF-8"',
    )
  } else expect(await response.json()).toEqual({ principal: expected ?? undefined })
})

test('bodies are files where the document names no type, and a scheme may have any name', async () => {
  const body = new Blob(['a'], { type: 'image/png' })
  const request = appOf(
    {
      getAny: () => ({ status: 200, body }),
      putAny: () => ({ status: 204 }),
      deleteAny: (_, { principal }) => ({ status: principal ? 204 : 500 }),
    },
    {
      security: Object.fromEntries([
        ['__proto__', (key: string) => (key === 'k' ? {} : undefined)],
        ['constructor', () => ({ name: 'from the certificate' })],
      ]),
    },
  )
  expect((await request('/any')).status).toBe(401)
  const response = await request('/any', { headers: { 'X-Proto': 'k' } })
  expect([response.headers.get('content-type'), await response.text()]).toEqual(['image/png', 'a'])
  const bytes = new Uint8Array([0])
  expect((await request('/any', { method: 'PUT', body: bytes })).status).toBe(204)
  expect((await request('/any', { method: 'DELETE' })).status).toBe(204)
})

test('other methods of a path are a 405 with Allow, HEAD is GET, and deprecations are announced', async () => {
  const response = await appOf()('/closed', { method: 'PUT' })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, DELETE, HEAD'])
  expect((await appOf()('/closed', { method: 'HEAD', ...bearer('a') })).status).toBe(200)
  const gone = await appOf({ removeClosed: () => ({ status: 204 }) })('/closed', {
    method: 'DELETE',
    ...bearer('a'),
  })
  expect([gone.status, await gone.text()]).toEqual([204, ''])
  expect(Object.fromEntries(gone.headers)).toMatchObject({
    deprecation: '@1768435200',
    sunset: 'Wed, 15 Jul 2026 00:00:00 GMT',
    link: '<https://wire.example/end>; rel="deprecation"',
  })
  expect((await appOf()('/none')).status).toBe(404)
})

test('a method that a path does not have goes to the next handler of the app', async () => {
  const app = new Hono()
  const operations = new Proxy({}, { get: () => echo })
  layer.mount(app, operations, { security })
  app.put('/api/v1/closed', (context) => context.text('own'))
  layer.mount(app, operations, { security })
  const [own, none] = ['PUT', 'PATCH'].map((method) => app.request('/api/v1/closed', { method }))
  expect(await (await own)?.text()).toBe('own')
  expect((await none)?.headers.get('allow')).toBe('GET, DELETE, HEAD')
})

test('rejections and errors can have responses of their own', async () => {
  const seen: unknown[] = []
  const fails: Operation = () => {
    throw new Error('broken')
  }
  const request = appOf(
    { closed: fails },
    {
      onReject: ({ status }, { endpoint }) => new Response(`${status} ${endpoint?.path}`),
      onError: (error) => {
        seen.push(error)
        return new Response('sorry', { status: 500 })
      },
    },
  )
  expect(await (await request('/closed')).text()).toBe('401 /closed')
  expect(await (await request('/closed', bearer('a'))).text()).toBe('sorry')
  expect(seen).toEqual([new Error('broken')])
  const brokenHandler = appOf(
    {},
    {
      security: { token: fails, key: fails, login: fails, cookie: fails },
      onError: () => new Response('sorry', { status: 500 }),
    },
  )
  expect(await (await brokenHandler('/closed', bearer('a'))).text()).toBe('sorry')
  expect(await (await appOf({ closed: fails })('/closed', bearer('a'))).text()).toBe('broken')
})

test('rejections can be what the operation declares, and security handlers can forbid', async () => {
  const token = (credentials: string) =>
    credentials === 'weak' ? new layer.Forbidden('needs another scope') : { name: 'a' }
  const request = appOf({}, { security: { ...security, token }, rejections: 'declared' })
  const send = async (body: string, credentials: string, query = '') => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${credentials}` }
    const response = await request(`/sessions${query}`, { method: 'POST', headers, body })
    return [response.status, await response.json()]
  }
  const loc = ['body', 'users', '0', 'name']
  expect(await send('{"users":[{"name":1}]}', 'a')).toEqual([
    422,
    { status: 422, detail: [{ loc, pointer: '/users/0/name', msg: 'must be a string' }] },
  ])
  expect(await send('[]', 'a')).toEqual([
    422,
    { status: 422, detail: [{ loc: ['body'], pointer: '', msg: 'must be an object' }] },
  ])
  expect(await send('{"a/b":""}', 'a')).toMatchObject([
    422,
    { detail: [{ loc: ['body', 'a/b'], pointer: '/a~1b' }] },
  ])
  expect(await send('{}', 'a', '?page.size=x')).toMatchObject([
    422,
    { detail: [{ loc: ['query', 'page.size'], pointer: '/page.size' }] },
  ])
  expect(await send('{}', 'weak')).toEqual([
    403,
    { error: { code: 403, status: 'Forbidden', message: 'needs another scope' } },
  ])
  expect((await request('/sessions', { method: 'POST' })).status).toBe(401)
  const own = appOf({}, { onReject: () => ({ status: 422, body: { detail: [], secret: 1 } }) })
  const response = await own('/sessions', { method: 'POST' })
  expect([response.status, await response.json()]).toEqual([422, { detail: [] }])
})

test('payloads of webhooks and callbacks are checked, signed and sent', async () => {
  const app = new Hono().all('*', async ({ req }) =>
    Response.json([
      req.method,
      req.path,
      await req.text(),
      req.header('x-attempt'),
      req.header('x-sign'),
    ]),
  )
  const { webhookSenders, callbackSenders } = layer.senders
  const options = {
    fetch: (url: string, init: RequestInit) => app.request(url, init),
    headers: async (body: string) => ({ 'X-Attempt': 2, 'X-Sign': `${body.length}` }),
  }
  const sent = await webhookSenders.named(
    'http://a.example/hook',
    { name: 'a', secret: 1 },
    options,
  )
  expect(await sent.json()).toEqual(['POST', '/hook', '{"name":"a"}', '2', '12'])
  const form = await webhookSenders.form('http://a.example/form', { name: 'a &' }, options)
  expect(await form.json()).toEqual(['POST', '/form', 'name=a+%26', '2', '10'])
  const called = await callbackSenders.jobDone('http://a.example/x', { name: 'b' }, options)
  expect(await called.json()).toEqual(['PUT', '/x', '{"name":"b"}', '2', '12'])
  await expect(webhookSenders.named('http://a.example/', { name: 1 }, options)).rejects.toThrow(
    'named: name must be a string',
  )
})

test('no request is a 500, or left without a response', async () => {
  const text = fc.string({
    unit: fc.constantFrom(...'a1%2;=&,.|[]{}"\\\0 é\ud800+:-'),
    maxLength: 30,
  })
  const names = [
    'numbers',
    'deep[min]',
    'deep[',
    'where',
    'flag',
    'page',
    'size',
    '__proto__',
    'pairs',
  ]
  const types = [
    'application/json',
    'multipart/form-data; boundary=a',
    'multipart/form-data; boundary',
  ]
  types.push(
    'application/x-www-form-urlencoded',
    'text/plain; charset=x',
    'image/*',
    '*/*',
    ';',
    '',
  )
  const routes = ['GET /query', 'GET /headers', 'POST /bodies', 'PATCH /bodies', 'GET /closed']
  routes.push('GET /optional', 'HEAD /query', 'POST /jobs', 'OPTIONS /query', 'QUERY /bodies')
  const given = fc.record({
    route: fc.oneof(
      fc.constantFrom(...routes),
      text.map((each) => `GET /files/${each.replaceAll(/[?#]/g, '')}`),
    ),
    query: fc.array(fc.tuple(fc.constantFrom(...names), text), { maxLength: 4 }),
    type: fc.constantFrom(...types),
    header: text.map((each) => each.replaceAll(/[^\x20-\x7e]/g, '')),
    body: fc.oneof(
      text,
      fc.json(),
      text.map(
        (each) => `--a\r\nContent-Disposition: form-data; name="file"\r\n\r\n${each}\r\n--a--`,
      ),
    ),
  })
  const request = appOf({ addJob: () => ({ status: 204 }) })
  await fc.assert(
    fc.asyncProperty(given, async ({ route, query, type, header, body }) => {
      const [method = '', path = ''] = route.split(/ (.*)/s)
      const pairs = query.map(([name, value]) => `${name}=${value}`).join('&')
      const response = await request(`${path}?${pairs}`, {
        method,
        headers: {
          'X-List': header,
          Accept: header,
          Cookie: header,
          Authorization: `Basic ${header}`,
          'Content-Type': type,
        },
        ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
      })
      expect([response.status, await response.text()]).not.toEqual([500, expect.anything()])
    }),
    { numRuns: 500 },
  )
})
