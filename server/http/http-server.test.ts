import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { connect as connectSecurely } from 'node:tls'
import { Hono } from 'hono'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readText } from '../../generated/bodies.ts'
import { recordingLog } from '../../tests/kit/recording-log.ts'
import { type Certificate, makeCertificate, tlsHost } from '../../tests/kit/tls.ts'
import type { Env } from './call.ts'
import {
  attachApp,
  closeServer,
  createHttpServer,
  defaultLimits,
  type Limits,
  listen,
} from './http-server.ts'

/** More than the buffers between two sockets hold. */
const large = 'x'.repeat(32 * 1024 * 1024)

const certificate = makeCertificate()

/** Time limits that are short, so that no test waits for long. */
const short = { connectionsCheckingInterval: 10, lingerTimeout: 100, quietTimeout: 100 }

/** Starts a server. `/held` responds when `respond` is called, `/late` after a parser error. */
const start = async (
  limits: Partial<Limits> = {},
  identity?: Certificate,
  trustedProxies: string[] = [],
) => {
  const all = { ...defaultLimits, ...short, ...limits }
  const server = createHttpServer(all, identity, trustedProxies)
  const held = Promise.withResolvers<void>()
  const parserError = new Promise((resolve) => server.once('clientError', resolve))
  const paths: string[] = []
  const app = new Hono<Env>()
    .use(async ({ req }, next) => {
      paths.push(req.path)
      await next()
    })
    .all('/now', (context) => context.text('now'))
    .get('/large', (context) => context.text(large))
    .all('/body', async (context) => context.text(await readText(context, 100).catch(String)))
    .get('/held', async (context) => {
      await held.promise
      return context.text('held')
    })
    .all('/late', async (context) => {
      await parserError
      return context.text('late')
    })
  attachApp(server, app, recordingLog().log)
  const port = await listen(server, 0, '127.0.0.1')
  onTestFinished(() => closeServer(server, 0))
  const open = (...sent: string[]): Socket => {
    const plain = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
    const socket = identity
      ? connectSecurely({ socket: plain, ca: identity.cert, servername: tlsHost })
      : plain
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {}).write(sent.join(''))
    return socket
  }
  /** Opens a connection that has had a response. */
  const openIdle = async (): Promise<Socket> => {
    const socket = open(get('/now'))
    await once(socket, 'data')
    return socket
  }
  /** Resolves when the server closes the first connection. */
  const closed = new Promise((resolve) =>
    server.once('connection', (socket) => socket.once('close', resolve)),
  )
  return { server, open, openIdle, closed, respond: held.resolve, paths, port }
}

/** Opens a connection from an address of this machine. */
const openFrom = (port: number, localAddress: string): Socket => {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
  onTestFinished(() => void socket.destroy())
  return socket
}

const repeatedly = (milliseconds: number, act: () => void) => {
  const timer = setInterval(act, milliseconds)
  onTestFinished(() => clearInterval(timer))
}

/** Reads until the server closes the connection. Returns each response without its version. */
const readResponses = async (socket: Socket): Promise<string[]> => {
  const [before, ...received] = (await text(socket)).split('HTTP/1.1 ')
  expect(before).toBe('')
  return received
}

/** Status and body of each response. */
const responses = async (socket: Socket): Promise<string[]> =>
  (await readResponses(socket)).map((each) => each.replace(/^([0-9]+).*?\r\n\r\n/s, '$1 '))

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
const last = 'Connection: close\r\n'
const chunked = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${body}`
const withBody = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\n${last}Content-Length: ${body.length}\r\n\r\n${body}`
const withHosts = (...hosts: string[]) => `GET /now HTTP/1.1\r\n${hosts.join('\r\n')}\r\n\r\n`
const headers = (count: number) => Array.from({ length: count }, (_, i) => `X-${i}: y\r\n`).join('')

