import { once } from 'node:events'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { type RespondRaw, startRawReceiver, writeForever } from '../../../testkit/raw-receiver.ts'
import { startReceiver } from '../../../testkit/receiver.ts'
import { type Certificate, makeCertificate, tlsHost } from '../../../testkit/tls.ts'
import { resolveAllTo } from '../../testing/resolve-all-to.ts'
import { makeDelivery } from '../dispatch/delivery.ts'
import { createSend, statusOf } from './egress.ts'
import { readNetworks } from './public-address.ts'

let certificate: Certificate

beforeAll(() => {
  certificate = makeCertificate()
})

const sign = async () => makeDelivery({ url: '', secret: 'whsec_test' }, 'order.created', '{}', 0)

/** What comes of a delivery to a port of this machine: the status, or why there is none. */
const outcome = (port: number, milliseconds = 20_000): Promise<unknown> =>
  createSend({
    allowed: readNetworks(['127.0.0.0/8']),
    lookup: resolveAllTo('127.0.0.1'),
    ca: certificate.cert,
    milliseconds,
  })(`https://${tlsHost}:${port}/hook`, sign).catch((error: Error) => error.message)

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

describe('the status of a response is returned', () => {
  test.each<[string, number, RespondRaw]>([
    [
      'after early hints',
      200,
      say('HTTP/1.1 103 Early Hints\r\n\r\n', `HTTP/1.1 200 OK\r\n${empty}`),
    ],
    ['after 100', 202, say('HTTP/1.1 100 Continue\r\n\r\n', `HTTP/1.1 202 OK\r\n${empty}`)],
    [
      'another protocol',
      101,
      say('HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    ],
    ['another protocol that nobody names', 101, say('HTTP/1.1 101 X\r\n\r\n')],
    ['the first of two', 200, say(`HTTP/1.1 200 OK\r\n${empty}HTTP/1.1 500 No\r\n${empty}`)],
    ['HTTP/1.0, to the end of the connection', 200, sayAndLeave('HTTP/1.0 200 OK\r\n\r\nfine')],
    ['no content that has some', 204, say('HTTP/1.1 204 X\r\nContent-Length: 5\r\n\r\nhello')],
  ])('%s: %s', async (_, status, speak) => {
    const { port, open } = await startRawReceiver(certificate, speak)
    expect(await outcome(port)).toBe(status)
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
    expect(await outcome(port)).toBe(status)
    expect(received).toHaveLength(1)
    expect(elsewhere.connections()).toBe(0)
  })
})

describe('a malformed response fails', () => {
  test.each<[string, string, RespondRaw]>([
    ['a status under 100', 'The response is not HTTP', say(`HTTP/1.1 099 X\r\n${empty}`)],
    ['status 0', 'The response is not HTTP', say(`HTTP/1.1 000 X\r\n${empty}`)],
    ['a status of two digits', 'The response is not HTTP', say(`HTTP/1.1 20 X\r\n${empty}`)],
    ['a status of four digits', 'The response is not HTTP', say(`HTTP/1.1 2000 X\r\n${empty}`)],
    ['a text without headers (HTTP/0.9)', 'The response is not HTTP', say('<p>hello</p>\n')],
    ['another protocol', 'The response is not HTTP', say('SSH-2.0-OpenSSH_9.6\r\n')],
    [
      'a header with NUL',
      'The response is not HTTP',
      say(`HTTP/1.1 200 OK\r\nX: a\0b\r\n${empty}`),
    ],
    [
      'two lengths',
      'The response is not HTTP',
      say('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'),
    ],
    [
      'a length and chunks',
      'The response is not HTTP',
      say(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n${empty}`),
    ],
    [
      'chunks that are none',
      'Connection reset',
      say('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzzzz\r\n'),
    ],
    [
      'less than it promises',
      'Connection reset',
      sayAndLeave('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello'),
    ],
    ['no answer', 'Connection reset', (socket) => socket.end()],
    ['a reset', 'Connection reset', (_, reset) => reset()],
    [
      'a reset within the body',
      'Connection reset',
      (socket, reset) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello', reset),
    ],
  ])('%s: %s', async (_, reason, speak) => {
    const { port } = await startRawReceiver(certificate, speak)
    expect(await outcome(port)).toBe(reason)
  })
})

describe('a slow response times out', () => {
  const waiting: [string, RespondRaw][] = [
    ['silence', () => {}],
    ['half a status', say('HTTP/1.1 2')],
    ['half the headers', say('HTTP/1.1 200 OK\r\nContent-Ty')],
    ['half the body', say('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhell')],
    ['chunks without end', say('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n')],
    ['an early hint alone', say('HTTP/1.1 103 Early Hints\r\n\r\n')],
  ]
  test.each(waiting)('%s', async (_, speak) => {
    const { port, open } = await startRawReceiver(certificate, speak)
    expect(await outcome(port, shortly)).toBe(late)
    await expect.poll(open).toBe(0)
  })

  test('a body that arrives byte by byte', async () => {
    const { port, open } = await startRawReceiver(certificate, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n')
      const drip = setInterval(() => socket.write('a'), 20)
      socket.once('close', () => clearInterval(drip))
    })
    expect(await outcome(port, shortly)).toBe(late)
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

test.each([
  [99, 'The response is not HTTP'],
  [100, 100],
])('a response with status %i is %s', async (status, outcome) => {
  const response = new IncomingMessage(new Socket())
  response.statusCode = status
  response.push(null)
  expect(await statusOf(response).catch((error: Error) => error.message)).toBe(outcome)
})

describe('an endless response is cut off', () => {
  const ok = 'HTTP/1.1 200 OK\r\n'
  /** What the operating system holds on the way from one program to another. */
  const onTheWay = 20_000_000

  test.each<[string, unknown, string, string | Buffer]>([
    ['a body', 200, `${ok}Content-Length: 1000000000\r\n\r\n`, Buffer.alloc(16_384)],
    [
      'a body of chunks',
      200,
      `${ok}Transfer-Encoding: chunked\r\n\r\n`,
      `4000\r\n${'a'.repeat(16_384)}\r\n`,
    ],
    [
      'a body of the smallest chunks',
      200,
      `${ok}Transfer-Encoding: chunked\r\n\r\n`,
      '1\r\na\r\n'.repeat(1000),
    ],
    ['headers', 'The response headers are too large', ok, `X-A: ${'a'.repeat(1000)}\r\n`],
    ['one header', 'The response headers are too large', `${ok}X-A: `, 'a'.repeat(16_384)],
    ['a status text', 'The response headers are too large', 'HTTP/1.1 200 ', 'a'.repeat(16_384)],
    ['continues', 'The response does not begin', '', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000)],
    [
      'early hints',
      'The response does not begin',
      '',
      'HTTP/1.1 103 X\r\nLink: </a>\r\n\r\n'.repeat(1000),
    ],
    [
      'a chunk’s extension',
      'Connection reset',
      `${ok}Transfer-Encoding: chunked\r\n\r\n1;`,
      'a'.repeat(16_384),
    ],
    [
      'trailers',
      'Connection reset',
      `${ok}Transfer-Encoding: chunked\r\n\r\n0\r\n`,
      `X-A: ${'a'.repeat(1000)}\r\n`,
    ],
  ])('%s: %s', async (_, result, begin, more) => {
    let said = { bytes: 0 }
    const { port, open } = await startRawReceiver(certificate, (socket) => {
      socket.write(begin)
      said = writeForever(socket, more)
    })
    expect(await outcome(port)).toBe(result)
    await expect.poll(open).toBe(0)
    expect(said.bytes).toBeLessThan(onTheWay)
  })

  test('a compressed body is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const { port } = await startReceiver(certificate, (response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb),
    )
    const before = process.memoryUsage().arrayBuffers
    expect(await outcome(port)).toBe(200)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000)
  })
})
