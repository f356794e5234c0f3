import { existsSync } from 'node:fs'
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { endConnections, send } from '../../contract-tests/support/http.ts'
import { listCampaigns200 } from '../../generated/zod/schemas.ts'
import { recordingLog } from '../../tests/kit/recording-log.ts'
import { serverWithDispatcher } from '../../tests/kit/server/sending-server.ts'
import { requestsTo } from '../../tests/kit/server/test-server.ts'
import { temporaryFolder } from '../../tests/kit/temporary-folder.ts'
import { readConfig } from '../config.ts'
import { closeServer, listen } from '../http/http-server.ts'
import { start } from '../process/start.ts'
import { serveMetrics } from './metrics.ts'

// A stop leaves idle connections open for a second.
afterEach(endConnections)

const settings = (environment: Record<string, string> = {}) =>
  readConfig({
    PORT: '0',
    METRICS_PORT: '0',
    DATABASE_URL: `file:${join(temporaryFolder(), 'merch.db')}`,
    ...environment,
  })

/** Finds the page in a log. Returns its URL and functions that read it. */
const pageIn = (lines: readonly string[]) => {
  const [, page = ''] = /"metrics":"(http:[^"]+)\/metrics"/.exec(lines.join('')) ?? []
  const read = async () => (await send(page, { path: '/metrics' })).text
  /** Returns the value on the line that begins with a name and its labels. */
  const value = async (name: string): Promise<number | undefined> => {
    const line = (await read()).split('\n').find((each) => each.startsWith(`${name} `))
    return line === undefined ? undefined : Number(line.slice(name.length + 1))
  }
  return { page, read, value }
}

const started = async (environment: Record<string, string> = {}) => {
  const { log, lines } = recordingLog('info')
  const running = await start(settings(environment), log)
  onTestFinished(running.stop)
  const headers = { authorization: `Bearer ${running.demo?.key}` }
  const get = (path: string) => send(running.address, { path, headers })
  const request = requestsTo(running.address, running.demo?.key ?? '')
  return { ...running, ...pageIn(lines), headers, get, request }
}

const nothing = {
  ready: 1,
  deliveries: 0,
  orders: { '0': 5, '7': 1 },
  deliveries_oldest_seconds: 0,
  import_problems: 0,
}

/** Serves the metrics of a server that does not listen. */
const alone = async (parts: Partial<Parameters<typeof serveMetrics>[0]> = {}) => {
  const { log, lines } = recordingLog('info')
  const server = createServer()
  const metrics = await serveMetrics({
    ...settings(),
    port: 0,
    server,
    version: '1.2.3',
    read: async () => ({ ...nothing, import_problems: 3 }),
    certificateExpires: () => undefined,
    use: undefined,
    log,
    ...parts,
  })
  onTestFinished(metrics.stop)
  return { ...metrics, ...pageIn(lines), server, lines }
}

const requests = (operation: string, status: number | string) =>
  `merch_http_requests_total{operation="${operation}",status="${status}"}`

test('requests are counted by operation and status, and no path, key or address is a label', async () => {
  const { address, headers, get, read, value } = await started()
  await get('/v1/orders/ord_none')
  await get('/v1/orders/ord_other')
  await get('/v1/products/list?limit=x')
  await get('/v1/orders/list?email=ada%40example.com')
  await get('/v1/auth')
  await send(address, { method: 'HEAD', path: '/v1/products/list', headers })
  await send(address, { method: 'PATCH', path: '/v1/auth', headers })
  await send(address, { path: '/v1/auth' })
  await send(address, { path: '/v1/auth', headers: { ...headers, expect: 'the unexpected' } })
  await get('/i/a-secret')
  await get('/a-secret')
  await expect.poll(() => value(requests('none', 404))).toBe(1)
  expect(await value(requests('getOrder', 404))).toBe(2)
  expect(await value(requests('listProducts', 400))).toBe(1)
  expect(await value(requests('listProducts', 200))).toBe(1)
  expect(await value(requests('checkAuth', 200))).toBe(2)
  expect(await value(requests('checkAuth', 401))).toBe(1)
  expect(await value(requests('checkAuthPatch', 200))).toBe(1)
  expect(await value(requests('/i/:slug', 404))).toBe(1)
  expect(await value('merch_http_request_duration_seconds_count{operation="getOrder"}')).toBe(2)
  expect(await value('merch_http_requests_in_flight')).toBe(0)
  const text = await read()
  expect(text).not.toMatch(/a-secret|ada/)
  expect(text).not.toContain(headers.authorization.slice('Bearer '.length))
})