const noHttp = '400 {"message":"The request is no HTTP"}'
const noPath = '400 {"message":"The request target is not a path"}'
const notOneHost = '400 {"message":"The request must have one Host header"}'
const tooLarge = '431 {"message":"The headers are too many or too large"}'
const late = '408 {"message":"The request did not arrive in time"}'
const half = 'POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\nhalf'
const timeouts = { headersTimeout: 300, requestTimeout: 400, keepAliveTimeout: 100 }

type Case = [what: string, sent: string[], responses: string[], limits?: Partial<Limits>]

const malformed: Case[] = [
  ['malformed bytes', [get('/now'), get('/late'), 'HI\r\n\r\n'], ['200 now', '200 late', noHttp]],
  ['a malformed body', [get('/late'), chunked('/body', 'ZZ\r\n')], ['200 late', noHttp]],
  ['a malformed rest of a body', [chunked('/late', '2\r\nab\r\nZZ\r\n'), get('/now')], [noHttp]],
  ['half a header', ['GET / HTTP/1.1\r\nX-Slow: a'], [late], timeouts],
]

const cases: Case[] = [
  ...malformed,
  [
    'a body that is too large',
    [chunked('/body', `100000\r\n${'x'.repeat(2 ** 20)}\r\n0\r\n\r\n`), get('/now', last)],
    ['200 UnreadableBody: must be at most 100 bytes', '200 now'],
  ],
  ['32 MiB of garbage', [`HI\r\n\r\n${large}`], [noHttp]],
  ['32 MiB that are not read', [withBody('/now', large)], ['200 now'], { lingerTimeout: 10_000 }],
  ['a target that is no URL', [`GET http://[ HTTP/1.1\r\nHost: x\r\n${last}\r\n`], [noPath]],
  ['CONNECT', [get('/now'), 'CONNECT a:443 HTTP/1.1\r\nHost: x\r\n\r\n'], ['200 now', noPath]],
  ['two hosts', [get('/now'), withHosts('Host: a', 'X: b', 'host:')], ['200 now', notOneHost]],
  ['no host', [withHosts('X: b')], [notOneHost]],
  ['no host in HTTP/1.0', ['GET /now HTTP/1.0\r\n\r\n'], ['200 now']],
  ['100 headers', [get('/now', headers(98) + last)], ['200 now']],
  ['101 headers', [get('/now', headers(100))], [tooLarge]],
  ['a large header', [get('/now', `X: ${'y'.repeat(17_000)}\r\n`)], [tooLarge]],
  ['100 requests', [get('/now').repeat(99), get('/now', last)], Array(100).fill('200 now')],
  ['no further request', [get('/now')], ['200 now'], timeouts],
  ['nothing', [], [late], timeouts],
  ['half a body', [half], [late], timeouts],
]

test.each(cases)('after %s, the client gets its responses', async (_, sent, expected, limits) => {
  const { open } = await start(limits)
  expect(await responses(open(...sent))).toEqual(expected)
})

test.each(malformed)('over TLS, it does so after %s', async (_, sent, expected, limits) => {
  const { open } = await start(limits, certificate)
  expect(await responses(open(...sent))).toEqual(expected)
})

test('a malformed rest of a body that comes after the response closes the connection', async () => {
  const { open } = await start()
  const socket = open(chunked('/now', '2\r\nab\r\n'))
  const received = responses(socket)
  await once(socket, 'data')
  socket.write('ZZ\r\n')
  expect(await received).toEqual(['200 now'])
})

test('requests after the last response of a connection are ignored', async () => {
  const { open, paths } = await start()
  const sent = [withHosts('Host: a', 'Host: a'), get('/now'), 'HI']
  expect(await responses(open(...sent))).toEqual([notOneHost])
  expect(paths).toEqual([])
})

/** Sends bytes, and then more of them one after the other. */
const slowly = (sent: string, more: string) => (socket: Socket) => {
  socket.resume().write(sent)
  repeatedly(50, () => socket.write(more))
}

