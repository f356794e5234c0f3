import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect as connectSecurely } from 'node:tls'
import { Hono } from 'hono'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { recordingLog } from '../../../testkit/recording-log.ts'
import { type Certificate, makeCertificate, tlsHost } from '../../../testkit/tls.ts'
import { readBytes } from '../api/input.ts'
import type { Env } from '../kit/env.ts'
import { closeServer } from './close-server.ts'
import { attachApp, createHttpServer, defaultLimits, type Limits } from './http-server.ts'
import { listen } from './listen.ts'

/** More than the buffers between two sockets hold. */
const large = 'x'.repeat(32 * 1024 * 1024)

/** Starts a server with the given limits; the others are the default ones. */
const starterFor =
  (certificate: () => Certificate | undefined) => async (limits: Partial<Limits>) => {
    const app = new Hono<Env>()
      .get('/', (context) => context.text('here'))
      .get('/large', (context) => context.text(large))
      .post('/', async (context) => {
        const bytes = await readBytes(context, 100)
        return context.text(typeof bytes === 'string' ? bytes : 'read', 400)
      })
    const identity = certificate()
    const server = createHttpServer({ ...defaultLimits, checkInterval: 10, ...limits }, identity)
    attachApp(server, app, recordingLog().log)
    const port = await listen(server, 0, '127.0.0.1')
    onTestFinished(() => closeServer(server, 0))
    const opening = (allowHalfOpen: boolean): Socket => {
      const plain = connect({ port, host: '127.0.0.1', allowHalfOpen })
      if (!identity) return plain
      plain.on('error', () => {})
      return connectSecurely({ socket: plain, ca: identity.cert, servername: tlsHost })
    }
    const open = (sent = '', allowHalfOpen = false): Socket => {
      const socket = opening(allowHalfOpen)
      onTestFinished(() => {
        socket.destroy()
      })
      socket.on('error', () => {})
      socket.write(sent)
      return socket
    }
    const connections = () =>
      new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
    /** Resolves when the server closes the first connection. */
    const firstClosed = new Promise((resolve) =>
      server.once('connection', (socket) => socket.once('close', resolve)),
    )
    return { open, port, connections, firstClosed }
  }

/** Resolves when the other side closes a connection. */
const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve).resume())

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
const post = (body: string, headers = '') =>
  `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n${headers}\r\n${body}`

const timeoutResponse =
  /^HTTP\/1\.1 408 Request Timeout\r\n.*\r\n\r\n\{"message":"The request did not arrive in time"\}$/s

let certificate: Certificate

beforeAll(() => {
  certificate = makeCertificate()
})

