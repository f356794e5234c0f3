import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import { createServer as createSecureServer, Server as SecureServer } from 'node:https'
import type { Server as NetServer, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { accessLog, matchedRoute, onCompletedRequest } from './access-log.ts'
import type { Env } from './call.ts'
import { countedPeer, trustedPeer } from './client-address.ts'
import { json } from './respond.ts'

/** How much a client may send, and how long it may take. A well-behaved client on a slow line does not reach them. */
export const defaultLimits = {
  /** Bytes of the request line and the headers together. */
  maxHeaderSize: 16 * 1024,
  maxHeadersCount: 100,
  /** Milliseconds for the TLS handshake. */
  handshakeTimeout: 10_000,
  /** Milliseconds for all headers, from the start of the connection or the end of the previous response. */
  headersTimeout: 10_000,
  /** Milliseconds for the whole request. */
  requestTimeout: 30_000,
  /** Milliseconds that an idle connection stays open for the next request. */
  keepAliveTimeout: 5000,
  /** Milliseconds without a byte in either direction. */
  timeout: 60_000,
  /** Milliseconds between a last response and the close of its connection, if the client may still be sending. */
  lingerTimeout: 1000,
  /**
   * Milliseconds without a byte after which a stopping server closes an idle connection. A client that
   * sends a request just then loses it, so this is longer than a busy client pauses.
   */
  quietTimeout: 1000,
  /** Requests of one connection that may wait for their responses. */
  maxPipelined: 100,
  maxConnections: 4096,
  /** Connections of an address that may be open at one time: more than those of an office. */
  maxConnectionsPerAddress: 1024,
  /** Milliseconds between two checks of the timeouts. */
  connectionsCheckingInterval: 1000,
}

export type Limits = Readonly<typeof defaultLimits>

const states = new WeakMap<Server, State>()

const malformed = rejection(400, 'The request is no HTTP')

const noPath = rejection(400, 'The request target is not a path')

/** The rejections of other errors, by the code of Node's parser. */
const rejections: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: rejection(431, 'The headers are too many or too large'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: rejection(413, 'The body is too large'),
  ERR_HTTP_REQUEST_TIMEOUT: rejection(408, 'The request did not arrive in time'),
}

/** TLS 1.0 and 1.1 are deprecated (RFC 8996). Set here, so that no option of Node enables them. */
export const tlsVersions = { minVersion: 'TLSv1.2' } as const

/** A certificate with its chain, and its private key, both as PEM. */
export type Identity = { readonly cert: string; readonly key: string }

/** Milliseconds without a new connection after which a stopping server no longer listens. */
const unusedMilliseconds = 50

/** How often a stopping server waits for that time, at most. */
const maxWaits = 20

/**
 * Creates an HTTP server that is not listening yet. Its limits keep slow and greedy clients from
 * holding connections and memory.
 * @param identity its TLS certificate and key; without one it serves plain HTTP.
 * @param trustedProxies networks of proxies, which may open any number of connections.
 */
export const createHttpServer = (
  limits: Limits = defaultLimits,
  identity?: Identity,
  trustedProxies: readonly string[] = [],
): Server => {
  // By default, Node drops a second Host header, and rejects a request without one with an empty body.
  const options = { ...limits, joinDuplicateHeaders: true, requireHostHeader: false }
  const server = identity
    ? createSecureServer({ ...options, ...identity, ...tlsVersions })
    : createServer(options)
  const { timeout, maxConnections, maxHeadersCount } = limits
  Object.assign(server, { timeout, maxConnections, maxHeadersCount })
  // A request may have arrived while the process was busy: timers come before reads from sockets.
  server.on('timeout', (socket: Socket) => {
    const { bytesRead } = socket
    setImmediate(() => {
      if (socket.bytesRead === bytesRead) socket.destroy()
    })
  })
  limitAddresses(server, limits, trustedPeer(trustedProxies))
  rejectMalformed(server, track(server, limits), limits)
  return server
}

/** Closes connections over the maximum of their address at once, as Node does over the maximum of all. */
function limitAddresses(
  server: Server,
  { maxConnectionsPerAddress }: Limits,
  isProxy: (socket: Socket) => boolean,
): void {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    if (isProxy(socket)) return
    const address = countedPeer(socket)
    const connections = (open.get(address) ?? 0) + 1
    open.set(address, connections)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    if (connections <= maxConnectionsPerAddress) return
    socket.destroy()
    server.emit('drop')
  })
}

type State = {
  readonly quietTimeout: number
  readonly connections: Map<Duplex, Connection>
  /** The app receives requests when this has resolved. */
  held?: Promise<void> | undefined
}