const greedy: [what: string, limits: Partial<Limits>, act: (socket: Socket) => void][] = [
  [
    'reads nothing of its response',
    { timeout: 50 },
    (socket) => socket.pause().write(get('/large')),
  ],
  [
    'keeps sending after a rejection',
    {},
    (socket) => {
      socket.resume()
      repeatedly(10, () => socket.write('HI\r\n\r\n'))
    },
  ],
  ['sends only blank lines', timeouts, slowly('', '\r\n')],
  ['sends its headers slowly', timeouts, slowly('GET / HTTP/1.1\r\n', 'X: y\r\n')],
  ['sends its body slowly', timeouts, slowly(half, 'x')],
  ['sends 101 requests ahead', {}, (socket) => socket.resume().write(get('/held').repeat(101))],
]

test.each(greedy)('a client that %s is disconnected', async (_, limits, act) => {
  const { open, closed } = await start(limits)
  act(open())
  await closed
})

test('connections over the maximum are closed at once; earlier ones are served', async () => {
  const { open, openIdle, server } = await start({ maxConnections: 2 })
  const first = await openIdle()
  await openIdle()
  const dropped = once(server, 'drop')
  const third = open(get('/now')).resume()
  await Promise.all([dropped, new Promise((resolve) => third.once('end', resolve))])
  first.write(get('/now', last))
  expect(await responses(first)).toEqual(['200 now'])
})

test('an address has a maximum of connections, and others and proxies are served', async () => {
  const { openIdle, server, port } = await start({ maxConnectionsPerAddress: 2 })
  const heads = [await openIdle(), await openIdle()]
  const dropped = once(server, 'drop')
  const third = openFrom(port, '127.0.0.1')
  await Promise.all([dropped, once(third, 'close')])
  const other = openFrom(port, '127.0.0.2')
  other.write(get('/now', last))
  expect(await responses(other)).toEqual(['200 now'])
  // A closed connection counts no more.
  heads[0]?.destroy()
  const served = async () => {
    const socket = openFrom(port, '127.0.0.1')
    socket.write(get('/now', last))
    return responses(socket)
  }
  await expect.poll(served).toEqual(['200 now'])
  const behindProxy = await start({ maxConnectionsPerAddress: 1 }, undefined, ['127.0.0.0/8'])
  await behindProxy.openIdle()
  await behindProxy.openIdle()
})

test.each(['', get('/now'), '\x16\x03\x01'])(
  'a client that sends %j instead of a TLS handshake is disconnected',
  async (sent) => {
    const { port, closed } = await start({ handshakeTimeout: 50 }, certificate)
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write(sent, 'latin1')
    // The end may be a reset, which is an error before it.
    const ended = new Promise((resolve) => socket.resume().once('close', resolve))
    await Promise.all([ended, closed])
  },
)

const grace = 600_000

