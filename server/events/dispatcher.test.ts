import type { ServerResponse } from 'node:http'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { webhookExamples } from '../../generated/webhook-examples.ts'
import { opensslSignature } from '../../testkit/openssl-signature.ts'
import { startRawReceiver } from '../../testkit/raw-receiver.ts'
import { type Received, startReceiver } from '../../testkit/receiver.ts'
import { newOrder } from '../../testkit/request-bodies.ts'
import { type Certificate, makeCertificate } from '../../testkit/tls.ts'
import { toId } from '../domain/ids.ts'
import { type LastDelivery, listLastDeliveries } from '../store/webhooks.ts'
import { sendingServer } from '../testing/sending-server.ts'
import { smallAccount } from '../testing/small-account.ts'
import { testServer } from '../testing/test-server.ts'
import { DeliveryError, sign } from './delivery.ts'
import { createDispatcher, type Dispatcher, readCurrent } from './dispatcher.ts'
import { SealError } from './sealed-secret.ts'

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

test('a failing subscriber loses its own deliveries only', async () => {
  const { server, subscribe, order, dispatcher, dropped } = await sendingServer({
    certificate,
    milliseconds: 2000,
  })
  const http = (respond: (response: ServerResponse) => void) => startReceiver(certificate, respond)
  const elsewhere = await startReceiver(certificate)
  const failing = await http((response) => response.writeHead(500).end())
  const silent = await http(() => {})
  const redirecting = await http((response) =>
    response.writeHead(307, { Location: `https://127.0.0.1:${elsewhere.port}/` }).end(),
  )
  const reasons = new Map<string, unknown>()
  for (const [{ port }, reason] of [
    [silent, 'No response within 2 seconds'],
    [failing, 500],
    [redirecting, 307],
  ] as const)
    reasons.set((await subscribe(port)).id, reason)
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

const isSignedWith = (secret: string, { headers, body }: Received): boolean =>
  headers['x-webhook-signature'] ===
  sign(secret, String(headers['x-webhook-timestamp']), body.toString())

/** Returns a subscriber with one delivery in progress and four queued. */
const withBacklog = async () => {
  const sender = await sendingServer({ certificate, limits: { perSubscription: 1 } })
  const held: ServerResponse[] = []
  let isHolding = true
  const receiver = await startReceiver(certificate, (response) => {
    if (isHolding) held.push(response)
    else response.end()
  })
  const subscription = await sender.subscribe(receiver.port)
  for (let i = 0; i < 5; i++) await sender.order()
  await expect.poll(() => held.length).toBe(1)
  const release = async () => {
    isHolding = false
    for (const response of held.splice(0)) response.end()
    await sender.dispatcher.settled()
  }
  const skipped = () => sender.server.log.filter((line) => line.includes('A delivery is skipped'))
  return {
    ...sender,
    ...receiver,
    id: subscription.id,
    secret: subscription.secret,
    release,
    skipped,
  }
}

describe('a queued delivery', () => {
  test('is signed with the new secret after a rotation', async () => {
    const { id, secret, rotate, release, received } = await withBacklog()
    const fresh = await rotate(id)
    await release()
    expect(received).toHaveLength(5)
    const [first, ...rest] = received
    expect(first && isSignedWith(secret, first)).toBe(true)
    for (const each of rest) {
      expect(isSignedWith(fresh, each)).toBe(true)
      expect(isSignedWith(secret, each)).toBe(false)
    }
  })

  test('is skipped after the subscription is deleted', async () => {
    const { server, id, release, received, skipped, dropped } = await withBacklog()
    await server.request({ method: 'DELETE', path: `/v1/webhooks/${id}` })
    await release()
    expect([received.length, skipped().length, dropped()]).toEqual([1, 4, []])
  })

  test.each([
    ['deactivated', { active: false }],
    ['changed to other events', { events: ['order.shipped'] }],
  ])('is skipped after the subscription is %s', async (_, change) => {
    const { server, id, release, received, skipped, dropped } = await withBacklog()
    await server.put(`/v1/webhooks/${id}`, change)
    await release()
    expect([received.length, skipped().length, dropped()]).toEqual([1, 4, []])
  })
})

test('a connection from before a rotation sends no delivery signed with the old secret', async () => {
  const { server, subscribe, order, rotate, dispatcher } = await sendingServer({ certificate })
  const { port, received, connections, holdHandshakes } = await startReceiver(certificate)
  const { id } = await subscribe(port)
  const continueHandshakes = holdHandshakes()
  await order()
  await expect.poll(connections).toBe(1)
  const fresh = await rotate(id)
  continueHandshakes()
  await dispatcher.settled()
  expect(received.map((each) => isSignedWith(fresh, each))).toEqual([true])
  expect(server.log.join('')).not.toMatch(/whsec_|sha256=/)
})

test('a test delivery whose subscription is deleted meanwhile is not sent, and says so', async () => {
  const { server, subscribe, test: sendTest } = await sendingServer({ certificate })
  const { port, received, connections, holdHandshakes } = await startReceiver(certificate)
  const { id } = await subscribe(port)
  const continueHandshakes = holdHandshakes()
  const sent = sendTest(id)
  await expect.poll(connections).toBe(1)
  await server.request({ method: 'DELETE', path: `/v1/webhooks/${id}` })
  continueHandshakes()
  expect(await sent).toEqual({
    ...{ success: false, statusCode: null, error: 'The subscription was deleted' },
  })
  expect(received).toEqual([])
})

const event = webhookExamples['invite.viewed']

/** Starts a server with one subscription whose deliveries have the results of `next`. */
const setUp = async () => {
  const made: { dispatcher?: Dispatcher } = {}
  let next: number | Error = 200
  const server = await testServer({
    demo: false,
    deliverer: (parts) => {
      made.dispatcher = createDispatcher({
        ...parts,
        send: async (_, sign) => {
          await sign()
          if (typeof next === 'number') return next
          throw next
        },
      })
      return made.dispatcher
    },
  })
  const { dispatcher } = made
  if (!dispatcher) throw new Error('The server created no dispatcher')
  const body = { url: 'https://hooks.example.com/', events: [event.event] }
  await server.post('/v1/webhooks', body)
  const [row] = await server.database.query('select id from webhooks')
  const id = toId('whk', String(row?.id))
  const last = async (store = server.store) =>
    (await listLastDeliveries(store, server.account)).get(id)
  /** Delivers an event. Returns the stored result. */
  const deliver = async (result: number | Error) => {
    next = result
    server.time.now += 1000
    dispatcher.publish(server.account, event)
    await dispatcher.settled()
    return last()
  }
  const respond = (result: number | Error) => {
    next = result
  }
  return { server, dispatcher, id, last, deliver, respond }
}

test('the result of the last delivery is stored, whatever it is', async () => {
  const { server, id, last, deliver, dispatcher } = await setUp()
  expect(await last()).toBeUndefined()
  const at = () => server.time.now
  const result = (of: Partial<LastDelivery>) => ({
    event: 'invite.viewed',
    at: at(),
    statusCode: null,
    error: null,
    ...of,
  })
  expect(await deliver(204)).toEqual(result({ statusCode: 204 }))
  expect(await deliver(500)).toEqual(result({ statusCode: 500 }))
  const refused = new DeliveryError('Connection refused')
  expect(await deliver(refused)).toEqual(result({ error: 'Connection refused' }))
  const sealed = new SealError('WEBHOOK_SECRET_KEY is another')
  expect(await deliver(sealed)).toEqual(result({ error: 'The signing secret cannot be read' }))

  await deliver(503)
  const beforeTest = at()
  server.time.now += 1000
  await server.post(`/v1/webhooks/${id}/test`)
  expect((await last())?.at).toBe(beforeTest)
  await dispatcher.settled()
  expect(await last()).toEqual(result({ event: 'webhook.test', statusCode: 503 }))

  // Another process, later.
  const other = await server.database.open()
  expect(await last(other)).toEqual(result({ event: 'webhook.test', statusCode: 503 }))
  await other.close()
})

test.each(['settled', 'close'] as const)(
  'once a dispatcher has %s, the last result is stored and each failure is logged',
  async (end) => {
    const { server, dispatcher, last, respond } = await setUp()
    respond(500)
    for (let i = 0; i < 3; i++) dispatcher.publish(server.account, event)
    await dispatcher[end]()
    expect(await last()).toMatchObject({ statusCode: 500 })
    const logged = server.log.map((line) => JSON.parse(line))
    const failures = logged.filter(({ msg }) => msg === 'Deliveries failed and are dropped')
    expect(failures.map(({ deliveries }) => deliveries)).toEqual([1, 2])
  },
)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
})

/** Reads for these times, one after another, while states settle in 200 ms. Returns the number of the read. */
const readFor = (milliseconds: readonly number[], settleMilliseconds = 200) => {
  let reads = 0
  return readCurrent({ settleMilliseconds }, async () => {
    await null
    vi.advanceTimersByTime(milliseconds[reads++] ?? 0)
    return reads
  })
}

test('a read that takes half the time to settle is repeated', async () => {
  vi.advanceTimersByTime(5000)
  expect(await readFor([99])).toBe(1)
  expect(await readFor([100, 500, 99])).toBe(3)
  expect(await readFor([100], 0)).toBe(1)
})

test('after twenty slow reads, the database is too slow', async () => {
  expect(await readFor(Array(19).fill(100))).toBe(20)
  await expect(readFor(Array(20).fill(100))).rejects.toThrow('The database is too slow.')
})