/** A connection, which may have sent several requests ahead. HTTP/1.1 sends their responses in order. */
type Connection = {
  readonly socket: Socket
  /** The responses that are not sent yet, in the order of their requests. */
  readonly pending: ServerResponse[]
  /** The response to the last request, sent or not. */
  last?: ServerResponse
}

/**
 * Rejects bytes that are not an HTTP request with `{ message }`, after the responses to earlier requests,
 * and closes the connection. Node would close it at once, without those responses.
 */
function rejectMalformed(server: Server, { connections }: State, { lingerTimeout }: Limits) {
  const rejected = new WeakSet<Duplex>()
  const reject = (socket: Duplex, text: string) => {
    const connection = connections.get(socket)
    if (rejected.has(socket)) return
    if (!connection || !socket.writable) return void socket.destroy()
    rejected.add(socket)
    const { before, isSilent } = rejectionIn(connection)
    const end = () => linger(socket, lingerTimeout, isSilent ? undefined : text)
    if (before) before.once('close', end)
    else end()
  }
  server.on('clientError', (error, socket) =>
    reject(socket, ('code' in error && rejections[String(error.code)]) || malformed),
  )
  // CONNECT asks for a tunnel to another host, which this server does not offer.
  server.on('connect', (_, socket) =>
    reject(
      socket.on('error', () => {}),
      noPath,
    ),
  )
}

/** Ends a connection, but reads on. Closing it while the client still sends can discard the response (RFC 9112 §9.6). */
function linger(socket: Duplex, milliseconds: number, text?: string): void {
  socket.end(text)
  setTimeout(() => socket.destroy(), milliseconds).unref()
}

/**
 * Returns the response that the end of a connection with malformed bytes waits for, and whether no rejection is sent.
 */
function rejectionIn({ pending, last }: Connection): {
  before: ServerResponse | undefined
  isSilent: boolean
} {
  const isInBody = last?.req.complete === false
  // Between requests: the rejection is one more response.
  if (!isInBody) return { before: pending.at(-1), isSilent: false }
  // In a body whose request has its response: a rejection would be taken for the next one.
  if (last.headersSent) return { before: pending.at(-1), isSilent: true }
  // In a body whose request has none: the rejection is its response.
  return { before: pending.at(-2), isSilent: false }
}

/** Tracks the connections of a server. Closes those with too many requests that wait. */
function track(server: Server, { maxPipelined, quietTimeout, lingerTimeout }: Limits): State {
  const connections: State['connections'] = new Map()
  const event = server instanceof SecureServer ? 'secureConnection' : 'connection'
  server.on(event, (socket: Socket) => {
    const connection: Connection = { socket, pending: [] }
    connections.set(socket, connection)
    const destroySoon = socket.destroySoon.bind(socket)
    // Node calls it after the last response, also if the body of its request has not arrived.
    socket.destroySoon = () =>
      connection.last?.req.complete === false ? linger(socket, lingerTimeout) : destroySoon()
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', ({ socket }, outgoing) => {
    const connection = connections.get(socket)
    if (!connection) return
    const { pending } = connection
    connection.last = outgoing
    pending.push(outgoing)
    outgoing.once('close', () => pending.splice(pending.indexOf(outgoing), 1))
    // A pending request holds about a hundred times the memory of its bytes.
    if (pending.length > maxPipelined) socket.destroy()
  })
  const state = { connections, quietTimeout }
  states.set(server, state)
  return state
}

/** An app that responds to requests. Without a router the access log shows paths instead of routes. */
type App = Pick<Hono<Env>, 'fetch'> & Partial<Pick<Hono<Env>, 'router'>>

/** Serves an app on a server, with an access log where the log's level is `debug`. */
export const attachApp = (
  server: Server,
  app: App,
  log: Logger,
  trustedProxies: readonly string[] = [],
): Server => {
  if (log.isLevelEnabled('debug'))
    onCompletedRequest(
      server,
      app.router ? matchedRoute(app.router) : ({ url }) => url?.split('?')[0],
      accessLog(log),
    )
  const respond = getRequestListener(app.fetch, {
    errorHandler: () => json(400, { message: 'The request target is not a path' }, {}),
  })
  const state = stateOf(server)
  const isTrusted = trustedPeer(trustedProxies)
  const handle: RequestListener = (incoming, outgoing) => {
    if (state.held) return void state.held.then(() => handle(incoming, outgoing))
    const { socket, headers, httpVersion } = incoming
    const before = state.connections.get(socket)?.pending.at(-2)
    // The connection is closed, or an earlier response is its last (RFC 9112 §9.6).
    if (!socket.writable || (before?.headersSent && !before.shouldKeepAlive)) return
    // Proxies may route by another Host header than the first (RFC 9112 §3.2).
    if (headers.host === undefined ? httpVersion === '1.1' : headers.host.includes(',')) {
      outgoing.shouldKeepAlive = false
      outgoing.statusCode = 400
      outgoing.setHeader('Content-Type', 'application/json')
      return void outgoing.end('{"message":"The request must have one Host header"}')
    }
    identify(incoming, isTrusted)
    // Node's parser accepts targets that `URL` does not. The asterisk names the whole server (RFC 9112 §3.2.4).
    const target = incoming.url === '*' ? '/*' : incoming.url
    incoming.url = target?.replaceAll('\\', '%5C')
    // It has no effect on any response, and an invalid one would cause an error.
    headers.host = 'localhost'
    void respond(incoming, outgoing)
  }
  // An unknown Expect header (RFC 9110 §10.1.1) is ignored.
  return server
    .on('request', handle)
    .on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing))
}

