import { join } from 'node:path'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { expect, test } from 'vitest'
import { type TestRequest, testServer } from '../../tests/kit/server/test-server.ts'
import { temporaryFolder } from '../../tests/kit/temporary-folder.ts'
import { newKey } from '../domain/api-key.ts'
import { openSqliteStore } from '../store/sqlite.ts'
import type { ExtendApp } from './app.ts'
import type { Env } from './call.ts'

const serverWith = (extend: ExtendApp) => testServer({ demo: false, parts: { extend } })

test('every response has X-Content-Type-Options: nosniff', async () => {
  const { request: send } = await testServer({ demo: false })
  const requests: [status: number, request: TestRequest][] = [
    [200, { path: '/v1/auth' }],
    [400, { path: '/v1/products/list?limit=x' }],
    [404, { path: '/nowhere' }],
    [405, { method: 'DELETE', path: '/v1/orders/list' }],
    [200, { path: '/healthz' }],
    [302, { path: '/' }],
    [302, { path: '/docs/' }],
  ]
  for (const [status, request] of requests)
    expect(await send({ ...request, unchecked: true }), request.path).toMatchObject({
      status,
      headers: { 'x-content-type-options': 'nosniff' },
    })
})

test('any number of requests to /readyz check the store once a second, one check at a time', async () => {
  const store = await openSqliteStore(join(temporaryFolder(), 'test.db'))
  const checks: PromiseWithResolvers<boolean>[] = []
  const isReady = () => {
    const check = Promise.withResolvers<boolean>()
    checks.push(check)
    return check.promise
  }
  const server = await testServer({ demo: false, parts: { store: { ...store, isReady } } })
  const ask = async () =>
    (await server.request({ path: '/readyz', unchecked: true, key: null })).status
  const asked = Array.from({ length: 50 }, ask)
  await expect.poll(() => checks.length).toBe(1)
  server.time.now += 5000
  asked.push(ask())
  await server.get('/v1/auth')
  checks[0]?.resolve(true)
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]))
  const next = ask()
  await expect.poll(() => checks.length).toBe(2)
  checks[1]?.resolve(false)
  expect([await next, await ask(), checks.length]).toEqual([503, 503, 2])
})

test('each response that depends on a key is counted, whatever its path', async () => {
  const server = await testServer({ demo: false, environment: { RATE_LIMIT_BUDGET: '20' } })
  const paths = ['/x', '//v1/auth', '/v1%2Fauth', '/docs/x', '/portal/../v1/auth', '/v1/auth']
  const statuses: number[] = []
  for (let i = 0; i < 24; i++) {
    const path = paths[i % paths.length] ?? ''
    const sent = { path, key: i % 2 === 0 ? newKey() : server.key, unchecked: true }
    const { status, headers } = await server.request(sent)
    statuses.push(status)
    expect([path, headers['ratelimit-limit']]).toEqual([path, '20'])
  }
  expect(statuses.slice(0, 6)).toEqual([401, 404, 401, 404, 401, 200])
  expect(statuses.slice(20)).toEqual(Array(4).fill(429))
})

test('/healthz is 200 while the server runs, /readyz while the store works too', async () => {
  const server = await testServer({ demo: false })
  const ask = async (path: string) => {
    const { status, body, headers } = await server.request({ path, unchecked: true, key: null })
    expect(headers).not.toHaveProperty('ratelimit-limit')
    return [status, body]
  }
  expect(await ask('/readyz')).toEqual([200, { status: 'ready' }])
  const { query } = server.database
  const later = (path: string) => {
    server.time.now += 1000
    return ask(path)
  }
  await query(`insert into migrations (name, timestamp) values ('9999-add-later', '')`)
  expect(await later('/readyz')).toEqual([200, { status: 'ready' }])
  await query(`update migrations set name = '9999-drop' where name like '9999%'`)
  expect(await later('/readyz')).toEqual([503, { status: 'not ready' }])
  await query(`delete from migrations`)
  expect(await later('/readyz')).toEqual([503, { status: 'not ready' }])
  await server.store.close()
  expect(await later('/readyz')).toEqual([503, { status: 'not ready' }])
  expect(await ask('/healthz')).toEqual([200, { status: 'ok' }])
})

test('a sub-app, a route with a parameter and middleware of an operation work', async () => {
  const seen: unknown[] = []
  const reports = new Hono<Env>().get('/:year{[0-9]{4}}/:name?', (context) =>
    context.json(context.req.param()),
  )
  const server = await serverWith((app) => {
    app.route('/reports', reports)
    app.use('/v1/orders/:orderId', async (context, next) => {
      seen.push(context.req.param())
      await next()
    })
  })
  const { body } = await server.request({ path: '/reports/2026/sales', unchecked: true })
  expect(body).toEqual({ year: '2026', name: 'sales' })
  expect((await server.get('/reports/20')).status).toBe(404)
  await server.get('/v1/orders/ord_1')
  await server.get('/v1/orders/list')
  expect(seen).toEqual([{ orderId: 'ord_1' }, { orderId: 'list' }])
})

test.each<[what: string, extend: ExtendApp]>([
  [
    'that reads the body',
    (app) =>
      app.use(async ({ req }, next) => {
        if (req.method === 'POST') await req.text()
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
  ['of Hono that limits the body', (app) => app.use(bodyLimit({ maxSize: 2 ** 20 }))],
])('middleware %s leaves it to the operation, which still limits it', async (_, extend) => {
  const server = await serverWith(extend)
  const send = async (body: string, more = {}) => {
    const headers = { 'content-type': 'application/json', ...more }
    const sent = { method: 'POST', path: '/v1/orders/cancel', headers, body }
    return (await server.request(sent)).body
  }
  const chunked = { 'transfer-encoding': 'chunked' }
  for (const more of [{}, chunked])
    expect(await send('{"orderId":"ord_1"}', more)).toEqual({ message: 'Order not found' })
  expect(await send(' '.repeat(256 * 1024 + 1), chunked)).toEqual({
    message: 'Invalid request body',
    errors: ['body: must be at most 256 KiB'],
  })
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
