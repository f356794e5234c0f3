import { createServer, type RequestListener, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Env } from '../api/env.ts'
import { matchedRoute, pathWithoutQuery } from '../api/matched-route.ts'
import { json } from '../api/respond.ts'
import { accessLog, requestIds } from './access-log.ts'
import { closeIdleConnections } from './close-idle-connections.ts'
import { closeStalledReaders } from './close-stalled-readers.ts'
import { onCompletedRequest } from './completed-request.ts'
import { ignoreAfterLastResponse } from './end-connection.ts'
import { limitPipelining } from './limit-pipelining.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { trackConnections } from './open-connections.ts'
import { rejectMalformed } from './reject-malformed.ts'
import { rejectSeveralHosts } from './reject-several-hosts.ts'
import { trackResponses } from './response-queue.ts'
import { createTlsServer, type Identity } from './tls-server.ts'

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
export type App = Pick<Hono<Env>, 'fetch'> & Partial<Pick<Hono<Env>, 'router'>>

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
