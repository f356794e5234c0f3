import { createSocket } from 'node:dgram'
import { getEventListeners, once } from 'node:events'
import { createServer } from 'node:http'
import { type Socket, setDefaultAutoSelectFamily } from 'node:net'
import { networkInterfaces } from 'node:os'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import ipaddr from 'ipaddr.js'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { opensslSignature } from '../../tests/kit/openssl-signature.ts'
import { startReceiver } from '../../tests/kit/receiver.ts'
import { resolveAllTo } from '../../tests/kit/server/sending-server.ts'
import { makeCertificate, tlsHost } from '../../tests/kit/tls.ts'
import { closeServer, listen } from '../http/http-server.ts'
import { DeliveryError, signedHeaders } from './attempt-delivery.ts'
import { createSend, dnsLookup, mayReach, readNetworks, systemLookup } from './egress.ts'

const certificate = makeCertificate()

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
const sign = async () => ({
  headers: signedHeaders(secret, 'order.created', body, 1_790_000_000_500),
  body,
})

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
  ).then(
    ({ status }) => status,
    (error: Error) => error.message,
  )

const notPublic = 'hooks.test resolves to an address that is not public'

describe('without allowed networks, nothing reaches this machine', () => {
  // webhook-url.test.ts has all kinds of addresses.
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

type Question = { name: string; type: 'A' | 'AAAA' }

/** The response to a question. The server sends none for undefined. */
type DnsAnswer = { addresses: string[] } | { failure: 'SERVFAIL' | 'NXDOMAIN' } | undefined

const types = new Map<number, Question['type']>([
  [1, 'A'],
  [28, 'AAAA'],
])
const failures = { SERVFAIL: 2, NXDOMAIN: 3 }

/** Reads the name in a question: labels, each after its length (RFC 1035 §3.1). */
const readName = (message: Buffer): { name: string; end: number } => {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), end: at + 1 }
}

/** Encodes an address record with a TTL of 0 (RFC 1035 §4.1.3). */
const record = (type: number, address: string): Buffer => {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray())
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([head, bytes])
}

const reply = (message: Buffer, end: number, type: number, answer: NonNullable<DnsAnswer>) => {
  const addresses = 'addresses' in answer ? answer.addresses : []
  const head = Buffer.from(message.subarray(0, 12))
  // QR, RD and RA (RFC 1035 §4.1.1).
  head.writeUInt16BE(0x8180 | ('failure' in answer ? failures[answer.failure] : 0), 2)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt32BE(0, 8)
  const question = message.subarray(12, end + 4)
  return Buffer.concat([head, question, ...addresses.map((address) => record(type, address))])
}

