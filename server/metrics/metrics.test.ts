import { existsSync } from 'node:fs'
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { endConnections, send } from '../../testkit/http.ts'
import { recordingLog } from '../../testkit/recording-log.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { readConfig } from '../config.ts'
import { closeServer, listen } from '../http/http-server.ts'
import { start } from '../process/start.ts'
import { createMetrics, requestMetrics } from './metrics.ts'

// A stop leaves idle connections open for a second.
afterEach(endConnections)

const settings = (environment: Record<string, string> = {}) =>
  readConfig({
    PORT: '0',
    METRICS_PORT: '0',
    DATABASE_URL: `file:${join(temporaryFolder(), 'merch.db')}`,
    ...environment,
  })

/** Returns the address of the metrics in a log. */
const pageIn = (lines: readonly string[]): string =>
  /"metrics":"(http:[^"]+)\/metrics"/.exec(lines.join(''))?.[1] ?? ''

/** A server with metrics, and what reads one of them. */
const started = async (environment: Record<string, string> = {}) => {
  const { log, lines } = recordingLog('info')
  const running = await start(settings(environment), log)
  onTestFinished(running.stop)
  const page = pageIn(lines)
  const read = async () => (await send(page, { path: '/metrics' })).text
  /** The value on the line that begins with a name and its labels. */
  const value = async (name: string): Promise<number | undefined> => {
    const line = (await read()).split('\n').find((each) => each.startsWith(`${name} `))
    return line === undefined ? undefined : Number(line.slice(name.length + 1))
  }
  const headers = { authorization: `Bearer ${running.demo?.key}` }
  const get = (path: string) => send(running.address, { path, headers })
  return { ...running, page, read, value, headers, get }
}

const requests = (operation: string, status: number | string) =>
  `merch_http_requests_total{operation="${operation}",status="${status}"}`

test('requests are counted by operation and status, whatever their paths were', async () => {
  const { address, headers, get, value } = await started()
  await get('/v1/orders/ord_none')
  await get('/v1/orders/ord_other')
  await get('/v1/products/list?limit=x')
  await get('/v1/x/../auth')
  await send(address, { method: 'HEAD', path: '/v1/products/list', headers })
  await send(address, { method: 'PATCH', path: '/v1/auth', headers })
  await send(address, { path: '/v1/auth' })
  await send(address, { path: '/v1/auth', headers: { ...headers, expect: 'the unexpected' } })
  await get('/i/a-secret')
  await get('/nowhere')
  await expect.poll(() => value(requests('none', 404))).toBe(1)
  expect(await value(requests('getOrder', 404))).toBe(2)
  expect(await value(requests('listProducts', 400))).toBe(1)
  expect(await value(requests('listProducts', 200))).toBe(1)
  expect(await value(requests('checkAuth', 200))).toBe(2)
  expect(await value(requests('checkAuth', 401))).toBe(1)
  expect(await value(requests('checkAuthPatch', 200))).toBe(1)
  expect(await value(requests('/i/:slug', 404))).toBe(1)
  expect(await value('merch_http_request_duration_seconds_count{operation="getOrder"}')).toBe(2)
})

test('durations are counted from one millisecond to ten seconds', async () => {
  const { get, read, value } = await started()
  await get('/v1/auth')
  await expect.poll(() => value(requests('checkAuth', 200))).toBe(1)
  const buckets = (await read()).matchAll(
    /^merch_http_request_duration_seconds_bucket\{le="([^"]+)"/gm,
  )
  expect([...buckets].map(([, most]) => most).join(' ')).toBe(
    '0.001 0.0025 0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 10 +Inf',
  )
})

test('durations are counted in seconds', async () => {
  const [registry, server] = [new Registry(), createServer()]
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  requestMetrics(registry, server)(() => '/portal')
  const incoming = new IncomingMessage(new Socket())
  const outgoing = new ServerResponse(incoming)
  server.emit('request', incoming, outgoing)
  vi.advanceTimersByTime(2500)
  outgoing.emit('close')
  expect(await registry.metrics()).toContain(
    'merch_http_request_duration_seconds_sum{operation="/portal"} 2.5\n',
  )
})

test('no path, key or address of a person is a label', async () => {
  const { get, read, headers } = await started()
  await get('/i/a-secret-slug')
  await get('/v1/orders/list?email=ada%40example.com')
  await get('/a-secret-place')
  const text = await read()
  expect(text).not.toMatch(/a-secret|ada/)
  expect(text).not.toContain(headers.authorization.slice('Bearer '.length))
})

