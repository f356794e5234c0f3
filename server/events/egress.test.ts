import { getEventListeners, once } from 'node:events'
import { IncomingMessage } from 'node:http'
import { createServer, Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type DnsAnswer, type Question, startDnsServer } from '../../testkit/dns-server.ts'
import { opensslSignature } from '../../testkit/openssl-signature.ts'
import { type RespondRaw, startRawReceiver, writeForever } from '../../testkit/raw-receiver.ts'
import { startReceiver } from '../../testkit/receiver.ts'
import { type Certificate, makeCertificate, tlsHost } from '../../testkit/tls.ts'
import { listen } from '../http/http-server.ts'
import { resolveAllTo } from '../testing/resolve-all-to.ts'
import { DeliveryError, makeDelivery } from './delivery.ts'
import { createSend, dnsLookup, mayReach, readNetworks, statusOf, systemLookup } from './egress.ts'

let certificate: Certificate

beforeAll(() => {
  certificate = makeCertificate()
})

const notReached = {
  'this network': '0.0.0.0 0.1.2.3',
  private: '10.0.0.0 10.255.255.255 172.16.0.0 172.31.255.255 192.168.0.0 192.168.255.255',
  'shared by carriers': '100.64.0.0 100.127.255.255',
  loopback: '127.0.0.1 127.255.255.255',
  'link-local, such as metadata of a cloud': '169.254.0.0 169.254.169.254 169.254.255.255',
  'IETF protocol assignments, 6to4 relays': '192.0.0.1 192.88.99.1',
  documentation: '192.0.2.1 198.51.100.7 203.0.113.7',
  benchmarking: '198.18.0.1 198.19.255.255',
  'multicast, reserved and broadcast': '224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255',
  'IPv6 unspecified and loopback': ':: ::1 ::2',
  'IPv4 within IPv6': '::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:7f00:1',
  'IPv4 translated':
    '::ffff:0:127.0.0.1 64:ff9b::127.0.0.1 64:ff9b:1::1 2002:7f00:1::1 2002:a00:1::1',
  'IPv6 of special use': '100::1 2001::1 2001:2::1 2001:20::1 2001:db8::1',
  'outside 2000::/3': '1fff:ffff::1 4000::1 8000::1',
  'IPv6 private': 'fc00::1 fdff:ffff::1 fe80::1 fe80::1%eth0 febf::1 fec0::1 ff02::1',
  'no address': 'hooks.example.com 10.0.0 8.8.8.8:443 [2606:4700::1111]',
}

test.each(Object.entries(notReached))('deliveries may not go to: %s', (_, addresses) => {
  for (const address of ['', ...addresses.split(' ')])
    expect(mayReach(address), address).toBe(false)
})

test('deliveries may go to public addresses, also next to private ones', () => {
  const around10 = '9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1'
  const others = '169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0'
  const ends = '1.0.0.1 8.8.8.8 198.17.255.255 198.20.0.0 223.255.255.255'
  const ipv6 = '2606:4700::1111 2a00:1450:4001::200e 2620:fe::fe 2400:cb00::1 3000::1'
  for (const address of [around10, others, ends, ipv6].join(' ').split(' '))
    expect(mayReach(address), address).toBe(true)
})

test('deliveries may go to an allowed network and to no address beside it', () => {
  const allowed = readNetworks(['127.0.0.0/8', 'fd00::/8'])
  expect(mayReach('127.0.0.1', allowed)).toBe(true)
  expect(mayReach('fd12::1', allowed)).toBe(true)
  expect(mayReach('10.0.0.1', allowed)).toBe(false)
  expect(mayReach('fc00::1', allowed)).toBe(false)
  expect(mayReach('::1', allowed)).toBe(false)
})

const secret = 'whsec_test'
const body = JSON.stringify({ event: 'order.created', data: { name: 'Zoë 😀' } })
const sign = async () => makeDelivery({ url: '', secret }, 'order.created', body, 1_790_000_000_500)

/** This machine, as if it were public; the rest of loopback stays private. */
const allowed = readNetworks(['127.0.0.1/32', '::1/128'])

