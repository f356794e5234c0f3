import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import {
  createServer as createSecureServer,
  Server as SecureServer,
  type ServerOptions,
} from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Env } from '../kit/env.ts'
import { json } from '../kit/respond.ts'
import { matchedRoute, pathWithoutQuery } from '../kit/router.ts'
import { accessLog, onCompletedRequest, requestIds } from './access-log.ts'

/** How much a client may send, and how long it may take, before its request is rejected or its connection closed. */
export type Limits = {
  /** Bytes of the request line and the headers together. */
  readonly maxHeaderBytes: number
  /** Headers of one request. */
  readonly maxHeaders: number
  /** Milliseconds for the TLS handshake. */
  readonly handshakeTimeout: number
  /** Milliseconds for all headers, from the start of the connection or the end of the previous response. */
  readonly headersTimeout: number
  /** Milliseconds for the whole request. */
  readonly requestTimeout: number
  /** Milliseconds for the client to read its response. */
  readonly responseTimeout: number
  /** Milliseconds that an idle connection stays open for the next request. */
  readonly keepAliveTimeout: number
  /** Milliseconds without a byte in either direction. */
  readonly idleTimeout: number
  /** Milliseconds between the rejection of a malformed request and the close of its connection. */
  readonly lingerTimeout: number
  /** Requests of one connection that may wait for their responses. */
  readonly maxPipelined: number
  /** Connections that may be open at one time. */
  readonly maxConnections: number
  /** Milliseconds between two checks of these limits. */
  readonly checkInterval: number
}

/** Limits that a well-behaved client on a slow line does not reach. */
export const defaultLimits: Limits = Object.freeze({
  maxHeaderBytes: 16 * 1024,
  maxHeaders: 100,
  handshakeTimeout: 10_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  responseTimeout: 120_000,
  keepAliveTimeout: 5000,
  idleTimeout: 60_000,
  lingerTimeout: 1000,
  maxPipelined: 100,
  maxConnections: 4096,
  checkInterval: 1000,
})

const tracked = new WeakMap<Server, ReadonlySet<Socket>>()

/** Tracks a server's open connections from now on. The set that it returns changes as they open and close. */
export const trackConnections = (server: Server): ReadonlySet<Socket> => {
  const connections = new Set<Socket>()
  const add = (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  }
  // Bytes read and bytes waiting are counted by the TLS socket, not by the TCP socket below it.
  server.on('connection', add).on('secureConnection', add)
  tracked.set(server, connections)
  return connections
}

/** Returns the open connections of a server. Empty if they are not tracked. */
export const openConnections = (server: Server): ReadonlySet<Socket> =>
  tracked.get(server) ?? new Set()

/** Closes every connection of a server, those in a TLS handshake included. */
export const destroyConnections = (server: Server): void => {
  server.closeAllConnections()
  for (const socket of openConnections(server)) socket.destroy()
}

/** The responses of each connection. HTTP/1.1 sends them in the order of their requests. */
type ResponseQueue = {
  /** Returns the response to the last request that arrived on a connection. */
  last(socket: Duplex): ServerResponse | undefined
  /** Returns the response before another one, if it was pending when the other's request arrived. */
  previous(response: ServerResponse): ServerResponse | undefined
}

const trackedResponses = new WeakMap<Server, ResponseQueue>()

/** Tracks the responses of a server's connections from now on. */
export const trackResponses = (server: Server): ResponseQueue => {
  const last = new WeakMap<Duplex, ServerResponse>()
  const previous = new WeakMap<ServerResponse, ServerResponse>()
  server.on('request', ({ socket }, outgoing) => {
    const before = last.get(socket)
    if (before && !before.writableFinished) {
      previous.set(outgoing, before)
      // Without this, a client that always has a request pending keeps all its responses in memory.
      before.once('close', () => previous.delete(outgoing))
    }
    last.set(socket, outgoing)
  })
  const responses: ResponseQueue = {
    last: (socket) => last.get(socket),
    previous: (response) => previous.get(response),
  }
  trackedResponses.set(server, responses)
  return responses
}

/** Returns the responses of a server's connections. Without any if they are not trackedResponses. */
export const responsesOf = (server: Server): ResponseQueue =>
  trackedResponses.get(server) ?? { last: () => undefined, previous: () => undefined }

/**
 * Ends a connection, but keeps reading until the client ends it too or the time is over. Closing it
 * while the client still sends can discard the last response (RFC 9112 §9.6).
 * @param text sent first.
 */
export const endAndLinger = (socket: Duplex, milliseconds: number, text?: string): void => {
  socket.end(text)
  const timer = setTimeout(() => socket.destroy(), milliseconds)
  socket.once('close', () => clearTimeout(timer))
}

/** Makes a response the last of its connection: it is sent with `Connection: close`. */
export const endConnectionAfter = (response: ServerResponse): void => {
  response.shouldKeepAlive = false
  const { socket } = response.req
  // Before Node's own listener, which calls `destroySoon`.
  response.prependOnceListener('finish', () => {
    if (!response.req.complete)
      socket.destroySoon = () => endAndLinger(socket, defaultLimits.lingerTimeout)
  })
}

