import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startReceiver } from '../../testkit/receiver.ts'
import { type Certificate, makeCertificate, tlsHost } from '../../testkit/tls.ts'
import { seededFile, startServer } from './server-process.ts'

let certificate: Certificate

beforeAll(() => {
  certificate = makeCertificate()
})

const Created = z.looseObject({ id: z.string() })

/** Starts a server that delivers to subscribers on the loopback address. */
const serving = async (program?: Parameters<typeof startServer>[0]['program']) => {
  const { key, campaign, databaseFile } = await seededFile()
  const again = () => startServer({ databaseFile, key, certificate })
  const server = await startServer({ databaseFile, key, certificate, ...(program && { program }) })
  const subscribe = async (port: number) => {
    const url = `https://${tlsHost}:${port}/`
    const json = { url, events: ['order.created'] }
    const answer = await server.request({ method: 'POST', path: '/v1/webhooks', json })
    return Created.parse(answer.body).id
  }
  const orders = (count: number) =>
    Promise.all(Array.from({ length: count }, async () => (await server.order(campaign)).id))
  return { ...server, again, key, subscribe, orders }
}

/** The ids of the orders in the deliveries that a subscriber received. */
const orderIds = (received: readonly { body: Buffer }[]): string[] =>
  received.map(({ body }) => JSON.parse(body.toString()).data.orderId).toSorted()

test.each([
  ['After SIGTERM the server completes the deliveries in progress', 'SIGTERM', 0],
  ['A killed server loses at most the deliveries in progress', 'SIGKILL', null],
] as const)('%s, and the next start delivers the others', async (_, signal, status) => {
  const { child, ended, log, again, subscribe, orders } = await serving()
  const held: ServerResponse[] = []
  let isStopping = false
  const { port, received } = await startReceiver(certificate, (response) => {
    if (isStopping) response.end()
    else held.push(response)
  })
  await subscribe(port)
  const ids = await orders(40)
  await expect.poll(() => held.length).toBe(16)
  isStopping = true
  child.kill(signal)
  if (signal === 'SIGTERM') await expect.poll(log).toContain('"Stopping"')
  for (const response of held) response.end()
  expect(await ended).toBe(status)
  expect(received.length).toBeGreaterThanOrEqual(16)
  if (signal === 'SIGKILL') expect(received.length).toBe(16)
  expect(log()).not.toContain('dropped')

  const next = await again()
  await expect.poll(() => received.length).toBe(40)
  expect(await next.stop()).toBe(0)
  expect(orderIds(received)).toEqual(ids.toSorted())
})

test('A hanging client or subscriber does not delay the stop, and aborted deliveries are logged', async () => {
  const { child, ended, log, address, key, subscribe, orders } = await serving([
    'tests/process/short-grace-server.ts',
    '3000',
  ])
  const silent = await startReceiver(certificate, () => {})
  const healthy = await startReceiver(certificate)
  const hanging = await subscribe(silent.port)
  await subscribe(healthy.port)
  const ids = await orders(30)
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
  expect(dropped.map(({ deliveries }) => deliveries).sort()).toEqual([1, 15])
  for (const line of dropped)
    expect(line).toMatchObject({
      webhook: hanging,
      event: 'order.created',
      reason: 'The service is stopping',
    })
})

test('A second signal ends the server immediately', async () => {
  const { child, ended, log, subscribe, orders } = await serving()
  const { port, received } = await startReceiver(certificate, () => {})
  await subscribe(port)
  await orders(1)
  await expect.poll(() => received.length).toBe(1)
  child.kill('SIGTERM')
  await expect.poll(log).toContain('"Stopping"')
  child.kill('SIGINT')
  expect(await ended).toBe(1)
})