const hasAddress = (address: string): boolean =>
  Object.values(networkInterfaces()).some((all) => all?.some((each) => each.address === address))

/** What comes of a delivery: the status, or why there is none. */
const outcome = (
  port: number,
  options: Parameters<typeof createSend>[0] = {},
  host = tlsHost,
): Promise<unknown> =>
  createSend({ ca: certificate.cert, milliseconds: 20_000, ...options })(
    `https://${host}:${port}/hook`,
    sign,
  ).catch((error: Error) => error.message)

const notPublic = 'hooks.test resolves to an address that is not public'

describe('without allowed networks, nothing reaches this machine', () => {
  // public-address.test.ts and the law of webhook URLs have all kinds of addresses.
  test.each(['127.0.0.1', '[::ffff:7f00:1]', '2130706433'])('the address %s', async (host) => {
    const { port, connections } = await startReceiver(certificate)
    expect(await outcome(port, {}, host)).toMatch(/ resolves to an address that is not public$/)
    expect(connections()).toBe(0)
  })

  test.each([
    ['a private address', ['10.0.0.1']],
    ['a public address and a private one', ['8.8.8.8', '127.0.0.1']],
    ['a private address and a public one', ['10.0.0.1', '8.8.8.8']],
    ['a public address and a private one of IPv6', ['8.8.8.8', 'fd00::1']],
    ['what is no address', ['hooks.example.com']],
  ])('a name that is %s', async (_, addresses) => {
    const { port, connections } = await startReceiver(certificate)
    expect(await outcome(port, { lookup: resolveAllTo(...addresses) })).toBe(notPublic)
    expect(connections()).toBe(0)
  })
})

test('an address that changes after the check is rejected at the socket', async () => {
  const { port, received, connections } = await startReceiver(certificate)
  let looks = 0
  const changing = {
    get address() {
      return looks++ === 0 ? '8.8.8.8' : '127.0.0.1'
    },
    family: 4,
  }
  expect(await outcome(port, { lookup: async () => [changing] })).toBe(notPublic)
  await expect.poll(connections).toBe(1)
  expect(received).toEqual([])
})

