import { once } from 'node:events'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type Server } from 'node:http'
import { connect, createServer as createTcpServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { endConnections, send } from '../../testkit/http.ts'
import { recordingLog } from '../../testkit/recording-log.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { readConfig } from '../config.ts'
import { closeServer, listen } from '../http/http-server.ts'
import { createServer, start } from './start.ts'

// A stop leaves idle connections open for a second.
afterEach(endConnections)

const settings = (environment: Record<string, string> = {}) => {
  const file = join(temporaryFolder(), 'merch.db')
  return readConfig({ PORT: '0', DATABASE_URL: `file:${file}`, ...environment })
}

const started = async (config: ReturnType<typeof settings>, grace?: number) => {
  const running = await start(config, recordingLog().log, grace)
  onTestFinished(running.stop)
  return running
}

/** Whether a process has the database open. The last one that closes it removes the write-ahead log. */
const isOpen = ({ databaseFile }: ReturnType<typeof settings>): boolean =>
  existsSync(`${databaseFile}-wal`)

/** A connection on which a request has been begun. */
const beginning = (address: string, lines: readonly string[]): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { port, hostname } = new URL(address)
    const socket = connect(Number(port), hostname, () => {
      socket.write(lines.join('\r\n'), () => resolve(socket))
    })
    socket.once('error', reject)
  })

test('creates no key before it listens, so that the next start shows it', async () => {
  const taken: Server = createHttpServer()
  const port = await listen(taken, 0, '127.0.0.1')
  onTestFinished(() => closeServer(taken, 0))
  const config = settings()
  await expect(start({ ...config, port }, recordingLog().log)).rejects.toThrow('EADDRINUSE')
  expect(isOpen(config)).toBe(false)
  expect((await started(config)).demo?.key).toMatch(/^mfk_/)
})

test.each([
  ['a hole in the egress is said', '10.0.0.0/8', [['10.0.0.0/8']]],
  ['without one nothing is', '', []],
])('%s', async (_, networks, said) => {
  const { log, lines } = recordingLog()
  const running = await start(settings({ WEBHOOK_EGRESS_ALLOW: networks }), log)
  onTestFinished(running.stop)
  const warnings = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)
  expect(warnings.map((line) => line.networks)).toEqual(said)
})

test('a start removes the access of other users to existing files, and says so once', async () => {
  const config = settings()
  writeFileSync(config.databaseFile, '')
  chmodSync(config.databaseFile, 0o644)
  const warnings = async () => {
    const { log, lines } = recordingLog('warn')
    await (await start(config, log)).stop()
    return lines.map((line) => JSON.parse(line))
  }
  expect(await warnings()).toMatchObject([{ files: 1 }])
  expect(await warnings()).toEqual([])
})

test('addresses contain the port that the system chose', async () => {
  const { address, demo } = await started(settings())
  const headers = { authorization: `Bearer ${demo?.key}` }
  const products = await send(address, { path: '/v1/products/list', headers })
  expect(products.text).toContain(`"imageUrl":"${address}/cdn/`)
  expect(address).not.toMatch(/:0$/)
})

test('MAX_CONNECTIONS and KEEP_ALIVE_SECONDS apply', async () => {
  const { address } = await started(settings({ KEEP_ALIVE_SECONDS: '7', MAX_CONNECTIONS: '1' }))
  const socket = await beginning(address, ['GET /healthz HTTP/1.1', '', ''])
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toContain('Keep-Alive: timeout=7')
  const { port, hostname } = new URL(address)
  expect(createServer(readConfig({ KEEP_ALIVE_SECONDS: '7' })).keepAliveTimeout).toBe(7000)
  const other = connect(Number(port), hostname).on('error', () => {})
  await new Promise((closed) => other.once('close', closed).resume())
})

test('a stop closes the database', async () => {
  const config = settings()
  const { stop } = await started(config)
  expect(isOpen(config)).toBe(true)
  await stop()
  expect(isOpen(config)).toBe(false)
})

test('the next start has the data and the counted requests of the last, and adds no demo data', async () => {
  const config = settings()
  const first = await started(config)
  const headers = { authorization: `Bearer ${first.demo?.key}` }
  await send(first.address, { path: '/v1/auth', headers })
  await first.stop()
  const { address, demo, isEmpty } = await started(config)
  expect([demo, isEmpty]).toEqual([undefined, false])
  const response = await send(address, { path: '/v1/auth', headers })
  expect([response.status, response.headers['ratelimit-remaining']]).toEqual([200, '998'])
})

