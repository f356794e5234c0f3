import { connect } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { startReceiver } from '../kit/receiver.ts'
import { makeCertificate } from '../kit/tls.ts'
import { seededFile, startServer, startShop } from './server-process.ts'

test('A stop ends although another process locks the database, and is reported as failed', async () => {
  const { key, databaseFile } = await seededFile()
  const server = await startServer({ databaseFile, key })
  await server.request({ path: '/v1/auth', key })
  const other = new DatabaseSync(databaseFile)
  onTestFinished(() => other.close())
  other.exec('begin immediate')
  expect(await server.stop()).toBe(1)
})

test('A hanging client or subscriber does not delay the stop, and aborted deliveries are logged', async () => {
  const certificate = makeCertificate()
  const { child, ended, log, address, key, subscribe, order } = await startShop(certificate)
  const silent = await startReceiver(certificate, () => {})
  const healthy = await startReceiver(certificate)
  const { id: hanging } = await subscribe(silent.port)
  await subscribe(healthy.port)
  const orders = await Promise.all(Array.from({ length: 30 }, order))
  const ids = orders.map(({ id }) => id)
  const { port, hostname } = new URL(address)
  const client = connect(Number(port), hostname)
  onTestFinished(() => void client.destroy())
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

function orderIds(received: readonly { body: Buffer }[]): string[] {
  return received.map(({ body }) => JSON.parse(body.toString()).data.orderId).toSorted()
}
