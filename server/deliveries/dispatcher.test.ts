import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { webhookExamples } from '../../generated/webhook-examples.ts'
import { WebhookSubscriptionWithSecret } from '../../generated/zod/schemas.ts'
import { type Received, startReceiver } from '../../tests/kit/receiver.ts'
import { sendingServer, serverWithDispatcher } from '../../tests/kit/server/sending-server.ts'
import { makeCertificate } from '../../tests/kit/tls.ts'
import { toId } from '../domain/ids.ts'
import { sign } from '../domain/webhook-signature.ts'
import { type Attempt, listLastAttempts } from '../store/webhooks/attempts.ts'
import { DeliveryError, type SubscriberResponse } from './attempt-delivery.ts'
import { SealError } from './sealed-secret.ts'

const certificate = makeCertificate()

test('after a change of the URL, a delivery that has connected is sent to the new one', async () => {
  const connected: string[] = []
  const sent: string[] = []
  const change = Promise.withResolvers<() => Promise<unknown>>()
  const { server, subscribe, order } = await serverWithDispatcher(() => ({
    send: async (url, sign) => {
      connected.push(url)
      if (connected.length === 1) await (await change.promise)()
      await sign()
      sent.push(url)
      return { status: 200, text: '' }
    },
  }))
  const { id } = await subscribe('https://old.example.com/')
  change.resolve(() => server.put(`/v1/webhooks/${id}`, { url: 'https://new.example.com/' }))
  await order()
  await expect.poll(() => sent).toEqual(['https://new.example.com/'])
  expect(connected).toEqual(['https://old.example.com/', 'https://new.example.com/'])
})

test('a failing subscriber loses its own deliveries only', async () => {
  const { server, subscribe, order, dispatcher, dropped } = await sendingServer({
    certificate,
    milliseconds: 3000,
  })
  const http = (respond: (response: ServerResponse) => void) => startReceiver(certificate, respond)
  const failing = await http((response) => response.writeHead(500).end())
  const silent = await http(() => {})
  const reasons = new Map<string, unknown>()
  for (const [{ port }, reason] of [
    [silent, 'No response within 3 seconds'],
    [failing, 500],
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
  // Once a second, as a number.
  const lines = server.log.filter((line) => line.includes('Deliveries failed and are dropped'))
  expect(lines.length).toBeLessThan(failures.length)
  expect(failing.received).toHaveLength(5)
  expect(server.log.join('')).not.toMatch(/whsec_|sha256=/)
})

describe('a test', () => {
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
      limits: { perSubscription: 1, sentNow: 1 },
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

test('an account with silent endpoints leaves places for the tests of others', async () => {
  const silence = Promise.withResolvers<SubscriberResponse>()
  const isSilent = (url: string) => url.includes('silent')
  const { server, subscribe, test } = await serverWithDispatcher(() => ({
    send: (url) => (isSilent(url) ? silence.promise : Promise.resolve({ status: 200, text: '' })),
    limits: { sentNow: 8 },
  }))
  const silent = (await subscribe('https://silent.example.com/')).id
  const results: unknown[] = []
  const tests = Array.from({ length: 12 }, async () => results.push(await test(silent)))
  const rejected = { success: false, error: expect.stringContaining('Too many tests') }
  await expect.poll(() => results).toEqual(Array(8).fill(expect.objectContaining(rejected)))
  const { key } = await server.another()
  const ask = async (path: string, json?: unknown) =>
    (await server.request({ method: 'POST', path, json, key })).body
  const other = WebhookSubscriptionWithSecret.parse(
    await ask('/v1/webhooks', { url: 'https://other.example.com/', events: ['order.created'] }),
  )
  expect(await ask(`/v1/webhooks/${other.id}/test`)).toMatchObject({ success: true })
  silence.resolve({ status: 200, text: '' })
  await Promise.all(tests)
  expect(results.slice(8)).toEqual(Array(4).fill(expect.objectContaining({ success: true })))
})

const isSignedWith = (secret: string, { headers, body }: Received): boolean =>
  headers['x-webhook-signature'] ===
  sign(secret, String(headers['x-webhook-timestamp']), body.toString())

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
    success: false,
    statusCode: null,
    error: 'The subscription was deleted',
  })
  expect(received).toEqual([])
})

const event = webhookExamples['invite.viewed']

/** Starts a server with one subscription whose deliveries have the results of `next`. */
const setUp = async () => {
  let next: number | Error = 200
  const { server, dispatcher, subscribe, publish } = await serverWithDispatcher(() => ({
    send: async (_, sign) => {
      await sign()
      if (typeof next === 'number') return { status: next, text: 'The subscriber’s text' }
      throw next
    },
  }))
  const id = toId('whk', (await subscribe(undefined, [event.event])).id)
  const last = async (store = server.store) =>
    (await listLastAttempts(store, server.account)).get(id)
  /** Delivers an event. Returns the stored result. */
  const deliver = async (result: number | Error) => {
    next = result
    server.time.now += 1000
    await publish(event)
    await dispatcher.settled()
    return last()
  }
  return { server, dispatcher, id, last, deliver }
}

test('the result of each delivery is stored, whatever it is', async () => {
  const { server, id, last, deliver } = await setUp()
  expect(await last()).toBeUndefined()
  const at = () => server.time.now
  const result = (of: Partial<Attempt>) =>
    expect.objectContaining({
      event: 'invite.viewed',
      subject: event.data.inviteId,
      at: at(),
      milliseconds: expect.any(Number),
      statusCode: null,
      error: null,
      response: of.statusCode ? 'The subscriber’s text' : '',
      ...of,
    })
  expect(await deliver(204)).toEqual(result({ statusCode: 204 }))
  expect(await deliver(500)).toEqual(result({ statusCode: 500 }))
  const refused = new DeliveryError('Connection refused')
  expect(await deliver(refused)).toEqual(result({ error: 'Connection refused' }))
  const sealed = new SealError('WEBHOOK_SECRET_KEY is another')
  expect(await deliver(sealed)).toEqual(result({ error: 'The signing secret cannot be read' }))

  await deliver(503)
  server.time.now += 1000
  await server.post(`/v1/webhooks/${id}/test`)
  expect(await last()).toEqual(result({ event: 'webhook.test', subject: '', statusCode: 503 }))

  const other = await server.database.open()
  expect(await last(other)).toEqual(result({ event: 'webhook.test', subject: '', statusCode: 503 }))
  await other.close()
})
