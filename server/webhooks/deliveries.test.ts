import type { ServerResponse } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { OrderCreatedEvent } from '../../generated/schemas.ts'
import { startReceiver } from '../testing/receiver.ts'
import { newOrder } from '../testing/shapes.ts'
import { smallAccount } from '../testing/small-account.ts'
import { testServer } from '../testing/test-server.ts'
import { makeCertificate, tlsHost } from '../testing/tls.ts'
import { createDispatcher, type Dispatcher } from './dispatcher.ts'
import { createSend } from './egress.ts'
import { readNetworks } from './public-address.ts'
import { sign } from './signature.ts'

let certificate: { key: string; cert: string }

beforeAll(() => {
  certificate = makeCertificate()
})

/** A server whose deliveries really leave it, for subscribers on this machine. */
const sending = async (milliseconds = 5000) => {
  const made: { dispatcher?: Dispatcher } = {}
  const server = await testServer({
    demo: false,
    deliverer: (parts) => {
      made.dispatcher = createDispatcher({
        ...parts,
        send: createSend({
          allowed: readNetworks(['127.0.0.0/8']),
          lookup: (_host, _options, callback) =>
            callback(null, [{ address: '127.0.0.1', family: 4 }]),
          ca: certificate.cert,
          milliseconds,
        }),
      })
      return made.dispatcher
    },
  })
  const account = smallAccount(server)
  await account.variant('T')
  const campaign = await account.campaign(['T'])
  await account.warehouse({ T: 10_000 })
  const subscribe = async (port: number, path = '/') => {
    const url = `https://${tlsHost}:${port}${path}`
    const answer = await server.post('/v1/webhooks', { url, events: ['order.created'] })
    return z.looseObject({ id: z.string(), secret: z.string() }).parse(answer.body)
  }
  const order = async () => (await server.post('/v1/orders/create', newOrder(campaign, 'T'))).status
  const settled = async () => made.dispatcher?.settled()
  return { server, subscribe, order, settled }
}

test('an order reaches every subscriber, each with its own signature over the same bytes', async () => {
  const { subscribe, order, settled } = await sending()
  const { port, received } = await startReceiver(certificate)
  const [first, second] = [await subscribe(port, '/first'), await subscribe(port, '/second')]
  expect(await order()).toBe(201)
  await settled()
  expect(received.map(({ path }) => path).toSorted()).toEqual(['/first', '/second'])
  for (const { path, headers, body } of received) {
    const { secret } = path === '/first' ? first : second
    const timestamp = String(headers['x-webhook-timestamp'])
    expect(headers['x-webhook-signature']).toBe(sign(secret, timestamp, body.toString()))
    OrderCreatedEvent.parse(JSON.parse(body.toString()))
  }
})

test('a subscriber that stands still holds up neither the API nor the others', async () => {
  const { server, subscribe, order, settled } = await sending()
  const waiting: ServerResponse[] = []
  const slow = await startReceiver(certificate, (response) => waiting.push(response))
  const quick = await startReceiver(certificate)
  await subscribe(slow.port)
  await subscribe(quick.port)
  for (let i = 0; i < 30; i++) expect(await order()).toBe(201)
  await expect.poll(() => quick.received.length).toBe(30)
  // Those that are under way at once are bounded.
  await expect.poll(() => waiting.length).toBe(16)
  const answerAll = setInterval(() => {
    for (const response of waiting.splice(0)) response.end()
  }, 5)
  await settled()
  clearInterval(answerAll)
  expect(slow.received.length).toBe(30)
  expect(server.log.filter((line) => line.includes('a delivery failed'))).toEqual([])
})

test('what fails is logged with event, subscription and reason, once, and dropped', async () => {
  const { server, subscribe, order, settled } = await sending(3000)
  const broken = await startReceiver(certificate, (response) => response.writeHead(500).end())
  const silent = await startReceiver(certificate, () => {})
  const ids = [await subscribe(broken.port), await subscribe(silent.port)].map(({ id }) => id)
  await order()
  await settled()
  const failures = server.log
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'a delivery failed and is dropped')
  expect(
    failures.map(({ webhook, event, status, reason }) => ({ webhook, event, status, reason })),
  ).toEqual([
    { webhook: ids[0], event: 'order.created', status: 500, reason: undefined },
    {
      webhook: ids[1],
      event: 'order.created',
      status: undefined,
      reason: 'No answer within 3 seconds',
    },
  ])
  expect(broken.received).toHaveLength(1)
  expect(server.log.join('')).not.toContain('whsec_')
})

test('a test says what the subscriber answered', async () => {
  const { server, subscribe } = await sending(3000)
  const { port } = await startReceiver(certificate, (response, { path }) =>
    path === '/silent' ? undefined : response.writeHead(path === '/ok' ? 204 : 503).end(),
  )
  const result = async (path: string) => {
    const { id } = await subscribe(port, path)
    return (await server.post(`/v1/webhooks/${id}/test`)).body
  }
  expect(await result('/ok')).toEqual({ success: true, statusCode: 204, error: null })
  expect(await result('/no')).toEqual({
    success: false,
    statusCode: 503,
    error: 'The subscriber answered 503',
  })
  expect(await result('/silent')).toEqual({
    success: false,
    statusCode: null,
    error: 'No answer within 3 seconds',
  })
})
