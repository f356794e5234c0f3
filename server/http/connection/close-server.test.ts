import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect as connectSecurely } from 'node:tls'
import { Hono } from 'hono'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { recordingLog } from '../../../testkit/recording-log.ts'
import { type Certificate, makeCertificate, tlsHost } from '../../../testkit/tls.ts'
import type { Env } from '../kit/env.ts'
import { closeServer } from './close-server.ts'
import { attachApp, createHttpServer, defaultLimits } from './http-server.ts'
import { listen } from './listen.ts'

/** Longer than any test takes. */
const grace = 600_000

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

/** Status, `Connection` header and body of each response. */
const responsesIn = (received: string): string[] =>
  received
    .split(/(?=HTTP\/1\.1 )/)
    .map((response) =>
      response.replace(/^HTTP\/1\.1 ([0-9]+).*\r\nConnection: (\S+).*\r\n\r\n/s, '$1 $2 '),
    )

let certificate: Certificate

beforeAll(() => {
  certificate = makeCertificate()
})

/** Starts a server that responds to `/now` at once and to `/held` when `respond` is called. */
const start = async (identity?: Certificate) => {
  const server = createHttpServer({ ...defaultLimits, checkInterval: 10 }, identity)
  const held = Promise.withResolvers<void>()
  const paths: string[] = []
  const app = new Hono<Env>()
    .use(async (context, next) => {
      paths.push(context.req.path)
      await next()
    })
    .all('/now', (context) => context.text('now'))
    .all('/held', async (context) => {
      await held.promise
      return context.text('held')
    })
    .all('/begun', () => {
      const encoder = new TextEncoder()
      const body = new ReadableStream<Uint8Array>({
        async start(controller) {
          controller.enqueue(encoder.encode('begun'))
          await held.promise
          controller.enqueue(encoder.encode('held'))
          controller.close()
        },
      })
      return new Response(body)
    })
  attachApp(server, app, recordingLog().log)
  const port = await listen(server, 0, '127.0.0.1')
  onTestFinished(() => closeServer(server, 0))
  const open = async (sent = ''): Promise<Socket> => {
    const plain = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const socket = identity
      ? connectSecurely({ socket: plain, ca: identity.cert, servername: tlsHost })
      : plain
    onTestFinished(() => {
      socket.destroy()
    })
    await once(socket, identity ? 'secureConnect' : 'connect')
    socket.write(sent)
    return socket
  }
  /** Opens a connection that has had a response. */
  const openIdle = async (): Promise<Socket> => {
    const socket = await open(get('/now'))
    await once(socket, 'data')
    return socket
  }
  return { server, open, openIdle, respond: held.resolve, paths, port }
}

test('a server that has closed has no timers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = createHttpServer()
  await listen(server, 0, '127.0.0.1')
  expect(vi.getTimerCount()).toBeGreaterThan(0)
  await closeServer(server, 0)
  expect(vi.getTimerCount()).toBe(0)
})

describe.each<[string, () => Certificate | undefined]>([
  ['over plain HTTP', () => undefined],
  ['over TLS', () => certificate],
])('while a server stops, %s', (_, identity) => {
  test('a request on an open connection is served and its response closes the connection', async () => {
    const { server, openIdle } = await start(identity())
    const socket = await openIdle()
    const stopped = closeServer(server, grace)
    await expect.poll(() => server.listening).toBe(false)
    socket.write(get('/now'))
    expect(responsesIn(await text(socket))).toEqual(['200 close now'])
    await stopped
  })

  test('a response in progress closes its connection', async () => {
    const { server, open, respond, paths } = await start(identity())
    const socket = await open(get('/held'))
    await expect.poll(() => paths).toEqual(['/held'])
    const stopped = closeServer(server, grace)
    respond()
    expect(responsesIn(await text(socket))).toEqual(['200 close held'])
    await stopped
  })

  test('pipelined requests are served and the last response closes the connection', async () => {
    const { server, open, respond, paths } = await start(identity())
    const socket = await open(get('/held') + get('/held'))
    await expect.poll(() => paths).toHaveLength(2)
    const stopped = closeServer(server, grace)
    socket.write(get('/now'))
    await expect.poll(() => paths).toHaveLength(3)
    respond()
    const responses = responsesIn(await text(socket))
    expect(responses).toEqual(['200 keep-alive held', '200 keep-alive held', '200 close now'])
    await stopped
  })

  test('idle and unused connections are closed', async () => {
    const { server, open, openIdle } = await start(identity())
    const sockets = [await openIdle(), await open()]
    const ended = sockets.map((socket) => text(socket))
    await closeServer(server, grace)
    expect(await Promise.all(ended)).toEqual(['', ''])
  })
})

test('a request after the last response of a connection is ignored', async () => {
  const { server, openIdle, respond, paths } = await start()
  const socket = await openIdle()
  const stopped = closeServer(server, grace)
  socket.write(get('/begun'))
  await once(socket, 'data')
  const arrived = once(server, 'request')
  socket.write(get('/now'))
  await arrived
  respond()
  expect(await text(socket)).toMatch(/held\r\n0\r\n\r\n$/)
  expect(paths).toEqual(['/now', '/begun'])
  await stopped
})

test('a connection is closed after its last response, also if the client does not end it', async () => {
  // No timeout closes it instead.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { server, openIdle } = await start()
  const socket = await openIdle()
  const stopped = closeServer(server, grace)
  socket.write(get('/now'))
  const [response] = await once(socket, 'data')
  expect(responsesIn(String(response))).toEqual(['200 close now'])
  await stopped
})

test('a malformed request is rejected with Connection: close while a server stops', async () => {
  const { server, openIdle } = await start()
  const socket = await openIdle()
  const stopped = closeServer(server, grace)
  socket.write('HELLO\r\n\r\n')
  expect(responsesIn(await text(socket))).toEqual([
    '400 close {"message":"The request is no HTTP"}',
  ])
  await stopped
})

test('a client that still sends its body while a server stops gets the early response', async () => {
  const { server, openIdle } = await start()
  const socket = await openIdle()
  const stopped = closeServer(server, grace)
  const body = 'x'.repeat(4 * 1024 * 1024)
  socket.write(`POST /now HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`)
  const response = text(socket)
  socket.end(body)
  expect(responsesIn(await response)).toEqual(['200 close now'])
  await stopped
})

test('with a delay, a stopping server accepts connections until the delay is over', async () => {
  const { server, open, port } = await start()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const stopped = closeServer(server, grace, 60_000)
  expect(responsesIn(await text(await open(get('/now'))))).toEqual(['200 close now'])
  await vi.advanceTimersByTimeAsync(60_000)
  await stopped
  const refused = connect(port, '127.0.0.1')
  expect(await once(refused, 'error')).toMatchObject([{ code: 'ECONNREFUSED' }])
})

test('a server without connections stops at once', async () => {
  const { server } = await start()
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  await closeServer(server, grace)
})

test('a server stops listening at once only if clients have no time', async () => {
  for (const milliseconds of [0, 1]) {
    const { server } = await start()
    const stopped = closeServer(server, milliseconds)
    expect(server.listening).toBe(milliseconds > 0)
    await stopped
  }
})
