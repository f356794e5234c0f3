import type { ServerResponse } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Order } from '../../../generated/schemas.ts'
import { opensslSignature } from '../../../testkit/openssl-signature.ts'
import { startRawReceiver, writeForever } from '../../../testkit/raw-receiver.ts'
import { startReceiver } from '../../../testkit/receiver.ts'
import { newOrder } from '../../../testkit/request-bodies.ts'
import { type Certificate, makeCertificate } from '../../../testkit/tls.ts'
import { sendingServer } from '../../testing/sending-server.ts'
import { smallAccount } from '../../testing/small-account.ts'
import { testServer } from '../../testing/test-server.ts'
import { createDispatcher } from './dispatcher.ts'

let certificate: Certificate

beforeAll(() => {
  certificate = makeCertificate()
})

test('every subscriber receives the same bytes, signed with its own secret', async () => {
  const { subscribe, order, dispatcher } = await sendingServer({ certificate })
  const { port, received } = await startReceiver(certificate)
  const secrets = new Map<string, string>()
  for (const path of ['/1', '/2', '/3']) secrets.set(path, (await subscribe(port, path)).secret)
  await order()
  await dispatcher.settled()
  expect(received.map(({ path }) => path).toSorted()).toEqual([...secrets.keys()])
  expect(new Set(received.map(({ body }) => body.toString())).size).toBe(1)
  for (const { path, headers, body } of received)
    expect(headers['x-webhook-signature']).toBe(
      opensslSignature(secrets.get(path) ?? '', String(headers['x-webhook-timestamp']), body),
    )
})

test('an event is handled after the response to the request that caused it', async () => {
  const steps: string[] = []
  const server = await testServer({
    demo: false,
    deliverer: (parts) =>
      createDispatcher({
        ...parts,
        store: {
          ...parts.store,
          first: (...args) => parts.store.first(...args),
          write: (work) => {
            steps.push('deliveries are claimed')
            return parts.store.write(work)
          },
        },
        send: async () => {
          steps.push('sent')
          return 200
        },
      }),
    around: (app) => ({
      fetch: async (...args) => {
        const response = await app.fetch(...args)
        steps.push(`responded ${response.status}`)
        return response
      },
    }),
  })
  const account = smallAccount(server)
  await account.variant('T')
  const campaign = await account.campaign(['T'], { allowOutOfStockOrders: true })
  await server.post('/v1/webhooks', {
    url: 'https://hooks.example.com/',
    events: ['order.created', 'order.cancelled'],
  })
  steps.length = 0
  const { id } = Order.parse((await server.post('/v1/orders/create', newOrder(campaign, 'T'))).body)
  await expect.poll(() => steps).toEqual(['responded 201', 'deliveries are claimed', 'sent'])
  await server.post('/v1/orders/cancel', { orderId: id })
  await expect.poll(() => steps.slice(3)).toEqual(steps.slice(0, 3))
})

test('after a change of the URL, a delivery that has connected is sent to the new one', async () => {
  const connected: string[] = []
  const sent: string[] = []
  const change = Promise.withResolvers<() => Promise<unknown>>()
  const server = await testServer({
    demo: false,
    deliverer: (parts) =>
      createDispatcher({
        ...parts,
        send: async (url, sign) => {
          connected.push(url)
          if (connected.length === 1) await (await change.promise)()
          await sign()
          sent.push(url)
          return 200
        },
      }),
  })
  const account = smallAccount(server)
  await account.variant('T')
  const campaign = await account.campaign(['T'], { allowOutOfStockOrders: true })
  const events = ['order.created']
  const { body } = await server.post('/v1/webhooks', { url: 'https://old.example.com/', events })
  const { id } = z.looseObject({ id: z.string() }).parse(body)
  change.resolve(() => server.put(`/v1/webhooks/${id}`, { url: 'https://new.example.com/' }))
  await server.post('/v1/orders/create', newOrder(campaign, 'T'))
  await expect.poll(() => sent).toEqual(['https://new.example.com/'])
  expect(connected).toEqual(['https://old.example.com/', 'https://new.example.com/'])
})

test('a slow subscriber delays neither the API nor other subscribers', async () => {
  const { server, subscribe, order, dispatcher } = await sendingServer({ certificate })
  const waiting: ServerResponse[] = []
  const slow = await startReceiver(certificate, (response) => waiting.push(response))
  const quick = await startReceiver(certificate)
  await subscribe(slow.port)
  await subscribe(quick.port)
  for (let i = 0; i < 30; i++) await order()
  await expect.poll(() => quick.received.length).toBe(30)
  // The maximum number of concurrent deliveries to one subscriber.
  await expect.poll(() => waiting.length).toBe(16)
  const respondToAll = setInterval(() => {
    for (const response of waiting.splice(0)) response.end()
  }, 5)
  await dispatcher.settled()
  clearInterval(respondToAll)
  expect(slow.received.length).toBe(30)
  expect(server.log.filter((line) => line.includes('Deliveries failed'))).toEqual([])
})