describe('names are resolved by DNS for each delivery', () => {
  /** Looks names up in a DNS of the test's own. */
  const dns = async (answer: (question: Question, count: number) => DnsAnswer) => {
    let count = 0
    const { servers, asked } = await startDnsServer((question) => answer(question, count++))
    return { lookup: dnsLookup(servers), asked, allowed }
  }
  const only =
    (type: Question['type'], ...addresses: string[]) =>
    (question: Question) => ({
      addresses: question.type === type ? addresses : [],
    })

  test.for(['A', 'AAAA'] as const)('one that has %s records alone', async (type, context) => {
    const address = type === 'A' ? '127.0.0.1' : '::1'
    if (!hasAddress(address)) context.skip(`this machine has no ${address}`)
    const options = await dns(only(type, address))
    const { port } = await startReceiver(certificate, undefined, address)
    expect(await outcome(port, options)).toBe(200)
    expect(options.asked.map(({ name }) => name)).toEqual([tlsHost, tlsHost])
  })

  test('a name that becomes private is rejected (DNS rebinding)', async () => {
    const { port, connections } = await startReceiver(certificate)
    const options = await dns(({ type }, count) => ({
      addresses: type === 'AAAA' ? [] : [count < 2 ? '127.0.0.1' : '127.0.0.2'],
    }))
    expect(await outcome(port, options)).toBe(200)
    expect(await outcome(port, options)).toBe(notPublic)
    expect(connections()).toBe(1)
  })

  test('a name with a public and a private address is rejected', async () => {
    const { port, connections } = await startReceiver(certificate)
    for (const addresses of [
      ['127.0.0.1', '127.0.0.2'],
      ['127.0.0.2', '127.0.0.1'],
    ])
      expect(await outcome(port, await dns(only('A', ...addresses)))).toBe(notPublic)
    const mixed = await dns(({ type }) => ({
      addresses: type === 'A' ? ['127.0.0.1'] : ['fd00::1'],
    }))
    expect(await outcome(port, mixed)).toBe(notPublic)
    expect(connections()).toBe(0)
  })

  test('a name that is unknown or has no address fails', async () => {
    const { port } = await startReceiver(certificate)
    const unknown = await dns(() => ({ failure: 'NXDOMAIN' }))
    expect(await outcome(port, unknown)).toBe('The host has no address')
    expect(await outcome(port, await dns(() => ({ addresses: [] })))).toBe(
      'The host has no address',
    )
    expect(await outcome(port, { lookup: resolveAllTo() })).toBe('The host has no address')
    const bySystem = systemLookup('x'.repeat(300), AbortSignal.timeout(1000))
    await expect(bySystem).rejects.toThrow(DeliveryError)
    await expect(bySystem).rejects.toMatchObject({ cause: expect.any(Error) })
  })

  test('a name that cannot be resolved fails', async () => {
    const { port } = await startReceiver(certificate)
    const failing = await dns(() => ({ failure: 'SERVFAIL' }))
    expect(await outcome(port, failing)).toBe('The host cannot be looked up')
  })

  test('the DNS servers of the system are asked if no others are given', async () => {
    const stop = new AbortController()
    const looking = dnsLookup()('shop.invalid', stop.signal)
    stop.abort()
    await expect(looking).rejects.toThrow(DeliveryError)
  })

  test('unresponsive names time out and do not delay others', async () => {
    const { port } = await startReceiver(certificate)
    const silent = await dns(() => undefined)
    const waiting = Array.from({ length: 20 }, () =>
      outcome(port, { ...silent, milliseconds: 1000 }),
    )
    // Four of them would take all of the threads that Node asks the system on.
    expect(process.getActiveResourcesInfo()).not.toContain('GetAddrInfoReqWrap')
    await expect.poll(() => silent.asked.length).toBeGreaterThan(20)
    expect(await outcome(port, await dns(only('A', '127.0.0.1')))).toBe(200)
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['No response within 1 seconds']))
  })

  test('an abort ends a lookup before the retry', async () => {
    const silent = await dns(() => undefined)
    const stopping = new AbortController()
    const looking = silent.lookup(tlsHost, stopping.signal)
    await expect.poll(() => silent.asked.length).toBe(2)
    stopping.abort()
    await expect(looking).rejects.toThrow()
    expect(silent.asked.length).toBe(2)
  })

  test('the hosts file is used with an allowed network', async () => {
    const { port, connections } = await startReceiver(certificate)
    const loopback = readNetworks(['127.0.0.0/8'])
    expect(await outcome(port, { allowed: loopback }, 'localhost')).toBe(
      'The certificate is for another host',
    )
    expect(connections()).toBe(1)
  })
})

describe('an invalid certificate is rejected', () => {
  test.each([
    ['The certificate has expired', tlsHost, -1],
    ['The certificate is for another host', 'else.test', 2],
  ])('%s', async (reason, host, days) => {
    const other = makeCertificate(host, days)
    const { port, received } = await startReceiver(other)
    const options = { allowed, lookup: resolveAllTo('127.0.0.1'), ca: other.cert }
    expect(await outcome(port, options)).toBe(reason)
    expect(received).toEqual([])
  })

  test('self-signed', async () => {
    const { port, received } = await startReceiver(certificate)
    const send = createSend({ allowed, lookup: resolveAllTo('127.0.0.1') })
    const sent = send(`https://${tlsHost}:${port}/`, sign)
    await expect(sent).rejects.toThrow('The certificate is self-signed')
    expect(received).toEqual([])
  })
})

