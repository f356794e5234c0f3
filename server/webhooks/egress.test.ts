import { execFileSync } from 'node:child_process'
import type { LookupFunction } from 'node:net'
import { createServer } from 'node:net'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { listen } from '../http/listen.ts'
import { startReceiver } from '../testing/receiver.ts'
import { makeCertificate, tlsHost } from '../testing/tls.ts'
import { makeDelivery } from './delivery.ts'
import { createSend } from './egress.ts'
import { readNetworks } from './public-address.ts'

let certificate: { key: string; cert: string }

beforeAll(() => {
  certificate = makeCertificate()
})

const secret = 'whsec_test'
const body = JSON.stringify({ event: 'order.created', data: { name: 'Zoë 😀' } })
const to = (port: number, path = '/hook', host = tlsHost) =>
  makeDelivery(
    { url: `https://${host}:${port}${path}`, secret },
    'order.created',
    body,
    1_790_000_000_500,
  )

/** Knows every name by some addresses. */
const names =
  (...addresses: string[]): LookupFunction =>
  (_host, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

/** Brings deliveries to this machine, as a developer may. */
const sendHere = (milliseconds = 5000) =>
  createSend({
    allowed: readNetworks(['127.0.0.0/8']),
    lookup: names('127.0.0.1'),
    ca: certificate.cert,
    milliseconds,
  })

test('a delivery arrives with its four headers, signed over the bytes that were sent', async () => {
  const { port, received } = await startReceiver(certificate)
  expect(await sendHere()(to(port, '/hook?x=1'))).toBe(200)
  const [one] = received
  expect(one?.path).toBe('/hook?x=1')
  expect(one?.headers).toMatchObject({
    'content-type': 'application/json',
    'x-webhook-timestamp': '1790000000',
    'x-webhook-event': 'order.created',
  })
  const digest = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret], {
    input: Buffer.concat([Buffer.from('1790000000.'), one?.body ?? Buffer.alloc(0)]),
    encoding: 'utf8',
  })
  expect(one?.headers['x-webhook-signature']).toBe(`sha256=${digest.trim().split('= ')[1]}`)
  expect(one?.body.toString()).toBe(body)
})

test.each([201, 204, 400, 500, 503])('the subscriber’s status is told: %s', async (status) => {
  const { port } = await startReceiver(certificate, (response) => response.writeHead(status).end())
  expect(await sendHere()(to(port))).toBe(status)
})

test('a redirect is not followed', async () => {
  const { port, received } = await startReceiver(certificate, (response, { path }) =>
    path === '/hook' ? response.writeHead(307, { Location: '/elsewhere' }).end() : response.end(),
  )
  expect(await sendHere()(to(port))).toBe(307)
  expect(received.map(({ path }) => path)).toEqual(['/hook'])
})

test('one that never answers costs its time and no more', async () => {
  const { port } = await startReceiver(certificate, () => {})
  await expect(sendHere(200)(to(port))).rejects.toThrow('No answer within 0.2 seconds')
})

test('one that never ends its answer costs its time and no more', async () => {
  const { port } = await startReceiver(certificate, (response) => response.write('a'))
  await expect(sendHere(200)(to(port))).rejects.toThrow('No answer within 0.2 seconds')
})

test('one that hangs up is told as that', async () => {
  const { port } = await startReceiver(certificate, (response) => response.destroy())
  await expect(sendHere()(to(port))).rejects.toThrow(/^Connection reset|^The request failed/)
})

test('of an answer without end, 64 KiB are read', async () => {
  let written = 0
  const { port } = await startReceiver(certificate, (response) => {
    const chunk = Buffer.alloc(16_384)
    const more = () => {
      while (written < 1_000_000_000 && !response.destroyed) {
        written += chunk.length
        if (!response.write(chunk)) {
          response.once('drain', more)
          return
        }
      }
    }
    more()
  })
  expect(await sendHere()(to(port))).toBe(200)
  expect(written).toBeLessThan(20_000_000)
})

test('an address of this machine is refused before anything is sent', async () => {
  const { port, connections } = await startReceiver(certificate)
  const send = createSend({ ca: certificate.cert })
  await expect(send(to(port, '/hook', '127.0.0.1'))).rejects.toThrow(
    '127.0.0.1 leads to an address that is not public',
  )
  expect(connections()).toBe(0)
})

test.each([
  ['a private address', ['127.0.0.1']],
  ['a public address first and a private one second', ['8.8.8.8', '127.0.0.1']],
  ['a private address first', ['10.0.0.1', '8.8.8.8']],
  ['loopback in IPv6', ['::1']],
  ['a mapped address', ['::ffff:127.0.0.1']],
  ['no address', []],
])('a name that leads to %s is refused', async (_, addresses) => {
  const { port, connections } = await startReceiver(certificate)
  const send = createSend({ lookup: names(...addresses), ca: certificate.cert })
  await expect(send(to(port))).rejects.toThrow('hooks.test leads to an address that is not public')
  expect(connections()).toBe(0)
})

test('a certificate that nobody vouches for is refused', async () => {
  const { port, received } = await startReceiver(certificate)
  const send = createSend({ allowed: readNetworks(['127.0.0.0/8']), lookup: names('127.0.0.1') })
  await expect(send(to(port))).rejects.toThrow('The certificate is not valid')
  expect(received).toEqual([])
})

test('one that does not speak TLS is told as that', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
  const port = await listen(server, 0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
  })
  await expect(sendHere()(to(port))).rejects.toThrow(/TLS|certificate|failed|reset/)
})

test('one that is not there is told as that', async () => {
  const { createServer: http } = await import('node:http')
  const server = http()
  const port = await listen(server, 0, '127.0.0.1')
  await new Promise((closed) => server.close(closed))
  await expect(sendHere()(to(port))).rejects.toThrow('Connection refused')
})