const wellFormedId = /^[\w.-]{1,64}$/

/**
 * Gives a request its id, in place of the header that it came with. The id of a trusted proxy is kept, so that
 * both logs show the same. Others could forge it.
 */
function identify({ headers, socket }: IncomingMessage, isTrusted: (socket: Socket) => boolean) {
  const given = headers['x-request-id']
  const isKept = typeof given === 'string' && wellFormedId.test(given) && isTrusted(socket)
  headers['x-request-id'] = isKept ? given : crypto.randomUUID()
}

function stateOf(server: Server): State {
  return states.get(server) ?? { ...defaultLimits, connections: new Map() }
}

/** Starts listening. Port 0 is a free one. Returns the port. @throws if the address is in use. */
export const listen = async (server: NetServer, port: number, host: string): Promise<number> => {
  await once(server.listen(port, host), 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}

/**
 * Stops accepting connections and completes the requests that were accepted. From now on every
 * response has `Connection: close`. Idle connections stay open for a second: closing one while
 * the client sends a request on it would lose the request.
 * @param graceMilliseconds how long clients have to send the rest of their requests; then their
 *   connections are closed.
 * @param delayMilliseconds how long connections are still accepted before that.
 */
export const closeServer = async (
  server: Server,
  graceMilliseconds: number,
  delayMilliseconds = 0,
): Promise<void> => {
  const state = stateOf(server)
  const closed = once(server, 'close')
  drain(server, state)
  // Node's `close` would close idle connections at once.
  server.closeIdleConnections = () => {}
  if (delayMilliseconds > 0) await sleep(delayMilliseconds)
  const isLate = sleep(graceMilliseconds, undefined, { ref: false })
  if (graceMilliseconds > 0) await stopListening(server, state)
  else server.close()
  await Promise.race([closed, isLate])
  server.closeAllConnections()
}

/**
 * Makes the next response of every connection its last, with `Connection: close`. Until then
 * connections stay open, and requests that arrive on them are served.
 */
function drain(server: Server, { connections, quietTimeout }: State): void {
  const { timeout } = server
  // Of new connections.
  server.timeout = quietTimeout
  for (const { socket, pending } of connections.values()) {
    const last = pending.at(-1)
    const wait = () => socket.setTimeout(quietTimeout)
    if (!last) wait()
    // The client has been told that the connection stays open.
    else if (last.headersSent) last.once('close', wait)
    else last.shouldKeepAlive = false
  }
  // Before the app's listener, which may respond at once.
  server.prependListener('request', ({ socket }, outgoing) => {
    socket.setTimeout(timeout)
    // Of requests that were sent ahead, the last one closes the connection.
    const before = connections.get(socket)?.pending.at(-1)
    if (before && !before.headersSent) before.shouldKeepAlive = true
    outgoing.shouldKeepAlive = false
  })
}

/**
 * Stops listening. Closing the listening socket resets the connections that the system has established
 * and Node has not accepted. So this waits until none arrives. Requests are held meanwhile, because a
 * client that has its response connects again.
 */
async function stopListening(server: Server, state: State): Promise<void> {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  state.held = promise
  let isUsed = true
  const onConnection = () => {
    isUsed = true
  }
  server.on('connection', onConnection)
  for (let waits = 0; isUsed && waits < maxWaits; waits++) {
    isUsed = false
    await sleep(unusedMilliseconds)
    // Of a busy process, timers come before the connections that have arrived.
    await nextTurn()
  }
  server.off('connection', onConnection)
  server.close()
  state.held = undefined
  release()
}

function rejection(status: number, message: string): string {
  const body = JSON.stringify({ message })
  const length = `Content-Type: application/json\r\nContent-Length: ${body.length}`
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${length}\r\nConnection: close\r\n\r\n${body}`
}