test('what the budget refuses is seen', async () => {
  const { get, value } = await started({ RATE_LIMIT_BUDGET: '1' })
  await get('/v1/auth')
  await get('/v1/auth')
  await expect.poll(() => value(requests('checkAuth', 429))).toBe(1)
})

test('what cannot be read as a request is counted once for a connection', async () => {
  const { address, value } = await started()
  const { hostname, port } = new URL(address)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  socket.once('data', () => socket.end('HELLO\r\n\r\n')).write('HELLO\r\n\r\n')
  await new Promise((closed) => socket.once('close', closed).on('error', () => {}))
  await expect.poll(() => value('merch_http_malformed_total{code="HPE_INVALID_METHOD"}')).toBe(1)
})

test('nothing is in flight once it is answered, and the files have a size', async () => {
  const { get, value } = await started()
  await get('/v1/auth')
  await expect.poll(() => value('merch_http_requests_in_flight')).toBe(0)
  expect(await value('merch_http_connections')).toBeGreaterThan(0)
  expect(await value('merch_database_bytes{file="database"}')).toBeGreaterThanOrEqual(4096)
  expect(await value('merch_database_bytes{file="wal"}')).toBeGreaterThan(0)
  expect(await value('merch_database_bytes{file="wal"}')).toBeGreaterThan(0)
  expect(await value('process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
  expect(await value('nodejs_eventloop_lag_seconds')).toBeDefined()
})

test('the page is the only one on its port, and is not on the other', async () => {
  const { page, get } = await started()
  const { status, headers } = await send(page, { path: '/metrics' })
  expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/plain')])
  expect((await send(page, { path: '/v1/auth' })).status).toBe(404)
  expect((await send(page, { method: 'POST', path: '/metrics' })).status).toBe(404)
  expect((await get('/metrics')).status).toBe(404)
})

test('the page has status 500 while the database cannot be read', async () => {
  const { log, lines } = recordingLog('info')
  const waiting = () => Promise.reject(new Error('disk I/O error'))
  const metrics = createMetrics(settings(), createServer(), waiting, undefined)
  await metrics?.listen(log)
  onTestFinished(async () => metrics?.stop())
  expect((await send(pageIn(lines), { path: '/metrics' })).status).toBe(500)
})

test('connections over the maximum are counted', async () => {
  const { log, lines } = recordingLog('info')
  const server = createServer()
  const metrics = createMetrics(settings(), server, async () => 0, undefined)
  await metrics?.listen(log)
  onTestFinished(async () => metrics?.stop())
  for (let i = 0; i < 2; i++) server.emit('drop')
  const { text } = await send(pageIn(lines), { path: '/metrics' })
  expect(text).toContain('merch_http_connections_refused_total 2\n')
  // There is no database file.
  expect(text).toContain('merch_database_bytes{file="wal"} 0\n')
})

test('a stop of the server ends the page', async () => {
  const { page, stop } = await started()
  await stop()
  await expect(send(page, { path: '/metrics' })).rejects.toThrow('ECONNREFUSED')
})

test('without a port there are none', async () => {
  const { log, lines } = recordingLog('info')
  const running = await start(settings({ METRICS_PORT: '' }), log)
  onTestFinished(running.stop)
  expect(lines.join('')).not.toContain('metrics')
})

/** Holds a port until it is let go. */
const held = async () => {
  const server = createServer()
  const port = await listen(server, 0, '127.0.0.1')
  return { port: String(port), letGo: () => closeServer(server, 0) }
}

test('a port that is taken is said by its setting, and nothing is left running', async () => {
  const [taken, free] = [await held(), await held()]
  onTestFinished(taken.letGo)
  await free.letGo()
  const config = settings({ PORT: free.port, METRICS_PORT: taken.port })
  await expect(start(config, recordingLog().log)).rejects.toThrow(
    /^Cannot listen on METRICS_HOST and METRICS_PORT: listen EADDRINUSE/,
  )
  // The log goes when the last connection to the file is closed.
  const log = `${config.databaseFile}-wal`
  expect(existsSync(log)).toBe(false)
  const again = await start({ ...config, metricsPort: undefined }, recordingLog().log)
  expect(existsSync(log)).toBe(true)
  await again.stop()
})