test('durations are counted in seconds, and connections over the maximum', async () => {
  const { server, watch, read } = await alone()
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  watch(() => '/portal')
  const incoming = new IncomingMessage(new Socket())
  const outgoing = new ServerResponse(incoming)
  server.emit('request', incoming, outgoing)
  vi.advanceTimersByTime(2500)
  outgoing.emit('close')
  server.emit('drop')
  const text = await read()
  expect(text).toContain('merch_http_request_duration_seconds_sum{operation="/portal"} 2.5\n')
  // Series with other bounds cannot be added to those that Prometheus has stored.
  const bounds = [...text.matchAll(/_bucket\{le="([\d.]+)",op/g)].map(([, bound]) => Number(bound))
  expect(bounds).toEqual([0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10])
  expect(text).toContain('merch_http_connections_rejected_total 1\n')
  expect(text).toContain('merch_build_info{version="1.2.3"} 1\n')
  expect(text).toContain('merch_import_problems 3\n')
  expect(text).toContain('merch_orders_waiting{days="7"} 1\n')
  // Without a provider and a certificate, their lines would fire alerts.
  expect(text).not.toMatch(/^merch_(last_sync|certificate)/m)
})

test.each<[string, () => Promise<never>]>([
  ['fails', () => Promise.reject(new Error('connection refused'))],
  ['hangs', () => new Promise(() => {})],
])(
  'while the database %s, the page has the other metrics, and merch_ready is 0',
  async (_, read) => {
    const certificateExpires = () => 1_800_000_000
    const { value, read: page, lines } = await alone({ read, certificateExpires })
    expect(await value('merch_ready')).toBe(0)
    expect(await value('merch_metrics_errors_total')).toBe(2)
    expect(await value('process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
    expect(await value('merch_certificate_expires_timestamp_seconds')).toBe(1_800_000_000)
    expect(await page()).not.toMatch(/^merch_(deliveries_|orders|import)/m)
    expect(lines.join('')).toContain('"msg":"Metrics of the database are missing"')
  },
)

test('emails are counted by outcome', async () => {
  const { request, value } = await started()
  const [campaign] = listCampaigns200.parse((await request({ path: '/v1/campaigns/list' })).body)
  const json = { campaignId: campaign?.id, email: 'ada@example.com', sendEmailNotification: true }
  await request({ method: 'POST', path: '/v1/invites/create', json })
  // Without SMTP_URL, emails are not sent.
  expect(await value('merch_emails_total{outcome="failed"}')).toBe(1)
  expect(await value('merch_emails_total{outcome="sent"}')).toBe(0)
})

test('a connection with malformed requests is counted once', async () => {
  const { address, value } = await started()
  const { hostname, port } = new URL(address)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  socket.once('data', () => socket.end('HELLO\r\n\r\n')).write('HELLO\r\n\r\n')
  await new Promise((closed) => socket.once('close', closed).on('error', () => {}))
  await expect.poll(() => value('merch_http_malformed_total{code="HPE_INVALID_METHOD"}')).toBe(1)
})

test('the page has the sizes of the database and of the process, and is the only one on its port', async () => {
  const { get, page, value } = await started()
  await get('/v1/auth')
  expect(await value('merch_http_connections')).toBeGreaterThan(0)
  expect(await value('merch_database_bytes{file="database"}')).toBeGreaterThanOrEqual(4096)
  expect(await value('merch_database_bytes{file="wal"}')).toBeGreaterThan(0)
  expect(await value('process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
  expect(await value('merch_deliveries_oldest_seconds')).toBe(0)
  const { status, headers } = await send(page, { path: '/metrics' })
  expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/plain')])
  expect((await send(page, { path: '/v1/auth' })).status).toBe(404)
  expect((await send(page, { method: 'POST', path: '/metrics' })).status).toBe(404)
  expect((await get('/metrics')).status).toBe(404)
})

test('deliveries are pending until they have an outcome, by which they are counted', async () => {
  const {
    deliveries: observer,
    read,
    value,
  } = await alone({ read: async () => ({ ...nothing, deliveries: 4 }) })
  const slow = Promise.withResolvers<number>()
  const statuses: Record<string, () => Promise<number>> = {
    'willing.example': async () => 200,
    'refusing.example': async () => 500,
    'unreachable.example': () => Promise.reject(new Error('no response')),
    'slow.example': () => slow.promise,
  }
  const send = async (url: string) => {
    const status = (await statuses[new URL(url).hostname]?.()) ?? 0
    return { status, text: '' }
  }
  const { server, subscribe, order } = await serverWithDispatcher(() => ({ observer, send }))
  const ids: string[] = []
  for (const host of Object.keys(statuses)) ids.push((await subscribe(`https://${host}/`)).id)
  for (let i = 0; i < 20; i++) await order()
  const outcomes = () =>
    Promise.all(
      ['delivered', 'failed', 'rejected', 'unwanted'].map((outcome) =>
        value(`merch_deliveries_total{event="order.created",outcome="${outcome}"}`),
      ),
    )
  await expect.poll(outcomes).toEqual([20, 20, 20, undefined])
  // 4 are queued, and as many are in progress as may be for one subscription.
  await expect.poll(() => value('merch_deliveries_pending')).toBe(20)
  await server.put(`/v1/webhooks/${ids.at(-1)}`, { active: false })
  slow.resolve(200)
  await expect.poll(() => value('merch_deliveries_pending')).toBe(4)
  await expect.poll(outcomes).toEqual([36, 20, 20, 4])
  expect(server.log.filter((line) => line.includes('A delivery is skipped'))).toHaveLength(4)
  expect(await read()).not.toContain('.example')
})

test('a stop of the server ends the page, and without METRICS_PORT there is none', async () => {
  const { page, stop } = await started()
  await stop()
  await expect(send(page, { path: '/metrics' })).rejects.toThrow('ECONNREFUSED')
  expect((await started({ METRICS_PORT: '' })).page).toBe('')
})

test('a METRICS_PORT that is in use is reported by its name, and nothing is left running', async () => {
  const [other, freed] = [createServer(), createServer()]
  const taken = await listen(other, 0, '127.0.0.1')
  const free = await listen(freed, 0, '127.0.0.1')
  onTestFinished(() => closeServer(other, 0))
  await closeServer(freed, 0)
  const config = settings({ PORT: String(free), METRICS_PORT: String(taken) })
  await expect(start(config, recordingLog().log)).rejects.toThrow(
    /^Cannot listen on METRICS_HOST and METRICS_PORT: listen EADDRINUSE/,
  )
  // The write-ahead log goes when the last connection to the file is closed.
  expect(existsSync(`${config.databaseFile}-wal`)).toBe(false)
  await (await start({ ...config, metricsPort: undefined }, recordingLog().log)).stop()
})
