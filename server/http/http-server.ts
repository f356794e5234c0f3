import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createSecureServer, Server as SecureServer } from 'node:https'
import type { Server as NetServer, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { accessLog, onCompletedRequest } from './access-log.ts'
import type { Env } from './env.ts'
import { json } from './respond.ts'
import { matchedRoute, pathWithoutQuery } from './router.ts'

/** How much a client may send, and how long it may take. Limits that a well-behaved client on a slow line does not reach. */
export const defaultLimits = {
  /** Bytes of the request line and the headers together. */
  maxHeaderBytes: 16 * 1024,
  /** Headers of one request. */
  maxHeaders: 100,
  /** Milliseconds for the TLS handshake. */
  handshakeTimeout: 10_000,
  /** Milliseconds for all headers, from the start of the connection or the end of the previous response. */
  headersTimeout: 10_000,
  /** Milliseconds for the whole request. */
  requestTimeout: 30_000,
  /** Milliseconds for the client to read its response. */
  responseTimeout: 120_000,
  /** Milliseconds that an idle connection stays open for the next request. */
  keepAliveTimeout: 5000,
  /** Milliseconds without a byte in either direction. */
  idleTimeout: 60_000,
  /** Milliseconds between the rejection of a malformed request and the close of its connection. */
  lingerTimeout: 1000,
  /** Requests of one connection that may wait for their responses. */
  maxPipelined: 100,
  /** Connections that may be open at one time. */
  maxConnections: 4096,
  /** Milliseconds between two checks of these limits. */
  checkInterval: 1000,
}

export type Limits = Readonly<typeof defaultLimits>

/** A connection, which may have sent several requests ahead. HTTP/1.1 sends their responses in order. */
type Connection = {
  readonly socket: Socket
  /** The number of responses that are not sent yet. */
  pending: number
  /** The response to the last request, and the one before it. */
  last?: ServerResponse
  previous?: ServerResponse | undefined
  /** When the wait for the next response, or for the next request, began. */
  since: number
  isRejected: boolean
}

type Tracked = {
  /** The TCP connections, those in a TLS handshake included. */
  sockets: Set<Socket>
  connections: Map<Duplex, Connection>
  /** The app receives requests when this has resolved. */
  held?: Promise<void> | undefined
}

const trackedServers = new WeakMap<Server, Tracked>()

const trackedOf = (server: Server): Tracked =>
  trackedServers.get(server) ?? { sockets: new Set(), connections: new Map() }

/**
 * Ends a connection, but keeps reading until the client ends it too or the time is over. Closing it
 * while the client still sends can discard the last response (RFC 9112 §9.6).
 * @param text sent first.
 */
const endAndLinger = (socket: Duplex, milliseconds: number, text?: string): void => {
  socket.end(text)
  const timer = setTimeout(() => socket.destroy(), milliseconds)
  socket.once('close', () => clearTimeout(timer))
}

/** Makes a response the last of its connection: it is sent with `Connection: close`. */
const endConnectionAfter = (response: ServerResponse): void => {
  response.shouldKeepAlive = false
  const { socket } = response.req
  // Before Node's own listener, which calls `destroySoon`.
  response.prependOnceListener('finish', () => {
    if (!response.req.complete)
      socket.destroySoon = () => endAndLinger(socket, defaultLimits.lingerTimeout)
  })
}

/** Whether no other response can follow this one, which is not sent yet, on its connection. */
const isLast = ({ destroyed, headersSent, shouldKeepAlive, writableFinished }: ServerResponse) =>
  !writableFinished && (destroyed || (headersSent && !shouldKeepAlive))

/**
 * Tracks the connections of a server and closes those that Node's own limits miss: clients that send
 * requests without end and read no response, read one byte by byte, or send only blank lines.
 */
const track = (server: Server, isSecure: boolean, limits: Limits): Tracked => {
  const sockets = new Set<Socket>()
  const connections = new Map<Duplex, Connection>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on(isSecure ? 'secureConnection' : 'connection', (socket: Socket) => {
    connections.set(socket, { socket, pending: 0, since: performance.now(), isRejected: false })
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', ({ socket }, outgoing) => {
    const connection = connections.get(socket)
    if (!connection) return
    const { last } = connection
    connection.previous = last
    connection.last = outgoing
    if (connection.pending++ === 0) connection.since = performance.now()
    outgoing.once('close', () => {
      connection.pending--
      connection.since = performance.now()
    })
    // RFC 9112 §9.6: requests after the last response are ignored.
    if (last && isLast(last)) outgoing.destroy()
    // A pending request holds about a hundred times the memory of its bytes.
    if (connection.pending > limits.maxPipelined) socket.destroy()
  })
  const idle = limits.keepAliveTimeout + server.keepAliveTimeoutBuffer + limits.headersTimeout
  const check = () => {
    const now = performance.now()
    for (const { socket, pending, last, since } of connections.values()) {
      const isIdle = pending === 0 && last?.req.complete !== false
      if (now - since > (isIdle ? idle : limits.responseTimeout)) socket.destroy()
    }
  }
  const timer = setInterval(check, limits.checkInterval).unref()
  server.once('close', () => clearInterval(timer))
  const tracked = { sockets, connections }
  trackedServers.set(server, tracked)
  return tracked
}

const rejection = (status: string, message: string): string => {
  const body = JSON.stringify({ message })
  return [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}

const malformed = rejection('400 Bad Request', 'The request is no HTTP')
const noPath = rejection('400 Bad Request', 'The request target is not a path')

/** The rejections of other errors, by the code of Node's parser. */
const rejections: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: rejection(
    '431 Request Header Fields Too Large',
    'The headers are too many or too large',
  ),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: rejection('413 Content Too Large', 'The body is too large'),
  ERR_HTTP_REQUEST_TIMEOUT: rejection('408 Request Timeout', 'The request did not arrive in time'),
}

/** Calls back once a response, and so all before it, is sent or can no longer be sent. */
const afterResponse = (response: ServerResponse | undefined, call: () => void): void => {
  if (!response || response.writableFinished || response.destroyed) call()
  else response.once('close', call)
}

/**
 * Rejects bytes that are not an HTTP request with `{ message }` and closes the connection. The
 * rejection follows the responses to earlier requests. If the bytes belong to the body of a request
 * that already has its response, no rejection is sent: the client would take it for its next
 * response.
 */
const rejectMalformed = (server: Server, { connections }: Tracked, limits: Limits): void => {
  const reject = (socket: Duplex, text: string) => {
    const connection = connections.get(socket)
    if (connection?.isRejected) return
    if (!connection || !socket.writable) return void socket.destroy()
    connection.isRejected = true
    const { last, previous } = connection
    // The request is ignored, and the response before it closes the connection.
    if (last?.destroyed && !last.writableFinished) return
    const isInBody = last?.req.complete === false
    const hasResponse = isInBody && last?.headersSent
    afterResponse(isInBody && !hasResponse ? previous : last, () =>
      endAndLinger(socket, limits.lingerTimeout, hasResponse ? undefined : text),
    )
  }
  server.on('clientError', (error, socket) => {
    reject(socket, ('code' in error && rejections[String(error.code)]) || malformed)
  })
  // CONNECT asks for a tunnel to another host, which this server does not offer.
  server.on('connect', (_, socket) => {
    socket.on('error', () => socket.destroy())
    reject(socket, noPath)
  })
}

/** A certificate with its chain, and its private key, both as PEM. */
export type Identity = { readonly cert: string; readonly key: string }

/** TLS 1.0 and 1.1 are deprecated (RFC 8996). Set here, so that no option of Node's brings them back. */
const versions = { minVersion: 'TLSv1.2' } as const

/** Replaces the certificate from the next connection on. Does nothing on a plain HTTP server. */
export const setCertificate = (server: Server, identity: Identity): void => {
  if (server instanceof SecureServer) server.setSecureContext({ ...identity, ...versions })
}

/**
 * Adds `Strict-Transport-Security` to every response (RFC 6797). Not for `localhost`: browsers apply
 * the header to all ports of a host.
 */
export const addStrictTransportSecurity = (server: Server): Server =>
  server.on('request', (_, outgoing) =>
    outgoing.setHeader('Strict-Transport-Security', 'max-age=31536000'),
  )

/**
 * Creates an HTTP server that is not listening yet. Its limits keep slow and greedy clients from
 * holding connections and memory. A request without a Host header is accepted.
 * @param identity its TLS certificate and key; without one it serves plain HTTP.
 */
export const createHttpServer = (limits: Limits = defaultLimits, identity?: Identity): Server => {
  const { headersTimeout, requestTimeout, keepAliveTimeout, handshakeTimeout } = limits
  const options = {
    requireHostHeader: false,
    maxHeaderSize: limits.maxHeaderBytes,
    connectionsCheckingInterval: limits.checkInterval,
    headersTimeout,
    requestTimeout,
    keepAliveTimeout,
  }
  const server = identity
    ? createSecureServer({ ...options, ...identity, ...versions, handshakeTimeout })
    : createServer(options)
  server.timeout = limits.idleTimeout
  server.maxConnections = limits.maxConnections
  server.maxHeadersCount = limits.maxHeaders
  rejectMalformed(server, track(server, identity !== undefined, limits), limits)
  return server
}

/** Proxies may route by another Host header than the first, which is the only one in Node's `headers`. */
const hasSeveralHosts = ({ rawHeaders }: IncomingMessage): boolean => {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
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
      app.router ? matchedRoute(app.router) : pathWithoutQuery,
      accessLog(log, trustedProxies),
    )
  const respond = getRequestListener(app.fetch, {
    errorHandler: () => json(400, { message: 'The request target is not a path' }, {}),
  })
  const tracked = trackedOf(server)
  const handle: RequestListener = (incoming, outgoing) => {
    if (tracked.held) return void tracked.held.then(() => handle(incoming, outgoing))
    // No response can be sent: the connection is closed, or another response is its last.
    if (!incoming.socket.writable || outgoing.destroyed) return
    // RFC 9112 §3.2
    if (hasSeveralHosts(incoming)) {
      endConnectionAfter(outgoing)
      outgoing.statusCode = 400
      outgoing.setHeader('Content-Type', 'application/json')
      return void outgoing.end('{"message":"The request has more than one Host header"}')
    }
    // Node's parser accepts targets that `URL` does not. The asterisk names the whole server (RFC 9112 §3.2.4).
    const target = incoming.url === '*' ? '/*' : incoming.url
    incoming.url = target?.replaceAll('\\', '%5C')
    // It has no effect on any response, and an invalid one would cause an error.
    incoming.headers.host = 'localhost'
    void respond(incoming, outgoing)
  }
  // An unknown Expect header (RFC 9110 §10.1.1) is ignored.
  return server
    .on('request', handle)
    .on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing))
}