test('a failing subscriber loses its own deliveries only', async () => {
  const { server, subscribe, order, dispatcher, dropped } = await sendingServer({
    certificate,
    milliseconds: 2000,
  })
  const http = (respond: (response: ServerResponse) => void) => startReceiver(certificate, respond)
  const elsewhere = await startReceiver(certificate)
  const failing = await http((response) => response.writeHead(500).end())
  const ports: [name: string, port: number, reason: unknown][] = [
    ['never responds', (await http(() => {})).port, 'No response within 2 seconds'],
    ['returns 500', failing.port, 500],
    [
      'resets the connection',
      (await startRawReceiver(certificate, (_, reset) => reset())).port,
      'Connection reset',
    ],
    [
      'redirects to a private address',
      (
        await http((response) =>
          response.writeHead(307, { Location: `https://127.0.0.1:${elsewhere.port}/` }).end(),
        )
      ).port,
      307,
    ],
    [
      'sends a gigabyte',
      (
        await startRawReceiver(certificate, (socket) => {
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n')
          writeForever(socket, Buffer.alloc(16_384))
        })
      ).port,
      undefined,
    ],
    [
      'does not speak HTTP',
      (await startRawReceiver(certificate, (socket) => socket.end('hello\n'))).port,
      'The response is not HTTP',
    ],
    [
      'switches protocols',
      (
        await startRawReceiver(certificate, (socket) =>
          socket.write('HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
        )
      ).port,
      101,
    ],
  ]
  const reasons = new Map<string, unknown>()
  for (const [name, port, reason] of ports) {
    const { id } = await subscribe(port, `/${encodeURIComponent(name)}`)
    if (reason !== undefined) reasons.set(id, reason)
  }
  const healthy = await startReceiver(certificate)
  await subscribe(healthy.port)

  for (let i = 0; i < 5; i++) await order()
  await expect.poll(() => healthy.received.length).toBe(5)
  await dispatcher.settled()

  const failures = dropped()
  expect(failures).toHaveLength(5 * reasons.size)
  for (const { webhook, event, why } of failures)
    expect([event, why]).toEqual(['order.created', reasons.get(webhook)])
  // The first of a kind at once, the others as a number.
  const lines = server.log.filter((line) => line.includes('Deliveries failed and are dropped'))
  expect(lines.length).toBeLessThan(failures.length)
  // One attempt each.
  expect(failing.received).toHaveLength(5)
  expect(elsewhere.received).toEqual([])
  expect(server.log.join('')).not.toMatch(/whsec_|sha256=/)
})

describe('a test', () => {
  test('returns the status of the response, or the error', async () => {
    const { subscribe, test } = await sendingServer({ certificate, milliseconds: 2000 })
    const { port } = await startRawReceiver(certificate, (socket, reset, path) => {
      if (path === '/reset') reset()
      else if (path !== '/silent')
        socket.end(`HTTP/1.1 ${path.slice(1)} X\r\nContent-Length: 0\r\n\r\n`)
    })
    const resultOf = async (path: string) => test((await subscribe(port, path)).id)
    const success = (statusCode: number) => ({ success: true, statusCode, error: null })
    const failure = (statusCode: number) => {
      return { success: false, statusCode, error: `The subscriber returned status ${statusCode}` }
    }
    const none = (error: string) => ({ success: false, statusCode: null, error })
    for (const status of [200, 204, 299])
      expect(await resultOf(`/${status}`)).toEqual(success(status))
    for (const status of [300, 302, 304, 400, 500, 503, 999])
      expect(await resultOf(`/${status}`)).toEqual(failure(status))
    expect(await resultOf('/099')).toEqual(none('The response is not HTTP'))
    expect(await resultOf('/reset')).toEqual(none('Connection reset'))
    expect(await resultOf('/silent')).toEqual(none('No response within 2 seconds'))
  })

  test('ends when the service stops', async () => {
    const { subscribe, test, dispatcher } = await sendingServer({ certificate })
    const { port, received } = await startReceiver(certificate, () => {})
    const { id } = await subscribe(port)
    const result = test(id)
    await expect.poll(() => received.length).toBe(1)
    dispatcher.giveUp()
    const stopping = { success: false, statusCode: null, error: 'The service is stopping' }
    expect(await result).toEqual(stopping)
    // A later one is not begun.
    expect(await test(id)).toEqual(stopping)
    expect(received).toHaveLength(1)
  })

  test('does not wait for deliveries, and concurrent tests are limited', async () => {
    const { subscribe, test, order } = await sendingServer({
      certificate,
      limits: { perSubscription: 1, tests: 1 },
    })
    const waiting: ServerResponse[] = []
    const { port } = await startReceiver(certificate, (response, { path, headers }) => {
      if (path === '/1' && headers['x-webhook-event'] === 'webhook.test') response.end()
      else waiting.push(response)
    })
    const { id } = await subscribe(port, '/1')
    for (let i = 0; i < 3; i++) await order()
    await expect.poll(() => waiting.length).toBe(1)
    expect(await test(id)).toMatchObject({ success: true })

    const silent = test((await subscribe(port, '/2', ['invite.viewed'])).id)
    await expect.poll(() => waiting.length).toBe(2)
    expect(await test(id)).toEqual({
      success: false,
      statusCode: null,
      error: 'Too many tests are in progress. Try again later.',
    })
    const respondToAll = setInterval(() => {
      for (const response of waiting.splice(0)) response.end()
    }, 5)
    expect(await silent).toMatchObject({ success: true })
    clearInterval(respondToAll)
    expect(await test(id)).toMatchObject({ success: true })
  })
})