test('/readyz fails on an open connection while the server stops', async () => {
  const running = await started(settings())
  const socket = await beginning(running.address, ['GET /readyz HTTP/1.1', ''])
  await send(running.address, { path: '/healthz' })
  const stopped = running.stop()
  socket.write('\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 503 .*"not ready"/s)
  await stopped
})

test('a stop still accepts connections for SHUTDOWN_DELAY_SECONDS', async () => {
  const running = await start(settings({ SHUTDOWN_DELAY_SECONDS: '2' }), recordingLog().log)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const stopped = running.stop()
  await vi.advanceTimersByTimeAsync(1999)
  expect((await send(running.address, { path: '/readyz' })).status).toBe(503)
  await vi.advanceTimersByTimeAsync(1)
  await stopped
})

test('an unused connection does not delay a stop', async () => {
  const { address, stop } = await started(settings(), 600_000)
  const socket = await beginning(address, [])
  // Where the stop waits for it after all, the test ends without it.
  onTestFinished(() => {
    socket.destroy()
  })
  const ended = once(socket, 'close')
  await stop()
  await ended
})

test('a stop waits for a request in progress and responds to it', async () => {
  const running = await started(settings())
  const body = '{"orderId":"unknown"}'
  const socket = await beginning(running.address, [
    'POST /v1/orders/cancel HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${running.demo?.key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body.slice(0, 5),
  ])
  // What is answered on another connection was read after what is waited for here.
  await send(running.address, { path: '/healthz' })
  const stopped = running.stop()
  socket.write(body.slice(5))
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 400 .*"Order not found"/s)
  await stopped
})

test.each([
  ['half a body', ['Content-Type: application/json', 'Content-Length: 50', '', '{"a":']],
  ['half a header', ['Content-Ty']],
])('%s does not delay a stop', async (_, lines) => {
  const running = await started(settings(), 100)
  const socket = await beginning(running.address, [
    'POST /v1/orders/cancel HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${running.demo?.key}`,
    ...lines,
  ])
  await send(running.address, { path: '/healthz' })
  const ended = new Promise((resolve) => socket.resume().once('close', resolve))
  await running.stop()
  await ended
})

test('clients and subscribers that hang share the grace period of a stop', async () => {
  const config = settings({ WEBHOOK_EGRESS_ALLOW: '127.0.0.0/8' })
  const grace = 5000
  const running = await started(config, grace)
  const silent = createTcpServer((socket) => {
    hanging++
    socket.resume().once('close', () => hanging--)
  })
  let hanging = 0
  const port = await listen(silent, 0, '127.0.0.1')
  onTestFinished(() => {
    silent.close()
  })
  const database = new DatabaseSync(config.databaseFile)
  database.exec(`
    insert into webhooks (id, account_id, url, canonical_url, events, active, secret, created_at, updated_at)
    select 'whk_1', id, 'https://127.0.0.1:${port}/', '', '["order.cancelled"]', 1, 'x', '', '' from accounts`)
  database.close()
  // An attempt would end by itself in twice the time.
  const real = setTimeout
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const headers = {
    authorization: `Bearer ${running.demo?.key}`,
    'content-type': 'application/json',
  }
  const path = '/v1/orders/list?orderStatus=AWAITING_SHIPMENT'
  const { text: orders } = await send(running.address, { path, headers })
  const [, orderId] = /"id":"(ord_[^"]+)"/.exec(orders) ?? []
  const body = JSON.stringify({ orderId })
  const cancelled = await send(running.address, {
    method: 'POST',
    path: '/v1/orders/cancel',
    headers,
    body,
  })
  expect(cancelled.status).toBe(201)
  await beginning(running.address, [
    'POST /v1/orders/cancel HTTP/1.1',
    `Authorization: ${headers.authorization}`,
    'Content-Type: application/json',
    'Content-Length: 9',
    '',
    '{',
  ])
  await send(running.address, { path: '/healthz' })
  await expect.poll(() => hanging).toBe(1)

  let isStopped = false
  const stopped = running.stop().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(grace - 1)
  connect(port, '127.0.0.1')
  await once(silent, 'connection')
  // The delivery is still waited for.
  expect(hanging).toBe(2)
  await vi.advanceTimersByTimeAsync(1)
  // From here on the clock stands still but for what a timer without a delay needs.
  while (!isStopped) {
    await vi.advanceTimersByTimeAsync(1)
    await new Promise((goOn) => real(goOn, 20))
  }
  await stopped
})

test('undeclared fields are dropped from responses', async () => {
  const config = settings()
  const { address, demo } = await started(config)
  const database = new DatabaseSync(config.databaseFile)
  database.exec(`update orders set recipient = json_set(recipient, '$.secret', 'whsec_leaked')`)
  database.close()
  const headers = { authorization: `Bearer ${demo?.key}` }
  const orders = await send(address, { path: '/v1/orders/list', headers })
  expect(orders.status).toBe(200)
  expect(orders.text).toContain('"recipient"')
  expect(orders.text).not.toContain('whsec_leaked')
})