describe('an endpoint without TLS', () => {
  const plain = async (speak: (socket: Socket) => void) => {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      speak(socket)
    })
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    return listen(server, 0, '127.0.0.1')
  }
  const options = { allowed, lookup: resolveAllTo('127.0.0.1') }

  test.each<[string, (socket: Socket) => void]>([
    ['The TLS handshake failed', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n')],
    ['Connection reset', (socket) => socket.resetAndDestroy()],
    ['No response within 2 seconds', () => {}],
  ])('fails: %s', async (reason, speak) => {
    expect(await outcome(await plain(speak), { ...options, milliseconds: 2000 })).toBe(reason)
  })

  test('that refuses the connection fails', async () => {
    const server = createServer()
    const port = await listen(server, 0, '127.0.0.1')
    await new Promise((closed) => server.close(closed))
    expect(await outcome(port, options)).toBe('Connection refused')
  })
})

/** What comes of a delivery to a receiver on this machine. */
const delivered = (port: number, milliseconds = 20_000) =>
  outcome(port, { allowed, lookup: resolveAllTo('127.0.0.1'), milliseconds })

/** So long a delivery waits for what never comes. */
const shortly = 100
const late = 'No response within 0.1 seconds'

const say =
  (...texts: (string | Buffer)[]) =>
  (socket: TLSSocket) => {
    for (const text of texts) socket.write(text)
  }

const sayAndLeave = (text: string) => (socket: TLSSocket) => socket.end(text)

const empty = 'Content-Length: 0\r\n\r\n'
const earlyHints = 'HTTP/1.1 103 Early Hints\r\n\r\n'

describe('the status of a response is returned', () => {
  test.each<[string, number, RespondRaw]>([
    ['after early hints', 200, say(earlyHints, `HTTP/1.1 200 OK\r\n${empty}`)],
    ['after 100', 202, say('HTTP/1.1 100 Continue\r\n\r\n', `HTTP/1.1 202 OK\r\n${empty}`)],
    ['another protocol', 101, say('HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')],
    ['another protocol that nobody names', 101, say('HTTP/1.1 101 X\r\n\r\n')],
    ['the first of two', 200, say(`HTTP/1.1 200 OK\r\n${empty}HTTP/1.1 500 No\r\n${empty}`)],
    ['HTTP/1.0, to the end of the connection', 200, sayAndLeave('HTTP/1.0 200 OK\r\n\r\nfine')],
    ['no content that has some', 204, say('HTTP/1.1 204 X\r\nContent-Length: 5\r\n\r\nhello')],
  ])('%s: %s', async (_, status, speak) => {
    const { port, open } = await startRawReceiver(certificate, speak)
    expect(await delivered(port)).toBe(status)
    await expect.poll(open).toBe(0)
  })

  test.each([301, 302, 303, 307, 308])('a redirect is not followed: %s', async (status) => {
    const elsewhere = await startReceiver(certificate)
    const { port, received } = await startReceiver(certificate, (response) =>
      response
        .writeHead(status, {
          Location: `https://${tlsHost}:${elsewhere.port}/`,
          Connection: 'close',
        })
        .end(),
    )
    expect(await delivered(port)).toBe(status)
    expect(received).toHaveLength(1)
    expect(elsewhere.connections()).toBe(0)
  })
})

const notHttp = {
  'a status under 100': `HTTP/1.1 099 X\r\n${empty}`,
  'status 0': `HTTP/1.1 000 X\r\n${empty}`,
  'a status of two digits': `HTTP/1.1 20 X\r\n${empty}`,
  'a status of four digits': `HTTP/1.1 2000 X\r\n${empty}`,
  'a text without headers (HTTP/0.9)': '<p>hello</p>\n',
  'another protocol': 'SSH-2.0-OpenSSH_9.6\r\n',
  'a header with NUL': `HTTP/1.1 200 OK\r\nX: a\0b\r\n${empty}`,
  'two lengths': 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
  'a length and chunks': `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n${empty}`,
}
const badChunk = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzzzz\r\n'
const tooShort = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello'

test.each<[string, string, RespondRaw]>([
  ...Object.entries(notHttp).map(([name, text]): [string, string, RespondRaw] => [
    name,
    'The response is not HTTP',
    say(text),
  ]),
  ['chunks that are none', 'Connection reset', say(badChunk)],
  ['less than it promises', 'Connection reset', sayAndLeave(tooShort)],
  ['no answer', 'Connection reset', (socket) => socket.end()],
  ['a reset', 'Connection reset', (_, reset) => reset()],
  ['a reset within the body', 'Connection reset', (socket, reset) => socket.write(tooShort, reset)],
])('a malformed response fails: %s: %s', async (_, reason, speak) => {
  const { port } = await startRawReceiver(certificate, speak)
  expect(await delivered(port)).toBe(reason)
})

