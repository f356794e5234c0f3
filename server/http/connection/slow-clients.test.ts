import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect as connectSecurely } from 'node:tls'
import { Hono } from 'hono'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { recordingLog } from '../../../testkit/recording-log.ts'
import { type Certificate, makeCertificate, tlsHost } from '../../../testkit/tls.ts'
import type { Env } from '../api/env.ts'
import { readBytes } from '../api/read-bytes.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { attach, close, listen, newServer } from './listen.ts'

/** More than the buffers between two sockets hold. */
const large = 'x'.repeat(32 * 1024 * 1024)

/** A server that is strict in what it is told to be, and patient otherwise. */
const starting =
  (certificate: () => Certificate | undefined) => async (strict: Partial<Limits>) => {
    const app = new Hono<Env>()
      .get('/', (context) => context.text('here'))
      .get('/large', (context) => context.text(large))
      .post('/', async (context) => {
        const bytes = await readBytes(context, 100)
        return context.text(typeof bytes === 'string' ? bytes : 'read', 400)
      })
    const identity = certificate()
    const server = newServer({ ...defaultLimits, every: 10, ...strict }, identity)
    attach(server, app, recordingLog().log)
    const port = await listen(server, 0, '127.0.0.1')
    onTestFinished(() => close(server, 0))
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
    /** The server has let go of the first connection. */
    const hungUp = new Promise((resolve) =>
      server.once('connection', (socket) => socket.once('close', resolve)),
    )
    return { open, port, connections, hungUp }
  }

/** Waits until the other side has closed a connection; what it said is of no interest. */
const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve).resume())

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
const post = (body: string, headers = '') =>
  `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n${headers}\r\n${body}`

const lateAnswer =
  /^HTTP\/1\.1 408 Request Timeout\r\n.*\r\n\r\n\{"message":"The request did not arrive in time"\}$/s

let certificate: Certificate

beforeAll(() => {
  certificate = makeCertificate()
})

describe.each<[string, () => Certificate | undefined]>([
  ['in the clear', () => undefined],
  ['over TLS', () => certificate],
])('%s', (_, used) => {
  const start = starting(used)

  describe('a client that takes its time', () => {
    test.each([
      ['that says nothing', ''],
      ['that says half a header', 'GET / HTTP/1.1\r\nX-Slow: a'],
    ])('%s is answered 408', async (_, sent) => {
      const { open } = await start({ headersWithin: 30 })
      expect(await text(open(sent))).toMatch(lateAnswer)
    })

    test('that sends half a body is answered 408, once', async () => {
      const { open, hungUp } = await start({ headersWithin: 20, requestWithin: 50 })
      expect(await text(open(post('half')))).toMatch(lateAnswer)
      await hungUp
    })

    test('that sends a byte now and then is answered 408', async () => {
      const { open } = await start({ headersWithin: 100 })
      const socket = open('GET / HTTP/1.1\r\n')
      const drip = setInterval(() => socket.write('X: y\r\n'), 10)
      onTestFinished(() => clearInterval(drip))
      expect(await text(socket)).toMatch(lateAnswer)
    })

    test('that asks no more is left', async () => {
      const { open } = await start({ keepAlive: 20 })
      expect(await text(open(get('/')))).toMatch(/^HTTP\/1\.1 200 .*here$/s)
    })

    test('that sends nothing but empty lines after its answer is hung up on', async () => {
      const { open, hungUp } = await start({ keepAlive: 20, headersWithin: 30 })
      const socket = open(get('/')).resume()
      const drip = setInterval(() => socket.write('\r\n'), 5)
      onTestFinished(() => clearInterval(drip))
      await hungUp
    })

    test('that takes nothing of its answer is hung up on', async () => {
      const { open, hungUp } = await start({ idle: 50 })
      open(get('/large')).pause()
      await hungUp
    })

    test('that takes its answer a little at a time is hung up on', async () => {
      const { open, hungUp } = await start({ answerWithin: 200 })
      const socket = open(get('/large')).pause()
      const sip = setInterval(() => socket.read(1024), 10)
      onTestFinished(() => clearInterval(sip))
      await hungUp
    })

    test('that was refused and stays is hung up on', async () => {
      const { open } = await start({ linger: 50 })
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

  describe('a client that sends too much', () => {
    test('before it reads is told why, once it reads', async () => {
      const { open } = await start({})
      const socket = open(`HELLO\r\n\r\n${large}`)
      expect(await text(socket)).toMatch(
        /^HTTP\/1\.1 400 .*\{"message":"The request is no HTTP"\}$/s,
      )
    })

    const headers = (count: number) =>
      Array.from({ length: count }, (_, i) => `X-${i}: y\r\n`).join('')

    test('a hundred headers are read', async () => {
      const { open } = await start({})
      const request = get('/', `${headers(98)}Connection: close\r\n`)
      expect(await text(open(request))).toMatch(/^HTTP\/1\.1 200 /)
    })

    test.each([
      ['one more', headers(100)],
      ['two thousand', headers(2000)],
      ['one that is large', `X: ${'y'.repeat(17_000)}\r\n`],
    ])('%s is 431', async (_, sent) => {
      const { open } = await start({})
      expect(await text(open(get('/', sent)))).toMatch(
        /^HTTP\/1\.1 431 .*\{"message":"The headers are too many or too large"\}$/s,
      )
    })

    test('a hundred requests before it takes an answer is answered, with one more it is hung up on', async () => {
      const { open } = await start({ keepAlive: 3_600_000, idle: 3_600_000 })
      const hundred = get('/').repeat(99) + get('/', 'Connection: close\r\n')
      expect((await text(open(hundred))).match(/here/g)).toHaveLength(100)
      await closed(open(get('/').repeat(101)))
    })

    test('connections past the most are closed at once, and those before them served', async () => {
      const { open, connections } = await start({ connections: 3 })
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
    ['says nothing', ''],
    ['speaks HTTP in the clear', get('/')],
    ['begins to shake hands', '\x16\x03\x01'],
  ])('who %s is hung up on', async (_, sent) => {
    const { port, hungUp } = await starting(() => certificate)({ handshakeWithin: 50 })
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write(sent, 'latin1')
    await Promise.all([closed(socket), hungUp])
  })
})