/** Whether a response is the last of its connection and can no longer be followed by another. */
const isLast = ({ destroyed, headersSent, shouldKeepAlive }: ServerResponse): boolean =>
  destroyed || (headersSent && !shouldKeepAlive)

/** Ignores requests that follow the last response of a connection, as RFC 9112 §9.6 requires. */
const ignoreAfterLastResponse = (server: Server, responses: ResponseQueue): void => {
  server.on('request', (_, outgoing) => {
    const before = responses.previous(outgoing)
    if (before && isLast(before)) outgoing.destroy()
  })
}

/**
 * Closes connections that send too many requests without reading a response (RFC 9112 §9.3.2). A
 * pending request holds about a hundred times the memory of its bytes.
 */
const limitPipelining = (
  server: Server,
  responses: ResponseQueue,
  { maxPipelined }: Pick<Limits, 'maxPipelined'>,
): void => {
  server.on('request', ({ socket }, outgoing) => {
    let pending = 1
    let response = responses.previous(outgoing)
    while (response && !response.writableFinished && pending <= maxPipelined) {
      pending++
      response = responses.previous(response)
    }
    if (pending > maxPipelined) socket.destroy()
  })
}

type IdleLimits = Pick<Limits, 'keepAliveTimeout' | 'headersTimeout' | 'checkInterval'>

/**
 * Closes keep-alive connections that send only blank lines. Node's own timeouts miss these. The check
 * runs at an interval, so it costs a request nothing.
 */
export const closeIdleConnections = (
  server: Server,
  connections: ReadonlySet<Socket>,
  responses: ResponseQueue,
  { keepAliveTimeout, headersTimeout, checkInterval }: IdleLimits,
): void => {
  /** When a connection's last response was first seen as sent. */
  const idleSince = new WeakMap<ServerResponse, number>()
  const check = () => {
    const now = performance.now()
    for (const socket of connections) {
      const response = responses.last(socket)
      if (!response?.writableFinished || !response.req.complete) continue
      const since = idleSince.get(response)
      if (since === undefined) idleSince.set(response, now)
      else if (now - since > keepAliveTimeout + headersTimeout) socket.destroy()
    }
  }
  const timer = setInterval(check, checkInterval).unref()
  server.once('close', () => clearInterval(timer))
}

/**
 * Closes connections that do not read their response in time. Reading a byte now and then resets
 * Node's idle timeout. The check runs at an interval, so it costs a request nothing.
 */
export const closeStalledReaders = (
  server: Server,
  connections: ReadonlySet<Socket>,
  { responseTimeout, checkInterval }: Pick<Limits, 'responseTimeout' | 'checkInterval'>,
): void => {
  /** When a connection was first seen with unread bytes. */
  const stalledSince = new WeakMap<Socket, number>()
  const check = () => {
    const now = performance.now()
    for (const socket of connections)
      if (socket.writableLength === 0) stalledSince.delete(socket)
      else if (now - (stalledSince.get(socket) ?? now) > responseTimeout) socket.destroy()
      else if (!stalledSince.has(socket)) stalledSince.set(socket, now)
  }
  const timer = setInterval(check, checkInterval).unref()
  server.once('close', () => clearInterval(timer))
}

/** Status line and message by the error code of Node's parser. */
const rejections: ReadonlyMap<unknown, [status: string, message: string]> = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    ['431 Request Header Fields Too Large', 'The headers are too many or too large'],
  ],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', ['413 Content Too Large', 'The body is too large']],
  ['ERR_HTTP_REQUEST_TIMEOUT', ['408 Request Timeout', 'The request did not arrive in time']],
])