/**
 * Starts listening.
 * @param server a server of HTTP, TLS or plain TCP.
 * @param port 0 for a free one.
 * @returns the port.
 * @throws when the address is in use or not available.
 */
export const listen = async (server: NetServer, port: number, host: string): Promise<number> => {
  await once(server.listen(port, host), 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}

/**
 * Milliseconds without a byte after which a stopping server closes an idle connection. A client that
 * sends a request just then loses it, so this is longer than a busy client pauses.
 */
const quietMilliseconds = 1000

/**
 * Makes the next response of every connection its last, with `Connection: close`. Until then
 * connections stay open, and requests that arrive on them are served.
 */
const drain = (server: Server, { connections }: Tracked): void => {
  const { timeout } = server
  // Of new connections.
  server.timeout = quietMilliseconds
  for (const { socket, pending, last } of connections.values())
    if (pending > 0 && last) endConnectionAfter(last)
    else socket.setTimeout(quietMilliseconds)
  // Before the app's listener, which may respond at once.
  server.prependListener('request', ({ socket }, outgoing) => {
    socket.setTimeout(timeout)
    // Of requests that were sent ahead, the last one closes the connection.
    const before = connections.get(socket)?.last
    if (before && !before.headersSent) before.shouldKeepAlive = true
    endConnectionAfter(outgoing)
  })
}

/** Milliseconds without a new connection after which a stopping server no longer listens. */
const unusedMilliseconds = 50

/** Milliseconds after which it no longer listens in any case. */
export const longestWait = 1000

/**
 * Stops accepting connections. Closing the listening socket resets the connections that the system
 * has established and Node has not accepted. So this waits until none arrives. Requests are held
 * meanwhile, because a client that has its response connects again.
 */
const stopListening = async (server: Server, tracked: Tracked): Promise<void> => {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  tracked.held = promise
  const start = performance.now()
  let accepted = start
  const onConnection = () => {
    accepted = performance.now()
  }
  server.on('connection', onConnection)
  do await sleep(unusedMilliseconds)
  while (
    performance.now() - accepted < unusedMilliseconds &&
    performance.now() - start < longestWait
  )
  server.off('connection', onConnection)
  server.close()
  tracked.held = undefined
  release()
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
  const tracked = trackedOf(server)
  const closed = once(server, 'close')
  drain(server, tracked)
  // Node's `close` would close idle connections at once.
  server.closeIdleConnections = () => {}
  if (delayMilliseconds > 0) await sleep(delayMilliseconds)
  const deadline = setTimeout(() => {
    server.closeAllConnections()
    for (const socket of tracked.sockets) socket.destroy()
  }, graceMilliseconds)
  if (graceMilliseconds > 0) await stopListening(server, tracked)
  else server.close()
  await closed
  clearTimeout(deadline)
}