describe.each<[string, () => Certificate | undefined]>([
  ['over plain HTTP', () => undefined],
  ['over TLS', () => certificate],
])('%s', (_, used) => {
  const start = starterFor(used)

  describe('a slow client', () => {
    test.each([
      ['that sends nothing', ''],
      ['that sends half a header', 'GET / HTTP/1.1\r\nX-Slow: a'],
    ])('%s gets 408', async (_, sent) => {
      const { open } = await start({ headersTimeout: 30 })
      expect(await text(open(sent))).toMatch(timeoutResponse)
    })

    test('that sends half a body gets one 408', async () => {
      const { open, firstClosed } = await start({ headersTimeout: 20, requestTimeout: 50 })
      expect(await text(open(post('half')))).toMatch(timeoutResponse)
      await firstClosed
    })

    test('that sends a byte at a time gets 408', async () => {
      const { open } = await start({ headersTimeout: 100 })
      const socket = open('GET / HTTP/1.1\r\n')
      const drip = setInterval(() => socket.write('X: y\r\n'), 10)
      onTestFinished(() => clearInterval(drip))
      expect(await text(socket)).toMatch(timeoutResponse)
    })

    test('that sends no further request is disconnected without a response', async () => {
      const { open } = await start({ keepAliveTimeout: 20 })
      expect(await text(open(get('/')))).toMatch(/^HTTP\/1\.1 200 .*here$/s)
    })

    test('that sends only blank lines after its response is disconnected', async () => {
      const { open, firstClosed } = await start({ keepAliveTimeout: 20, headersTimeout: 30 })
      const socket = open(get('/')).resume()
      const drip = setInterval(() => socket.write('\r\n'), 5)
      onTestFinished(() => clearInterval(drip))
      await firstClosed
    })

    test('that reads nothing of its response is disconnected', async () => {
      const { open, firstClosed } = await start({ idleTimeout: 50 })
      open(get('/large')).pause()
      await firstClosed
    })

    test('that reads its response too slowly is disconnected', async () => {
      const { open, firstClosed } = await start({ responseTimeout: 200 })
      const socket = open(get('/large')).pause()
      const sip = setInterval(() => socket.read(1024), 10)
      onTestFinished(() => clearInterval(sip))
      await firstClosed
    })

    test('that keeps sending after a rejection is disconnected', async () => {
      const { open } = await start({ lingerTimeout: 50 })
      const socket = open('HELLO\r\n\r\n', true)
      const more = setInterval(() => socket.write('HELLO\r\n\r\n'), 10)
      onTestFinished(() => clearInterval(more))
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk
      })
      await closed(socket)
      expect(answer).toMatch(/^HTTP\/1\.1 400 .*\{"message":"The request is no HTTP"\}$/s)
    })
  })

  describe('a greedy client', () => {
    test('that sends 32 MiB of garbage before it reads gets 400', async () => {
      const { open } = await start({})
      const socket = open(`HELLO\r\n\r\n${large}`)
      expect(await text(socket)).toMatch(
        /^HTTP\/1\.1 400 .*\{"message":"The request is no HTTP"\}$/s,
      )
    })

    const headers = (count: number) =>
      Array.from({ length: count }, (_, i) => `X-${i}: y\r\n`).join('')

    test('may send 100 headers', async () => {
      const { open } = await start({})
      const request = get('/', `${headers(98)}Connection: close\r\n`)
      expect(await text(open(request))).toMatch(/^HTTP\/1\.1 200 /)
    })

    test.each([
      ['101 headers', headers(100)],
      ['2,000 headers', headers(2000)],
      ['one large header', `X: ${'y'.repeat(17_000)}\r\n`],
    ])('with %s gets 431', async (_, sent) => {
      const { open } = await start({})
      expect(await text(open(get('/', sent)))).toMatch(
        /^HTTP\/1\.1 431 .*\{"message":"The headers are too many or too large"\}$/s,
      )
    })

    test('may pipeline 100 requests and is disconnected at 101', async () => {
      const { open } = await start({ keepAliveTimeout: 3_600_000, idleTimeout: 3_600_000 })
      const hundredRequests = get('/').repeat(99) + get('/', 'Connection: close\r\n')
      expect((await text(open(hundredRequests))).match(/here/g)).toHaveLength(100)
      await closed(open(get('/').repeat(101)))
    })

    test('connections over the maximum are closed at once; earlier ones are served', async () => {
      const { open, connections } = await start({ maxConnections: 3 })
      const first = open(get('/'))
      const second = open()
      open()
      await new Promise((answered) => first.once('data', answered))
      await expect.poll(connections).toBe(3)
      await closed(open(get('/')))
      second.end(get('/', 'Connection: close\r\n'))
      expect(await text(second)).toMatch(/here$/)
    })
  })
})

describe('over TLS', () => {
  test.each([
    ['sends nothing', ''],
    ['sends plain HTTP', get('/')],
    ['starts a handshake', '\x16\x03\x01'],
  ])('a client that %s is disconnected', async (_, sent) => {
    const { port, firstClosed } = await starterFor(() => certificate)({ handshakeTimeout: 50 })
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write(sent, 'latin1')
    await Promise.all([closed(socket), firstClosed])
  })
})
