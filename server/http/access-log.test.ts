import { connect } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestRequest, testServer } from '../../tests/kit/server/test-server.ts'
import type { ExtendApp } from './app.ts'

const entry = z.looseObject({ msg: z.string(), milliseconds: z.number().optional() })

const entriesOf = (log: readonly string[]) =>
  log.map((line) => entry.parse(JSON.parse(line))).filter(({ msg }) => msg === 'Request')

describe('the access log', () => {
  test('has the route, but no path, query or header', async () => {
    const pass: MiddlewareHandler = async (_, next) => next()
    const extend: ExtendApp = (app) => void app.use(pass).use('/v1/orders/:id', pass)
    const server = await testServer({ demo: false, parts: { extend } })
    const requests: TestRequest[] = [
      { path: '/v1/orders/list?email=ada%40example.com' },
      { path: '/v1/orders/ord_secret' },
      { path: '/v1/x/../orders/ord_secret', unchecked: true },
      { method: 'POST', path: '/v1/orders/cancel', json: { orderId: 'ord_secret' } },
      { method: 'HEAD', path: '/v1/products/list' },
      { method: 'HEAD', path: '/healthz', unchecked: true },
      { path: '/i/the-slug', unchecked: true },
      { path: '/v1/%ZZ' },
    ]
    for (const [index, request] of requests.entries()) {
      await server.request(request)
      await expect.poll(() => entriesOf(server.log)).toHaveLength(index + 1)
    }
    expect(entriesOf(server.log)).toMatchObject([
      { method: 'GET', route: '/v1/orders/list', status: 200 },
      { method: 'GET', route: '/v1/orders/:orderId', status: 404 },
      { method: 'GET', route: '/v1/orders/:orderId', status: 404 },
      { method: 'POST', route: '/v1/orders/cancel', status: 400 },
      { method: 'HEAD', route: '/v1/products/list', status: 200 },
      { method: 'HEAD', route: '/healthz', status: 200 },
      { method: 'GET', route: '/i/:slug', status: 404 },
      { method: 'GET', status: 404 },
    ])
    for (const { milliseconds } of entriesOf(server.log))
      expect(String(milliseconds)).toMatch(/^\d+(\.\d)?$/)
    expect(server.log.join()).not.toMatch(/ada%40|secret|the-slug|ZZ/)
  })

  test('has a request whose client disconnected', async () => {
    const server = await testServer({ demo: false })
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    socket.write('POST /v1/orders/cancel HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n')
    socket.write(`Authorization: Bearer ${server.key}\r\nContent-Length: 9\r\n\r\n{`, () =>
      setImmediate(() => socket.destroy()),
    )
    await expect.poll(() => entriesOf(server.log)).toMatchObject([{ status: 'client left' }])
  })
})

const sentAndLogged = async (environment: Record<string, string>, id: string) => {
  const server = await testServer({ demo: false, environment })
  const { headers } = await server.request({ path: '/v1/auth', headers: { 'x-request-id': id } })
  await expect.poll(() => entriesOf(server.log)).toHaveLength(1)
  expect(entriesOf(server.log)[0]?.requestId).toBe(headers['x-request-id'])
  return headers['x-request-id']
}
const generated = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
const behindProxy = { TRUSTED_PROXIES: '127.0.0.0/8' }

test('the id of a request is the one of a trusted proxy, if it is well-formed', async () => {
  expect(await sentAndLogged(behindProxy, 'edge-1.7f_A')).toBe('edge-1.7f_A')
  expect(await sentAndLogged({}, 'edge-1.7f_A')).toEqual(generated)
  for (const id of ['a b', '', 'x'.repeat(65)])
    expect(await sentAndLogged(behindProxy, id)).toEqual(generated)
})

describe('at level info, the log has', () => {
  const linesOf = (log: readonly string[]) =>
    log.map((line) => entry.parse(JSON.parse(line))).filter(({ msg }) => msg === 'API request')

  test('each write with its account, key, client, operation and status, and no read', async () => {
    const server = await testServer({ demo: false })
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      await server.request({ method, path: '/v1/auth' })
    const start = performance.now()
    const json = { url: 'https://hooks.example.com/ada', events: ['order.shipped'] }
    const { headers } = await server.request({ method: 'POST', path: '/v1/webhooks', json })
    expect(linesOf(server.log)).toEqual([
      expect.objectContaining({
        level: 30,
        requestId: headers['x-request-id'],
        operation: 'createWebhook',
        status: 201,
        account: server.account,
        key: expect.stringMatching(/^key_/),
        client: '127.0.0.1',
        milliseconds: expect.any(Number),
      }),
    ])
    const elapsed = performance.now() - start
    expect(linesOf(server.log)[0]?.milliseconds).toBeLessThan(elapsed)
    expect(server.log.join()).not.toContain('/ada')
  })

  test('failures of a client, up to ten a minute', async () => {
    const server = await testServer({ demo: false })
    server.time.now -= server.time.now % 60_000
    for (let i = 0; i < 15; i++) {
      server.time.now += 1000
      await server.request({ path: '/v1/auth', key: null })
    }
    const lines = linesOf(server.log)
    expect(lines.map(({ status }) => status)).toEqual(Array(10).fill(401))
    const [, ...more] = server.log.join().split('Further failures of this client are not logged')
    expect(more).toHaveLength(1)
    server.time.now += 60_000
    await server.get('/v1/orders/unknown')
    expect(linesOf(server.log).at(-1)).toMatchObject({ status: 404, operation: 'getOrder' })
  })
})

test('an error is logged with the same id and the route', async () => {
  const server = await testServer({ demo: false })
  await server.store.close()
  await server.get('/v1/orders/ord_secret')
  await expect.poll(() => entriesOf(server.log)).toHaveLength(1)
  const [fault, request] = server.log.map((line) => entry.parse(JSON.parse(line)))
  expect(fault).toMatchObject({
    msg: 'A request failed',
    method: 'GET',
    route: '/v1/orders/:orderId',
    err: { message: expect.any(String) },
  })
  expect(fault?.requestId).toBe(request?.requestId)
  expect(server.log.join()).not.toContain('secret')
})
