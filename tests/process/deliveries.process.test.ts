import { execFile } from 'node:child_process'
import { createServer, type ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../server/http/http-server.ts'
import { startReceiver } from '../kit/receiver.ts'
import { terminal } from '../kit/server/terminal.ts'
import { makeCertificate, tlsHost } from '../kit/tls.ts'
import { startShop } from './server-process.ts'

const certificate = makeCertificate()

test('Deliveries ignore the proxy settings of the environment', async () => {
  const asked: string[] = []
  const proxy = createServer((_, response) => response.writeHead(502).end())
  proxy.on('connect', ({ url }, socket) => {
    asked.push(url ?? '')
    socket.end('HTTP/1.1 502 No\r\n\r\n')
  })
  const address = `http://127.0.0.1:${await listen(proxy, 0, '127.0.0.1')}`
  onTestFinished(() => void proxy.close())
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

test('A command queues its deliveries, and a server makes them as soon as it runs. A stop completes them', async () => {
  const { child, ended, log, subscribe, order, databaseFile } = await startShop(certificate)
  let respond: (response: ServerResponse) => unknown = (response) => response.writeHead(500).end()
  const { port } = await startReceiver(certificate, (response) => respond(response))
  const { id: webhook } = await subscribe(port, ['order.shipped'])
  const orders = [await order(), await order(), await order()]
  const { merch, write } = terminal(databaseFile)
  const rows = orders.slice(1).map(({ id }, i) => `${id},ups,1Z${i}`)
  const file = write('shipments.csv', `order,carrierCode,trackingNumber\n${rows.join('\n')}\n`)
  const shipped = await merch('orders', 'ship', '--file', file)
  expect(shipped).toMatchObject({ status: 0, stderr: expect.not.stringContaining('wait') })
  // Failures are in the log of the server.
  const failed = () =>
    log()
      .split('\n')
      .flatMap((line) => (line.includes(webhook) ? JSON.parse(line).deliveries : []))
      .reduce((sum, deliveries) => sum + deliveries, 0)
  await expect.poll(failed).toBe(2)
  const ship = ['orders', 'ship', '--tracking', '1Z', '--carrier', 'ups']
  const responding = Promise.withResolvers<ServerResponse>()
  respond = responding.resolve
  await merch(...ship, (await order()).id)
  const response = await responding.promise
  child.kill('SIGTERM')
  await expect.poll(log).toContain('"Stopping"')
  response.writeHead(500).end()
  expect(await ended).toBe(0)
  expect(failed()).toBe(3)

  expect((await merch(...ship, orders[0]?.id ?? '')).stderr).toContain(
    'No server runs: 1 delivery waits. A server that starts within an hour makes it.\n',
  )
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