describe('a slow response times out', () => {
  const waiting: [string, RespondRaw][] = [
    ['silence', () => {}],
    ['half a status', say('HTTP/1.1 2')],
    ['half the headers', say('HTTP/1.1 200 OK\r\nContent-Ty')],
    ['half the body', say('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhell')],
    ['chunks without end', say('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n')],
    ['an early hint alone', say(earlyHints)],
  ]
  test.each(waiting)('%s', async (_, speak) => {
    const { port, open } = await startRawReceiver(certificate, speak)
    expect(await delivered(port, shortly)).toBe(late)
    await expect.poll(open).toBe(0)
  })

  test('a body that arrives byte by byte', async () => {
    const { port, open } = await startRawReceiver(certificate, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n')
      const drip = setInterval(() => socket.write('a'), 20)
      socket.once('close', () => clearInterval(drip))
    })
    expect(await delivered(port, shortly)).toBe(late)
    await expect.poll(open).toBe(0)
  })
})

test('a response body is read up to 64 KiB', async () => {
  const response = new IncomingMessage(new Socket())
  response.statusCode = 200
  const status = statusOf(response)
  response.push(Buffer.alloc(64 * 1024))
  await once(response, 'data')
  expect(response.destroyed).toBe(false)
  response.push(Buffer.alloc(1))
  expect(await status).toBe(200)
  expect(response.destroyed).toBe(true)
})

describe('an endless response is cut off', () => {
  const ok = 'HTTP/1.1 200 OK\r\n'
  /** What the operating system holds on the way from one program to another. */
  const onTheWay = 20_000_000

  const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`
  const long = 'a'.repeat(16_384)
  const header = `X-A: ${'a'.repeat(1000)}\r\n`
  const tooLarge = 'The response headers are too large'
  const noBegin = 'The response does not begin'

  test.each<[string, unknown, string, string | Buffer]>([
    ['a body', 200, `${ok}Content-Length: 1000000000\r\n\r\n`, Buffer.alloc(16_384)],
    ['a body of chunks', 200, chunked, `4000\r\n${long}\r\n`],
    ['a body of the smallest chunks', 200, chunked, '1\r\na\r\n'.repeat(1000)],
    ['headers', tooLarge, ok, header],
    ['one header', tooLarge, `${ok}X-A: `, long],
    ['a status text', tooLarge, 'HTTP/1.1 200 ', long],
    ['continues', noBegin, '', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000)],
    ['early hints', noBegin, '', 'HTTP/1.1 103 X\r\nLink: </a>\r\n\r\n'.repeat(1000)],
    ['a chunk’s extension', 'Connection reset', `${chunked}1;`, long],
    ['trailers', 'Connection reset', `${chunked}0\r\n`, header],
  ])('%s: %s', async (_, result, begin, more) => {
    let said = { bytes: 0 }
    const { port, open } = await startRawReceiver(certificate, (socket) => {
      socket.write(begin)
      said = writeForever(socket, more)
    })
    expect(await delivered(port)).toBe(result)
    await expect.poll(open).toBe(0)
    expect(said.bytes).toBeLessThan(onTheWay)
  })

  test('a compressed body is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const { port } = await startReceiver(certificate, (response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb),
    )
    const before = process.memoryUsage().arrayBuffers
    expect(await delivered(port)).toBe(200)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000)
  })
})

const here = (port: number, path = '/hook', host = tlsHost) => `https://${host}:${port}${path}`

/** Brings deliveries to this machine, as a developer may. */
const sendHere = (milliseconds = 5000) =>
  createSend({ allowed, lookup: resolveAllTo('127.0.0.1'), ca: certificate.cert, milliseconds })

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
