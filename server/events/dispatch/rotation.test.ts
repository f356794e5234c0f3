import type { ServerResponse } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { webhookExamples } from '../../../generated/webhook-examples.ts'
import { type Received, startReceiver } from '../../../testkit/receiver.ts'
import { type Certificate, makeCertificate } from '../../../testkit/tls.ts'
import { sendingServer } from '../../testing/sending-server.ts'
import { sign } from './signature.ts'

let certificate: Certificate

beforeAll(() => {
  certificate = makeCertificate()
})

const event = webhookExamples['invite.viewed']

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

  test('is sent to the new URL after the URL changes', async () => {
    const { server, id, release, received, port } = await withBacklog()
    await server.put(`/v1/webhooks/${id}`, { url: `https://hooks.test:${port}/moved` })
    await release()
    expect(received.map(({ path }) => path)).toEqual(['/', ...Array(4).fill('/moved')])
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

test('a test delivery that has connected to the former URL is sent to the new one', async () => {
  const { server, subscribe, test: sendTest } = await sendingServer({ certificate })
  const { port, received, connections, holdHandshakes } = await startReceiver(certificate)
  const { id } = await subscribe(port, '/former')
  const continueHandshakes = holdHandshakes()
  const sent = sendTest(id)
  await expect.poll(connections).toBe(1)
  await server.put(`/v1/webhooks/${id}`, { url: `https://hooks.test:${port}/moved` })
  continueHandshakes()
  expect(await sent).toMatchObject({ success: true })
  expect(received.map(({ path }) => path)).toEqual(['/moved'])
})

test('under load, deliveries after the response to a rotation are signed with the new secret', async () => {
  const { subscribe, publish, rotate, dispatcher, dropped } = await sendingServer({ certificate })
  /** The accepted secrets. Empty while a rotation is in progress. */
  let valid: string[] = []
  const wrong: Received[] = []
  const { port, received } = await startReceiver(certificate, (response, one) => {
    if (!valid.some((secret) => isSignedWith(secret, one))) wrong.push(one)
    response.end()
  })
  const { id, secret } = await subscribe(port, '/', ['invite.viewed'])
  valid = [secret]
  for (let round = 1; round <= 2; round++) {
    for (let i = 0; i < 60; i++) publish(event)
    await expect.poll(() => received.length, { interval: 1 }).toBeGreaterThan(round * 60 - 50)
    const rotating = rotate(id)
    const old = valid
    valid = []
    // Deliveries sent before the response may arrive after it. Until then, both secrets are accepted.
    const early = wrong.length
    const fresh = await rotating
    const between = wrong.splice(early)
    expect(between.every((one) => [...old, fresh].some((each) => isSignedWith(each, one)))).toBe(
      true,
    )
    valid = [fresh]
    await dispatcher.settled()
    expect(received).toHaveLength(round * 60)
  }
  expect(wrong).toEqual([])
  expect(dropped()).toEqual([])
})