const responseText = (status: string, message: string): string => {
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

const responseTo = (error: object): string => {
  const code = 'code' in error ? error.code : undefined
  const [status, message] = rejections.get(code) ?? ['400 Bad Request', 'The request is no HTTP']
  return responseText(status, message)
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
export const rejectMalformed = (
  server: Server,
  responses: ResponseQueue,
  { lingerTimeout }: Pick<Limits, 'lingerTimeout'>,
): void => {
  const rejected = new WeakSet<Duplex>()

  const reject = (socket: Duplex, text: string) => {
    rejected.add(socket)
    const last = responses.last(socket)
    // The request is ignored, and the response before it closes the connection.
    if (last?.destroyed && !last.writableFinished) return
    const isInBody = last !== undefined && !last.req.complete
    const hasResponse = isInBody && last.headersSent
    afterResponse(isInBody && !hasResponse ? responses.previous(last) : last, () => {
      if (!socket.writable) return socket.destroy()
      endAndLinger(socket, lingerTimeout, hasResponse ? undefined : text)
    })
  }

  server.on('clientError', (error, socket) => {
    if (rejected.has(socket)) return
    if (socket.writable) reject(socket, responseTo(error))
    else socket.destroy()
  })
  // CONNECT asks for a tunnel to another host, which this server does not offer.
  server.on('connect', (_, socket) => {
    socket.on('error', () => socket.destroy())
    reject(socket, responseText('400 Bad Request', 'The request target is not a path'))
  })
}

const body = JSON.stringify({ message: 'The request has more than one Host header' })

const hasSeveralHosts = (rawHeaders: readonly string[]): boolean => {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

/**
 * Rejects a request with more than one Host header (RFC 9112 §3.2) and closes its connection.
 * Proxies may route by another one than the first, which is the only one in Node's `headers`.
 * @returns whether the request was rejected.
 */
const rejectSeveralHosts = ({ rawHeaders }: IncomingMessage, response: ServerResponse): boolean => {
  if (!hasSeveralHosts(rawHeaders)) return false
  endConnectionAfter(response)
  const length = body.length
  response
    .writeHead(400, { 'Content-Type': 'application/json', 'Content-Length': length })
    .end(body)
  return true
}

/** A certificate with its chain, and its private key, both as PEM. */
export type Identity = { readonly cert: string; readonly key: string }

/** TLS 1.0 and 1.1 are deprecated (RFC 8996). Set here, so that no option of Node's brings them back. */
const versions = { minVersion: 'TLSv1.2' } as const

/**
 * Creates an HTTPS server that is not listening yet.
 * @param handshakeTimeout milliseconds for the TLS handshake.
 */
const createTlsServer = (
  options: ServerOptions,
  identity: Identity,
  handshakeTimeout: number,
): Server => createSecureServer({ ...options, ...identity, ...versions, handshakeTimeout })

/** Replaces the certificate from the next connection on. Does nothing on a plain HTTP server. */
export const setCertificate = (server: Server, identity: Identity): void => {
  if (server instanceof SecureServer) server.setSecureContext({ ...identity, ...versions })
}

const oneYear = 'max-age=31536000'

/**
 * Adds `Strict-Transport-Security` to every response (RFC 6797). Not for `localhost`: browsers apply
 * the header to all ports of a host.
 */
export const addStrictTransportSecurity = (server: Server): Server =>
  server.on('request', (_, outgoing) => outgoing.setHeader('Strict-Transport-Security', oneYear))

/**
 * Rewrites a request target that Node's parser accepts and `URL` does not. The `Host` header has no
 * effect on any response, so a fixed one keeps an invalid one from causing an error.
 */
const normalizeTarget = (incoming: {
  url?: string | undefined
  headers: { host?: string | undefined }
}) => {
  const target = (incoming.url ?? '/').replaceAll('\\', '%5C')
  // The asterisk form of OPTIONS names the whole server (RFC 9112 §3.2.4). It matches no route.
  incoming.url = target === '*' ? '/*' : target
  incoming.headers.host = 'localhost'
}

/**
 * Creates an HTTP server that is not listening yet. Its limits keep slow and greedy clients from
 * holding connections and memory. A request without a Host header is accepted.
 * @param identity its TLS certificate and key; without one it serves plain HTTP.
 */
export const createHttpServer = (limits: Limits = defaultLimits, identity?: Identity): Server => {
  const options = {
    requireHostHeader: false,
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.headersTimeout,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionsCheckingInterval: limits.checkInterval,
  }
  const server = identity
    ? createTlsServer(options, identity, limits.handshakeTimeout)
    : createServer(options)
  server.timeout = limits.idleTimeout
  server.maxConnections = limits.maxConnections
  server.maxHeadersCount = limits.maxHeaders
  const connections = trackConnections(server)
  closeStalledReaders(server, connections, limits)
  const responses = trackResponses(server)
  closeIdleConnections(server, connections, responses, limits)
  limitPipelining(server, responses, limits)
  ignoreAfterLastResponse(server, responses)
  rejectMalformed(server, responses, limits)
  return server
}

/** An app that responds to requests. Without a router the access log shows paths instead of routes. */
type App = Pick<Hono<Env>, 'fetch'> & Partial<Pick<Hono<Env>, 'router'>>

const holders = new WeakMap<Server, () => () => void>()

/**
 * Lets the app of a server wait with the requests that arrive from now on.
 * @returns a function that passes them on.
 */
export const holdRequests = (server: Server): (() => void) => holders.get(server)?.() ?? (() => {})

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
      accessLog(log, requestIds(trustedProxies)),
    )
  const listener = getRequestListener(app.fetch, {
    errorHandler: () => json(400, { message: 'The request target is not a path' }, {}),
  })
  let held: Parameters<RequestListener>[] | undefined
  const handle: RequestListener = (incoming, outgoing) => {
    // No response can be sent: the connection is closed, or another response is its last.
    if (!incoming.socket.writable || outgoing.destroyed) return
    if (rejectSeveralHosts(incoming, outgoing)) return
    if (held) return void held.push([incoming, outgoing])
    normalizeTarget(incoming)
    void listener(incoming, outgoing)
  }
  holders.set(server, () => {
    const requests: Parameters<RequestListener>[] = []
    held = requests
    return () => {
      held = undefined
      for (const request of requests) handle(...request)
    }
  })
  // An unknown Expect header (RFC 9110 §10.1.1) is ignored.
  return server
    .on('request', handle)
    .on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing))
}