/** Starts a DNS server on the loopback address, which responds with the result of `answer`. */
const startDnsServer = async (answer: (question: Question) => DnsAnswer) => {
  const asked: Question[] = []
  const socket = createSocket('udp4', (message, from) => {
    const { name, end } = readName(message)
    const type = message.readUInt16BE(end)
    const question = { name, type: types.get(type) ?? 'A' }
    asked.push(question)
    const answered = answer(question)
    if (answered) socket.send(reply(message, end, type, answered), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return { servers: [`127.0.0.1:${socket.address().port}`], asked }
}

describe('names are resolved by DNS for each delivery', () => {
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

  test.each<[string, () => DnsAnswer]>([
    ['The host has no address', () => ({ failure: 'NXDOMAIN' })],
    ['The host has no address', () => ({ addresses: [] })],
    ['The host cannot be looked up', () => ({ failure: 'SERVFAIL' })],
  ])('a name without an answer fails: %s', async (reason, answer) => {
    expect(await outcome(443, await dns(answer))).toBe(reason)
  })

  test('a name that the system cannot resolve fails', async () => {
    const looking = systemLookup('x'.repeat(300))
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

test.each([
  ['The certificate has expired', tlsHost, -1, true],
  ['The certificate is for another host', 'else.test', 2, true],
  ['The certificate is self-signed', tlsHost, 2, false],
])('an invalid certificate is rejected: %s', async (reason, host, days, isTrusted) => {
  const other = makeCertificate(host, days)
  const { port, received } = await startReceiver(other)
  const ca = isTrusted ? other.cert : certificate.cert
  expect(await outcome(port, { allowed, lookup: resolveAllTo('127.0.0.1'), ca })).toBe(reason)
  expect(received).toEqual([])
})

test('plain HTTP is not spoken, and a closed port is named', async () => {
  const requests: unknown[] = []
  const server = createServer((incoming) => requests.push(incoming.url))
  const port = await listen(server, 0, '127.0.0.1')
  expect(await delivered(port)).toBe('The TLS handshake failed')
  const plain = createSend({ allowed })(`http://127.0.0.1:${port}/`, sign)
  await expect(plain).rejects.toThrow('The request failed')
  expect(requests).toEqual([])
  await closeServer(server, 0)
  expect(await delivered(port)).toBe('Connection refused')
})

/** What comes of a delivery to a receiver on this machine. */
const delivered = (port: number, milliseconds = 20_000) =>
  outcome(port, { allowed, lookup: resolveAllTo('127.0.0.1'), milliseconds })

/** Writes to the connection of a request. `reset` closes it with a TCP reset. */
type Speak = (socket: Socket, reset: () => void) => void

const startSpeaking = (speak: Speak) =>
  startReceiver(certificate, ({ socket }, { reset }) => {
    if (socket)
      speak(
        socket.on('error', () => {}),
        reset,
      )
  })

const say =
  (...texts: (string | Buffer)[]) =>
  (socket: Socket) => {
    for (const text of texts) socket.write(text)
  }

const sayAndLeave = (text: string) => (socket: Socket) => socket.end(text)

const empty = 'Content-Length: 0\r\n\r\n'
const earlyHints = 'HTTP/1.1 103 Early Hints\r\n\r\n'

describe('the status of a response is returned', () => {
  test.each<[string, number, Speak]>([
    ['after early hints', 200, say(earlyHints, `HTTP/1.1 200 OK\r\n${empty}`)],
    ['after 100', 202, say('HTTP/1.1 100 Continue\r\n\r\n', `HTTP/1.1 202 OK\r\n${empty}`)],
    ['another protocol', 101, say('HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')],
    ['another protocol that nobody names', 101, say('HTTP/1.1 101 X\r\n\r\n')],
    ['the first of two', 200, say(`HTTP/1.1 200 OK\r\n${empty}HTTP/1.1 500 No\r\n${empty}`)],
    ['HTTP/1.0, to the end of the connection', 200, sayAndLeave('HTTP/1.0 200 OK\r\n\r\nfine')],
    ['no content that has some', 204, say('HTTP/1.1 204 X\r\nContent-Length: 5\r\n\r\nhello')],
  ])('%s: %s', async (_, status, speak) => {
    const { port, open } = await startSpeaking(speak)
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

const badChunk = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzzzz\r\n'
const tooShort = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello'

test.each<[string, string, Speak]>([
  ['a status under 100', 'The response is not HTTP', say(`HTTP/1.1 099 X\r\n${empty}`)],
  ['a text without headers (HTTP/0.9)', 'The response is not HTTP', say('<p>hello</p>\n')],
  ['chunks that are none', 'Connection reset', say(badChunk)],
  ['less than it promises', 'Connection reset', sayAndLeave(tooShort)],
  ['no answer', 'Connection reset', (socket) => socket.end()],
  ['a reset', 'Connection reset', (_, reset) => reset()],
  ['a reset within the body', 'Connection reset', (socket, reset) => socket.write(tooShort, reset)],
])('a malformed response fails: %s: %s', async (_, reason, speak) => {
  const { port } = await startSpeaking(speak)
  expect(await delivered(port)).toBe(reason)
})

test.each<[string, Speak]>([
  ['silence', () => {}],
  ['half the headers', say('HTTP/1.1 200 OK\r\nContent-Ty')],
  ['an early hint alone', say(earlyHints)],
  [
    'a body that arrives byte by byte',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n')
      const drip = setInterval(() => socket.write('a'), 20)
      socket.once('close', () => clearInterval(drip))
    },
  ],
])('a slow response times out: %s', async (_, speak) => {
  const { port, open } = await startSpeaking(speak)
  expect(await delivered(port, 100)).toBe('No response within 0.1 seconds')
  await expect.poll(open).toBe(0)
})

const ok = 'HTTP/1.1 200 OK\r\n'
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`
const long = 'a'.repeat(16_384)
const header = `X-A: ${'a'.repeat(1000)}\r\n`
const noBegin = 'The response does not begin'

test.each<[string, unknown, string, string | Buffer]>([
  ['a body', 200, `${ok}Content-Length: 1000000000\r\n\r\n`, Buffer.alloc(16_384)],
  ['a body of the smallest chunks', 200, chunked, '1\r\na\r\n'.repeat(1000)],
  ['headers', 'The response headers are too large', ok, header],
  ['continues', noBegin, '', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000)],
  ['early hints', noBegin, '', 'HTTP/1.1 103 X\r\nLink: </a>\r\n\r\n'.repeat(1000)],
  ['a chunk’s extension', 'Connection reset', `${chunked}1;`, long],
  ['trailers', 'Connection reset', `${chunked}0\r\n`, header],
])('an endless response is cut off: %s: %s', async (_, result, begin, more) => {
  let written = 0
  const chunk = Buffer.from(more)
  const { port, open } = await startSpeaking((socket) => {
    const write = () => {
      while (!socket.destroyed) {
        written += chunk.length
        if (!socket.write(chunk)) return
      }
    }
    socket.on('drain', write).write(begin)
    write()
  })
  expect(await delivered(port)).toBe(result)
  await expect.poll(open).toBe(0)
  // The operating system holds some of it on the way from one program to another.
  expect(written).toBeLessThan(20_000_000)
})

const here = (port: number, path = '/hook', host = tlsHost) => `https://${host}:${port}${path}`

/** Brings deliveries to this machine, as a developer may. */
const sendHere = (milliseconds = 5000) =>
  createSend({ allowed, lookup: resolveAllTo('127.0.0.1'), ca: certificate.cert, milliseconds })

const longText = `Zoë ${Array.from({ length: 3000 }, (_, i) => i * i).join()}`

test.each<[string, Buffer, string]>([
  ['gzip', gzipSync('Wrong signature'), 'Wrong signature'],
  ['GZIP', gzipSync(longText), longText.slice(0, 1023)],
  ['deflate', deflateSync('Wrong signature'), 'Wrong signature'],
  ['br', brotliCompressSync(longText), longText.slice(0, 1023)],
  ['gzip', Buffer.from('not compressed'), 'not compressed'],
  ['identity', Buffer.from(`${'a'.repeat(1023)}é`), 'a'.repeat(1023)],
])('the beginning of a response is kept as text: %s', async (coding, body, text) => {
  const { port } = await startReceiver(certificate, (response) =>
    response.writeHead(400, { 'Content-Encoding': coding }).end(body),
  )
  expect(await sendHere()(here(port), sign)).toEqual({ status: 400, text })
})

test('a delivery has its four headers and a signature of the bytes sent', async () => {
  const { port, received } = await startReceiver(certificate)
  expect(await sendHere()(here(port, '/hook?x=1&y=%7E'), sign)).toMatchObject({ status: 200 })
  const [one] = received
  if (!one) throw new Error('nothing was received')
  expect(one.path).toBe('/hook?x=1&y=%7E')
  expect(one.body.toString()).toBe(body)
  expect(one.rawHeaders).toEqual([
    'Host',
    `${tlsHost}:${port}`,
    'Content-Type',
    'application/json',
    'X-Webhook-Signature',
    opensslSignature(secret, '1790000000', one.body),
    'X-Webhook-Timestamp',
    '1790000000',
    'X-Webhook-Event',
    'order.created',
    'Content-Length',
    String(one.body.length),
    'Connection',
    'close',
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

test('a delivery goes to the first address if Node may try no others', async () => {
  setDefaultAutoSelectFamily(false)
  onTestFinished(() => setDefaultAutoSelectFamily(true))
  const { port } = await startReceiver(certificate)
  expect(await sendHere()(here(port), sign)).toMatchObject({ status: 200 })
})

test('Server Name Indication has no trailing dot', async () => {
  const { port, received } = await startReceiver(certificate)
  expect(await sendHere()(here(port, '/', `${tlsHost}.`), sign)).toMatchObject({ status: 200 })
  expect(received[0]?.serverName).toBe(tlsHost)
})

test('an IP literal uses neither DNS nor Server Name Indication', async () => {
  const { port, received } = await startReceiver(certificate)
  const send = createSend({
    allowed: readNetworks(['127.0.0.0/8']),
    lookup: () => Promise.reject(new Error('looked up')),
    ca: certificate.cert,
  })
  expect(await send(here(port, '/', '127.0.0.1'), sign)).toMatchObject({ status: 200 })
  expect(received[0]?.serverName).toBe(false)
})

test('each delivery has its own connection and handshake', async () => {
  const { port, connections, resumed } = await startReceiver(certificate)
  const send = sendHere()
  const { signal } = new AbortController()
  for (let i = 0; i < 3; i++)
    expect(await send(here(port), sign, signal)).toMatchObject({ status: 200 })
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
  expect(await sendHere()(here(port), sign)).toMatchObject({ status: 200 })
  expect(connections()).toBe(1)
})

test('an attempt times out after ten seconds, DNS lookup included', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
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
  onTestFinished(() => void vi.useRealTimers())
  const send = createSend({ lookup: async () => [] })
  await expect(send(here(443), sign)).rejects.toThrow('The host has no address')
  expect(vi.getTimerCount()).toBe(0)
})
