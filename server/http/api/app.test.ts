import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { logger } from 'hono/logger'
import { matchedRoutes, routePath } from 'hono/route'
import { timing } from 'hono/timing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestServer, type TestServer, testServer } from '../../testing/test-server.ts'
import type { Env } from '../kit/env.ts'
import type { ExtendApp } from './app.ts'

const serverWith = (extend: ExtendApp, environment = {}) =>
  testServer({ demo: false, environment, parts: { extend } })

test('Hono’s logger sees every request, and what the edge returned', async () => {
  const lines: string[] = []
  const server = await serverWith((app) => app.use(logger((line) => lines.push(line))))
  await server.get('/v1/products/list')
  await server.request({ path: '/v1/orders/list', key: null })
  await server.request({ path: '/healthz', unchecked: true })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the logger colors status codes.
  const plain = lines.map((line) => line.replaceAll(/\x1b\[\d+m/g, '').replace(/ \d+m?s$/, ''))
  expect(plain.filter((line) => line.startsWith('-->'))).toEqual([
    '--> GET /v1/products/list 200',
    '--> GET /v1/orders/list 401',
    '--> GET /healthz 200',
  ])
})

test('Hono’s cors answers preflights and adds its header to responses', async () => {
  const origin = 'https://shop.example.com'
  const server = await serverWith((app) => app.use('/v1/*', cors({ origin })))
  const preflight = await server.request({
    method: 'OPTIONS',
    path: '/v1/orders/create',
    key: null,
    unchecked: true,
    headers: { origin, 'access-control-request-method': 'POST' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers['access-control-allow-methods']).toContain('POST')
  for (const key of [server.key, null]) {
    const { status, headers } = await server.request({ path: '/v1/auth', key, headers: { origin } })
    expect(status).toBe(key ? 200 : 401)
    expect(headers['access-control-allow-origin']).toBe(origin)
    expect(headers['ratelimit-limit']).toBe('1000000')
  }
})

test('Hono’s timing measures an operation', async () => {
  const server = await serverWith((app) => app.use(timing()))
  const { headers, body } = await server.get('/v1/orders/list')
  expect(headers['server-timing']).toMatch(/^total;dur=\d/)
  expect(body).toEqual([])
})

test('a sub-app and a route with a parameter work as Hono’s docs say', async () => {
  const reports = new Hono<Env>()
  reports.use(async (context, next) => {
    await next()
    context.header('x-report', routePath(context, -1))
  })
  reports.get('/:year{[0-9]{4}}/:name?', (context) => context.json(context.req.param()))
  const server = await serverWith((app) => {
    app.get('/hello/:name', ({ req }) => new Response(req.param('name')))
    app.route('/reports', reports)
  })
  expect((await server.request({ path: '/hello/ada%20b', unchecked: true })).text).toBe('ada b')
  const { body, headers } = await server.request({
    path: '/reports/2026/sales',
    unchecked: true,
  })
  expect(body).toEqual({ year: '2026', name: 'sales' })
  expect(headers['x-report']).toContain('/reports/:year')
  expect((await server.get('/reports/20')).status).toBe(404)
})

test('middleware reads the parameters and the route of an operation', async () => {
  const seen: unknown[] = []
  const server = await serverWith((app) =>
    app.use('/v1/orders/:orderId', async (context, next) => {
      seen.push([context.req.param(), matchedRoutes(context).map(({ path }) => path)])
      await next()
    }),
  )
  await server.get('/v1/orders/ord_1')
  await server.get('/v1/orders/list')
  expect(seen).toEqual([
    [{ orderId: 'ord_1' }, ['/v1/orders/:orderId', '/v1/orders/:orderId']],
    [{ orderId: 'list' }, ['/v1/orders/:orderId', '/v1/orders/list']],
  ])
})

test('the app can be a sub-app of another', async () => {
  const { app, key } = await testServer({ demo: false })
  const outer = new Hono<Env>().use(timing()).route('/', app)
  const response = await outer.request('/v1/auth', { headers: { authorization: `Bearer ${key}` } })
  expect([response.status, response.headers.has('server-timing')]).toEqual([200, true])
})

test.each<[what: string, extend: ExtendApp]>([
  [
    'that reads the body',
    (app) =>
      app.use(async ({ req }, next) => {
        if (req.method === 'POST') await req.json()
        await next()
      }),
  ],
  [
    'that reads a clone of the body',
    (app) =>
      app.use(async ({ req }, next) => {
        void req.raw.clone().text()
        await next()
      }),
  ],
  ['of Hono that limits the body', (app) => app.use(bodyLimit({ maxSize: 1000 }))],
])('middleware %s leaves it to the operation', async (_, extend) => {
  const server = await serverWith(extend)
  const sent = { body: JSON.stringify({ orderId: 'ord_1' }), method: 'POST' }
  for (const chunked of [false, true]) {
    const headers = {
      'content-type': 'application/json',
      ...(chunked ? { 'transfer-encoding': 'chunked' } : {}),
    }
    const { body } = await server.request({ ...sent, path: '/v1/orders/cancel', headers })
    expect(body).toEqual({ message: 'Order not found' })
  }
})

test('a body that middleware has read is read again without a socket, too', async () => {
  const { app, key } = await serverWith((app) =>
    app.use(async ({ req }, next) => {
      await req.json()
      await next()
    }),
  )
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ orderId: 'ord_1' })
  const response = await app.request('/v1/orders/cancel', { method: 'POST', headers, body })
  expect(await response.json()).toEqual({ message: 'Order not found' })
})

test('a body that middleware has read is still limited', async () => {
  const server = await serverWith((app) =>
    app.use(async ({ req }, next) => {
      await req.text()
      await next()
    }),
  )
  const { status, body } = await server.request({
    method: 'POST',
    path: '/v1/orders/cancel',
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    body: ' '.repeat(256 * 1024 + 1),
  })
  expect([status, body]).toEqual([
    400,
    { message: 'Invalid request body', errors: ['body: must be at most 256 KiB'] },
  ])
})

test('middleware that throws is a 500, and the log says so', async () => {
  const server = await serverWith((app) =>
    app.use('/broken', () => {
      throw new Error('out of order')
    }),
  )
  const { status, body } = await server.request({ path: '/broken', unchecked: true })
  expect([status, body]).toEqual([500, { message: 'Internal server error' }])
  expect(server.log.join()).toContain('out of order')
})

describe('middleware changes no response of the API', () => {
  let plain: TestServer
  let extended: TestServer
  beforeAll(async () => {
    plain = await sharedTestServer({ demo: false })
    extended = await sharedTestServer({
      demo: false,
      parts: {
        extend: (app) => {
          app.use(async (_, next) => next())
          app.use('/v1/*', async (_, next) => next())
        },
      },
    })
  })
  afterAll(() => Promise.all([plain.stop(), extended.stop()]))

  const volatile = ['date', 'ratelimit-remaining', 'ratelimit-reset', 'x-ratelimit-remaining']
  const respond = async (server: TestServer, method: string, path: string, withKey: boolean) => {
    const key = withKey ? server.key : null
    const { status, text, headers } = await server.request({ method, path, key, unchecked: true })
    const kept = Object.entries(headers).filter(
      ([name]) => !volatile.includes(name) && name !== 'x-ratelimit-reset',
    )
    return { status, text: text.replace(server.account, 'acc'), headers: Object.fromEntries(kept) }
  }

  const methods = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']
  const paths = [
    ...['/v1/auth', '/v1/orders/list', '/v1/orders/create', '/v1/orders/ord_1', '/v1/webhooks/x'],
    ...['/v1/orders/%ZZ', '/v1/orders/', '/v1', '/nothing', '/healthz', '/'],
  ]
  test.each(paths)('%s', async (path) => {
    for (const method of methods)
      for (const withKey of [true, false]) {
        const expected = await respond(plain, method, path, withKey)
        expect(await respond(extended, method, path, withKey), method).toEqual(expected)
      }
  })
})
