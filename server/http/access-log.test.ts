import { connect } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestRequest, testServer } from '../testing/test-server.ts'
import type { ExtendApp } from './app.ts'

const entry = z.looseObject({ msg: z.string(), milliseconds: z.number().optional() })

/** Returns the entries of completed requests. */
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

describe('a request’s id', () => {
  const loggedId = async (environment: Record<string, string>, id: string) => {
    const server = await testServer({ demo: false, environment })
    await server.request({ path: '/healthz', headers: { 'x-request-id': id }, unchecked: true })
    await expect.poll(() => entriesOf(server.log)).toHaveLength(1)
    return entriesOf(server.log)[0]?.requestId
  }
  const generated = expect.stringMatching(/^req_[0-9a-f]{32}$/)
  const behindProxy = { TRUSTED_PROXIES: '127.0.0.0/8' }

  test('is the one of a trusted proxy, if it is well-formed', async () => {
    expect(await loggedId(behindProxy, 'edge-1.7f_A')).toBe('edge-1.7f_A')
    expect(await loggedId({}, 'edge-1.7f_A')).toEqual(generated)
    for (const id of ['a b', '', 'x'.repeat(65)])
      expect(await loggedId(behindProxy, id)).toEqual(generated)
  })
})

test('an error is logged with the same id and the route', async () => {
  const server = await testServer({ demo: false })
  await server.store.close()
  await server.get('/v1/orders/ord_secret')
  await expect.poll(() => entriesOf(server.log)).toHaveLength(1)
  const [fault, request] = server.log.map((line) => entry.parse(JSON.parse(line)))
  expect(fault).toMatchObject({
    ...{ msg: 'A request failed', method: 'GET', route: '/v1/orders/:orderId' },
    err: { message: expect.any(String) },
  })
  expect(fault?.requestId).toBe(request?.requestId)
  expect(server.log.join()).not.toContain('secret')
})
