import type { ServerResponse } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { Order } from '../../../generated/schemas.ts'
import { opensslSignature } from '../../../testkit/openssl-signature.ts'
import { startRawReceiver, writeForever } from '../../../testkit/raw-receiver.ts'
import { startReceiver } from '../../../testkit/receiver.ts'
import { newOrder } from '../../../testkit/request-bodies.ts'
import { type Certificate, makeCertificate } from '../../../testkit/tls.ts'
import { sendingServer } from '../../testing/sending-server.ts'
import { smallAccount } from '../../testing/small-account.ts'
import { testServer } from '../../testing/test-server.ts'
import { unshippedEvent } from '../payloads/payload.ts'
import { createDispatcher } from './dispatcher.ts'

let certificate: Certificate

beforeAll(() => {
  certificate = makeCertificate()
})

test('an order reaches every subscriber, each with its own signature over the same bytes', async () => {
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

test('nothing is done for an event before the call that caused it has been answered', async () => {
  const happened: string[] = []
  const server = await testServer({
    demo: false,
    deliverer: (parts) =>
      createDispatcher({
        ...parts,
        store: {
          ...parts.store,
          all: (...args) => {
            happened.push('subscribers are read')
            return parts.store.all(...args)
          },
          first: (...args) => parts.store.first(...args),
        },
        send: async () => {
          happened.push('sent')
          return 200
        },
      }),
    around: (app) => ({
      fetch: async (...args) => {
        const answer = await app.fetch(...args)
        happened.push(`answered ${answer.status}`)
        return answer
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
  happened.length = 0
  const { id } = Order.parse((await server.post('/v1/orders/create', newOrder(campaign, 'T'))).body)
  await expect.poll(() => happened).toEqual(['answered 201', 'subscribers are read', 'sent'])
  await server.post('/v1/orders/cancel', { orderId: id })
  await expect.poll(() => happened.slice(3)).toEqual(happened.slice(0, 3))
})

test('a subscriber that stands still holds up neither the API nor the others', async () => {
  const { server, subscribe, order, dispatcher } = await sendingServer({ certificate })
  const waiting: ServerResponse[] = []
  const slow = await startReceiver(certificate, (response) => waiting.push(response))
  const quick = await startReceiver(certificate)
  await subscribe(slow.port)
  await subscribe(quick.port)
  for (let i = 0; i < 30; i++) await order()
  await expect.poll(() => quick.received.length).toBe(30)
  // Those that are under way at once are bounded.
  await expect.poll(() => waiting.length).toBe(16)
  const answerAll = setInterval(() => {
    for (const response of waiting.splice(0)) response.end()
  }, 5)
  await dispatcher.settled()
  clearInterval(answerAll)
  expect(slow.received.length).toBe(30)
  expect(server.log.filter((line) => line.includes('a delivery failed'))).toEqual([])
})

test('each that misbehaves costs its own delivery and nothing else', async () => {
  const { server, subscribe, order, dispatcher, dropped } = await sendingServer({
    certificate,
    milliseconds: 2000,
  })
  const http = (answer: (response: ServerResponse) => void) => startReceiver(certificate, answer)
  const elsewhere = await startReceiver(certificate)
  const failing = await http((response) => response.writeHead(500).end())
  const ports: [what: string, port: number, why: unknown][] = [
    ['never answers', (await http(() => {})).port, 'No response within 2 seconds'],
    ['answers 500', failing.port, 500],
    [
      'resets',
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
      'is no HTTP',
      (await startRawReceiver(certificate, (socket) => socket.end('hello\n'))).port,
      'The response is not HTTP',
    ],
    [
      'changes the protocol',
      (
        await startRawReceiver(certificate, (socket) =>
          socket.write('HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
        )
      ).port,
      101,
    ],
  ]
  const whys = new Map<string, unknown>()
  for (const [what, port, why] of ports) {
    const { id } = await subscribe(port, `/${encodeURIComponent(what)}`)
    if (why !== undefined) whys.set(id, why)
  }
  const healthy = await startReceiver(certificate)
  await subscribe(healthy.port)

  for (let i = 0; i < 5; i++) await order()
  await expect.poll(() => healthy.received.length).toBe(5)
  await dispatcher.settled()

  const failures = dropped()
  expect(failures).toHaveLength(5 * whys.size)
  for (const { webhook, event, why } of failures)
    expect([event, why]).toEqual(['order.created', whys.get(webhook)])
  // One attempt each.
  expect(failing.received).toHaveLength(5)
  expect(elsewhere.received).toEqual([])
  expect(server.log.join('')).not.toMatch(/whsec_|sha256=/)
})

test('what cannot wait is dropped and logged, one line each; what waits is delivered', async () => {
  const { subscribe, publish, dispatcher, dropped, order } = await sendingServer({
    certificate,
    limits: { inLane: 2, bytes: 40_000 },
  })
  const waiting: ServerResponse[] = []
  const slow = await startReceiver(certificate, (response) => waiting.push(response))
  const quick = await startReceiver(certificate)
  const { id } = await subscribe(slow.port, '/', ['order.cancelled'])
  await subscribe(quick.port)
  const event = unshippedEvent('order.cancelled', await order())
  for (let i = 0; i < 1000; i++) publish(event)
  await expect.poll(() => dropped().length).toBeGreaterThan(0)
  const lost = dropped()
  expect(new Set(lost.map((each) => JSON.stringify(each)))).toEqual(
    new Set([
      JSON.stringify({ webhook: id, event: 'order.cancelled', why: 'Too much waits already' }),
    ]),
  )
  // One lane is full; another is not.
  await order()
  await expect.poll(() => quick.received.length).toBe(2)
  const answerAll = setInterval(() => {
    for (const response of waiting.splice(0)) response.end()
  }, 1)
  await dispatcher.settled()
  clearInterval(answerAll)
  expect(slow.received.length + lost.length).toBe(1000)
  expect(slow.received.length).toBeLessThan(60)
})

test('who brings an event hears when every subscriber was told or could not be', async () => {
  const { subscribe, order, dispatcher, server, dropped } = await sendingServer({ certificate })
  const held: ServerResponse[] = []
  const slow = await startReceiver(certificate, (response) => held.push(response))
  const failing = await startRawReceiver(certificate, (_, reset) => reset())
  const event = unshippedEvent('order.cancelled', await order())
  await dispatcher.bring(server.account, event)

  for (const { port } of [slow, failing]) await subscribe(port, '/', ['order.cancelled'])
  let isTold = false
  const bringing = dispatcher.bring(server.account, event).then(() => {
    isTold = true
  })
  await expect.poll(() => [held.length, dropped().length]).toEqual([1, 1])
  expect(isTold).toBe(false)
  for (const response of held) response.end()
  await bringing

  const last = dispatcher.bring(server.account, event)
  await expect.poll(() => held.length).toBe(2)
  dispatcher.giveUp()
  await last
  await dispatcher.bring(server.account, event)
  await dispatcher.settled()
  expect(slow.received).toHaveLength(2)
})

describe('a test', () => {
  test('says what the subscriber answered', async () => {
    const { subscribe, test } = await sendingServer({ certificate, milliseconds: 2000 })
    const { port } = await startRawReceiver(certificate, (socket, reset, path) => {
      if (path === '/reset') reset()
      else if (path !== '/silent')
        socket.end(`HTTP/1.1 ${path.slice(1)} X\r\nContent-Length: 0\r\n\r\n`)
    })
    const said = async (path: string) => test((await subscribe(port, path)).id)
    const success = (statusCode: number) => ({ success: true, statusCode, error: null })
    const failure = (statusCode: number) => {
      return { success: false, statusCode, error: `The subscriber answered ${statusCode}` }
    }
    const none = (error: string) => ({ success: false, statusCode: null, error })
    for (const status of [200, 204, 299]) expect(await said(`/${status}`)).toEqual(success(status))
    for (const status of [300, 302, 304, 400, 500, 503, 999])
      expect(await said(`/${status}`)).toEqual(failure(status))
    expect(await said('/099')).toEqual(none('The response is not HTTP'))
    expect(await said('/reset')).toEqual(none('Connection reset'))
    expect(await said('/silent')).toEqual(none('No response within 2 seconds'))
  })

  test('waits for no delivery, but only so many are under way', async () => {
    const { subscribe, test, order } = await sendingServer({
      certificate,
      limits: { inLane: 1, tests: 1 },
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
      error: 'Too many tests are under way',
    })
    const answerAll = setInterval(() => {
      for (const response of waiting.splice(0)) response.end()
    }, 5)
    expect(await silent).toMatchObject({ success: true })
    clearInterval(answerAll)
    expect(await test(id)).toMatchObject({ success: true })
  })
})
