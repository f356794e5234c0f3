import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { listen } from '../../server/http/http-server.ts'
import { startReceiver } from '../../testkit/receiver.ts'
import { type Certificate, makeCertificate, tlsHost } from '../../testkit/tls.ts'
import { startShop } from './server-process.ts'

let certificate: Certificate

beforeAll(() => {
  certificate = makeCertificate()
})

test('Deliveries ignore the proxy settings of the environment', async () => {
  const asked: string[] = []
  const proxy = createServer((_, response) => response.writeHead(502).end())
  proxy.on('connect', ({ url }, socket) => {
    asked.push(url ?? '')
    socket.end('HTTP/1.1 502 No\r\n\r\n')
  })
  const address = `http://127.0.0.1:${await listen(proxy, 0, '127.0.0.1')}`
  onTestFinished(() => {
    proxy.close()
  })
  const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']
  const environment = {
    NODE_USE_ENV_PROXY: '1',
    ...Object.fromEntries(
      proxies.flatMap((name) => [name, name.toLowerCase()]).map((name) => [name, address]),
    ),
  }
  const { subscribe, order, ask } = await startShop(certificate, { environment })
  const { port, received } = await startReceiver(certificate)
  const { id } = await subscribe(port)
  await order()
  await expect.poll(() => received.length).toBe(1)
  expect((await ask('POST', `/v1/webhooks/${id}/test`)).body).toMatchObject({ success: true })
  expect(asked).toEqual([])
  // Shows that Node uses the proxy with this environment.
  const get = `require('node:https').get('https://${tlsHost}/').on('error', () => {})`
  await promisify(execFile)(process.execPath, ['-e', get], { env: environment })
  expect(asked).toEqual([`${tlsHost}:443`])
})

/** The ids of the orders in the deliveries that a subscriber received. */
const orderIds = (received: readonly { body: Buffer }[]): string[] =>
  received.map(({ body }) => JSON.parse(body.toString()).data.orderId).toSorted()

test('A hanging client or subscriber does not delay the stop, and aborted deliveries are logged', async () => {
  const { child, ended, log, address, key, subscribe, order } = await startShop(certificate)
  const silent = await startReceiver(certificate, () => {})
  const healthy = await startReceiver(certificate)
  const { id: hanging } = await subscribe(silent.port)
  await subscribe(healthy.port)
  const orders = await Promise.all(Array.from({ length: 30 }, order))
  const ids = orders.map(({ id }) => id)
  const { port, hostname } = new URL(address)
  const client = connect(Number(port), hostname)
  onTestFinished(() => {
    client.destroy()
  })
  client.on('error', () => {})
  client.write(
    `POST /v1/orders/cancel HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: 9\r\n\r\n{`,
  )
  await expect.poll(() => silent.received.length).toBe(16)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(orderIds(healthy.received)).toEqual(ids.toSorted())
  const dropped = log()
    .split('\n')
    .filter((line) => line.includes('Deliveries failed and are dropped'))
    .map((line) => JSON.parse(line))
  expect(dropped.reduce((sum, { deliveries }) => sum + deliveries, 0)).toBe(16)
  // On a busy machine, an attempt may reach its own limit of ten seconds before the stop's of nine.
  const reason = expect.stringMatching(/^(The service is stopping|No response within 10 seconds)$/)
  for (const line of dropped)
    expect(line).toMatchObject({ webhook: hanging, event: 'order.created', reason })
})

test('A second signal ends the server immediately', async () => {
  const { child, ended, log, subscribe, order } = await startShop(certificate)
  const { port, received } = await startReceiver(certificate, () => {})
  await subscribe(port)
  await order()
  await expect.poll(() => received.length).toBe(1)
  child.kill('SIGTERM')
  await expect.poll(log).toContain('"Stopping"')
  child.kill('SIGINT')
  expect(await ended).toBe(1)
})