/** Keeps the event loop for some milliseconds. The turn that follows begins with timers. */
const beBusy = (milliseconds: number): void => {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test('a request that arrives while the process is busy for as long as idle connections stay open gets its response', async () => {
  const { server, openIdle } = await start({ keepAliveTimeout: 100 })
  Object.assign(server, { keepAliveTimeoutBuffer: 0 })
  const socket = await openIdle()
  await nextTurn()
  socket.write(get('/now', last))
  beBusy(200)
  expect(await responses(socket)).toEqual(['200 now'])
})

/** Status, `Connection` header and body of each response. */
const lastResponses = async (socket: Socket): Promise<string[]> =>
  (await readResponses(socket)).map((each) =>
    each.replace(/^([0-9]+).*?\r\nConnection: (\S+).*?\r\n\r\n/s, '$1 $2 '),
  )

describe.each([
  ['over plain HTTP', undefined],
  ['over TLS', certificate],
])('while a server stops, %s', (_, identity) => {
  test.each([
    ['a request on an open connection', get('/now'), '200 close now'],
    ['a malformed one', 'HI\r\n\r\n', '400 close {"message":"The request is no HTTP"}'],
  ])('%s gets the last response of the connection', async (_, sent, response) => {
    const { server, openIdle } = await start({ quietTimeout: 60_000 }, identity)
    const socket = await openIdle()
    const stopped = closeServer(server, grace)
    await expect.poll(() => server.listening).toBe(false)
    socket.write(sent)
    expect(await lastResponses(socket)).toEqual([response])
    await stopped
  })

  test('a request that arrives while the process is busy gets its response', async () => {
    const quietTimeout = 300
    const { server, openIdle } = await start({ quietTimeout }, identity)
    const socket = await openIdle()
    const stopped = closeServer(server, grace)
    await nextTurn()
    socket.write(get('/now'))
    beBusy(2 * quietTimeout)
    expect(await lastResponses(socket)).toEqual(['200 close now'])
    await stopped
  })

  test('requests in progress are served, and the last response closes the connection', async () => {
    const { server, open, respond, paths } = await start({}, identity)
    const sockets = [open(get('/held')), open(get('/held') + get('/held'))]
    await expect.poll(() => paths).toHaveLength(3)
    const stopped = closeServer(server, grace)
    sockets[1]?.write(get('/now'))
    await expect.poll(() => paths).toHaveLength(4)
    // Longer than idle connections stay open.
    setTimeout(respond, 2 * short.quietTimeout)
    expect(await Promise.all(sockets.map(lastResponses))).toEqual([
      ['200 close held'],
      ['200 keep-alive held', '200 keep-alive held', '200 close now'],
    ])
    await stopped
  })

  test('idle, unused and stalled connections are closed', async () => {
    const { server, open, openIdle } = await start({}, identity)
    const unused = open()
    await once(unused, identity ? 'secureConnect' : 'connect')
    const sockets = [await openIdle(), unused, open('GET / HTTP/1.1\r\n')]
    const ended = sockets.map((socket) => text(socket))
    await closeServer(server, grace)
    expect(await Promise.all(ended)).toEqual(['', '', ''])
  })

  test('a connection whose last response had begun is closed when that is sent', async () => {
    const { server, open } = await start({ keepAliveTimeout: grace }, identity)
    const socket = open(get('/large'))
    await once(socket, 'readable')
    const stopped = closeServer(server, grace)
    expect(await lastResponses(socket)).toEqual([`200 keep-alive ${large}`])
    await stopped
  })

  test('a handshake or a request without end does not delay the stop', async () => {
    const { server, open, paths, port } = await start({}, identity)
    const ended = text(open(get('/held')))
    const silent = connect(port, '127.0.0.1').on('error', () => {})
    await expect.poll(() => paths).toEqual(['/held'])
    await closeServer(server, 100)
    expect(await ended).toBe('')
    silent.destroy()
  })
})

test('a stopping server accepts connections while they arrive, and responds afterwards', async () => {
  const { server, open, paths } = await start()
  const stopped = closeServer(server, grace)
  const sockets = Array.from({ length: 20 }, () => open(get('/now')))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  expect([server.listening, paths]).toEqual([true, []])
  expect(await Promise.all(sockets.map(responses))).toEqual(sockets.map(() => ['200 now']))
  await stopped
})

test('a connection that arrives while a stopping server is busy gets its response', async () => {
  const { server, open } = await start()
  const stopped = closeServer(server, grace)
  await nextTurn()
  const socket = open(get('/now'))
  // The system connects when this turn has ended, and Node accepts in the next one.
  await new Promise(process.nextTick)
  beBusy(200)
  expect(await lastResponses(socket)).toEqual(['200 close now'])
  await stopped
})

test('with a delay, a stopping server responds to new connections until it is over', async () => {
  const { server, open, port } = await start()
  const stopped = closeServer(server, grace, 200)
  expect(await lastResponses(open(get('/now')))).toEqual(['200 close now'])
  expect(server.listening).toBe(true)
  await stopped
  const refused = connect(port, '127.0.0.1')
  expect(await once(refused, 'error')).toMatchObject([{ code: 'ECONNREFUSED' }])
})
