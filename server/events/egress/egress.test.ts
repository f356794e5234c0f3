import { getEventListeners } from 'node:events'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { opensslSignature } from '../../../testkit/openssl-signature.ts'
import { startReceiver } from '../../../testkit/receiver.ts'
import { type Certificate, makeCertificate, tlsHost } from '../../../testkit/tls.ts'
import { resolveAllTo } from '../../testing/resolve-all-to.ts'
import { makeDelivery } from '../dispatch/delivery.ts'
import { createSend, lookupOf } from './egress.ts'
import { readNetworks } from './public-address.ts'

let certificate: Certificate

beforeAll(() => {
  certificate = makeCertificate()
})

const secret = 'whsec_test'
const body = JSON.stringify({ event: 'order.created', data: { name: 'Zoë 😀' } })
const sign = async () => makeDelivery({ url: '', secret }, 'order.created', body, 1_790_000_000_500)
const here = (port: number, path = '/hook', host = tlsHost) => `https://${host}:${port}${path}`

/** Brings deliveries to this machine, as a developer may. */
const sendHere = (milliseconds = 5000) =>
  createSend({
    allowed: readNetworks(['127.0.0.0/8', '::1/128']),
    lookup: resolveAllTo('127.0.0.1'),
    ca: certificate.cert,
    milliseconds,
  })

test('a delivery has its four headers and a signature of the bytes sent', async () => {
  const { port, received } = await startReceiver(certificate)
  expect(await sendHere()(here(port, '/hook?x=1&y=%7E'), sign)).toBe(200)
  const [one] = received
  if (!one) throw new Error('nothing was received')
  expect(one.path).toBe('/hook?x=1&y=%7E')
  expect(one.body.toString()).toBe(body)
  expect(one.rawHeaders).toEqual([
    ...['Host', `${tlsHost}:${port}`],
    ...['Content-Type', 'application/json'],
    ...['X-Webhook-Signature', opensslSignature(secret, '1790000000', one.body)],
    ...['X-Webhook-Timestamp', '1790000000'],
    ...['X-Webhook-Event', 'order.created'],
    ...['Content-Length', String(one.body.length)],
    ...['Connection', 'close'],
  ])
})

test('a delivery is signed after the connection is established', async () => {
  const { port, connections } = await startReceiver(certificate)
  const seen: number[] = []
  await sendHere()(here(port), async () => {
    await expect.poll(connections).toBe(1)
    seen.push(connections())
    return sign()
  })
  expect(seen).toEqual([1])
})

test('a delivery that cannot be signed is not sent', async () => {
  const { port, received } = await startReceiver(certificate)
  const changed = async () => {
    throw new Error('changed my mind')
  }
  await expect(sendHere()(here(port), changed)).rejects.toThrow('The request failed')
  expect(received).toEqual([])
})

test('Server Name Indication has no trailing dot', async () => {
  const { port, received } = await startReceiver(certificate)
  expect(await sendHere()(here(port, '/', `${tlsHost}.`), sign)).toBe(200)
  expect(received[0]?.serverName).toBe(tlsHost)
})

test('an IP literal uses neither DNS nor Server Name Indication', async () => {
  const { port, received } = await startReceiver(certificate)
  const send = createSend({
    allowed: readNetworks(['127.0.0.0/8']),
    lookup: () => Promise.reject(new Error('looked up')),
    ca: certificate.cert,
  })
  expect(await send(here(port, '/', '127.0.0.1'), sign)).toBe(200)
  expect(received[0]?.serverName).toBe(false)
})

test('each delivery has its own connection and handshake', async () => {
  const { port, connections, resumed } = await startReceiver(certificate)
  const send = sendHere()
  const { signal } = new AbortController()
  for (let i = 0; i < 3; i++) expect(await send(here(port), sign, signal)).toBe(200)
  expect([connections(), resumed()]).toEqual([3, 0])
  // The signal lives longer than a delivery.
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('an aborted delivery ends at once with the reason', async () => {
  const { port, received } = await startReceiver(certificate, () => {})
  const stop = new AbortController()
  const sending = sendHere(60_000)(here(port), sign, stop.signal)
  await expect.poll(() => received.length).toBe(1)
  stop.abort(new Error('enough'))
  await expect(sending).rejects.toThrow('enough')
})

test('a delivery that is aborted before its connection makes none', async () => {
  const { port, connections } = await startReceiver(certificate)
  const addresses = [{ address: '127.0.0.1', family: 4 }]
  const { promise: found, resolve: find } = Promise.withResolvers<typeof addresses>()
  const send = createSend({ allowed: readNetworks(['127.0.0.0/8']), lookup: () => found })
  const stop = new AbortController()
  const looking = send(here(port), sign, stop.signal)
  stop.abort(new Error('enough'))
  await expect(send(here(port), sign, stop.signal)).rejects.toThrow('enough')
  find(addresses)
  await expect(looking).rejects.toThrow('enough')
  // A connection would be there before this one.
  expect(await sendHere()(here(port), sign)).toBe(200)
  expect(connections()).toBe(1)
})

test('an attempt times out after ten seconds, DNS lookup included', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  let outcome = 'under way'
  const send = createSend({ lookup: () => new Promise(() => {}) })
  const sending = send(here(443), sign).catch((error: Error) => {
    outcome = error.message
  })
  await vi.advanceTimersByTimeAsync(9_999)
  expect(outcome).toBe('under way')
  await vi.advanceTimersByTimeAsync(1)
  await sending
  expect(outcome).toBe('No response within 10 seconds')
})

test('an attempt that has ended leaves no timer, which would keep a command running', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const send = createSend({ lookup: async () => [] })
  await expect(send(here(443), sign)).rejects.toThrow('The host has no address')
  expect(vi.getTimerCount()).toBe(0)
})

test('a socket gets the checked addresses, or the first if it asks for one', async () => {
  const first = { address: '192.0.2.1', family: 4 }
  const second = { address: '2001:db8::2', family: 6 }
  const lookup = lookupOf([first, second])
  const found: unknown[] = []
  lookup('a', { all: true }, (_, ...result) => found.push(result))
  lookup('a', { all: false }, (_, ...result) => found.push(result))
  expect(found).toEqual([[[first, second]], ['192.0.2.1', 4]])
})
