import { createServer, type RequestListener, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Env } from '../api/env.ts'
import { json } from '../api/respond.ts'
import { plainPath, routesOf } from '../api/route-of.ts'
import { logExchange } from './access-log.ts'
import { answersOf } from './answers.ts'
import { connectionsOf, endConnections } from './connections.ts'
import { endSilent } from './end-silent.ts'
import { onExchange } from './exchange.ts'
import { limitAnswers } from './limit-answers.ts'
import { limitPauses } from './limit-pauses.ts'
import { limitPipelines } from './limit-pipelines.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { refuseUnreadable } from './refuse-unreadable.ts'
import { requestIds } from './request-id.ts'
import { type Identity, newSecureServer } from './secure.ts'

/**
 * A request target that Node's parser lets through and a URL does not, spelt so that it is one. The
 * `Host` header plays no part in any answer, so it cannot spoil one either.
 */
const tame = (incoming: { url?: string | undefined; headers: { host?: string | undefined } }) => {
  const target = (incoming.url ?? '/').replaceAll('\\', '%5C')
  // The asterisk of OPTIONS names the whole server (RFC 9112 §3.2.4), of which nothing is declared.
  incoming.url = target === '*' ? '/*' : target
  incoming.headers.host = 'localhost'
}

/**
 * A server that is not listening yet, and that no client can keep busy by being slow, by sending
 * much or by coming often. A request without Host is one like any other: nothing here needs it.
 * @param identity what it proves its name with over TLS; without one it speaks in the clear.
 */
export const newServer = (limits: Limits = defaultLimits, identity?: Identity): Server => {
  const options = {
    requireHostHeader: false,
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersWithin,
    requestTimeout: limits.requestWithin,
    keepAliveTimeout: limits.keepAlive,
    connectionsCheckingInterval: limits.every,
  }
  const server = identity
    ? newSecureServer(options, identity, limits.handshakeWithin)
    : createServer(options)
  server.timeout = limits.idle
  server.maxConnections = limits.connections
  server.maxHeadersCount = limits.headers
  const connections = connectionsOf(server)
  limitAnswers(server, connections, limits)
  endSilent(server, connections, limits)
  const answers = answersOf(server)
  limitPauses(server, connections, answers, limits)
  limitPipelines(server, answers, limits)
  refuseUnreadable(server, answers, limits)
  return server
}

/** What answers requests; the log says which of its routes did, or the path if it has none. */
export type Answering = Pick<Hono<Env>, 'fetch'> & Partial<Pick<Hono<Env>, 'router'>>

/** Has a server answer with an app, and write a line for each request if there is a log for it. */
export const attach = (
  server: Server,
  app: Answering,
  log: Logger,
  trustedProxies: readonly string[] = [],
): Server => {
  if (log.isLevelEnabled('debug'))
    onExchange(
      server,
      app.router ? routesOf(app.router) : plainPath,
      logExchange(log, requestIds(trustedProxies)),
    )
  const listener = getRequestListener(app.fetch, {
    errorHandler: () => json(400, { message: 'The request target is not a path' }, {}),
  })
  const answer: RequestListener = (incoming, outgoing) => {
    // Nobody is there any more who could be answered.
    if (incoming.socket.destroyed) return
    tame(incoming)
    void listener(incoming, outgoing)
  }
  // What else a client expects (RFC 9110 §10.1.1) changes nothing: it is a request as any other.
  return server
    .on('request', answer)
    .on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing))
}

/** How often a server that is stopping looks for connections that are done. */
const idleMilliseconds = 20

/**
 * Stops accepting and finishes what was accepted. A client that has not sent all of its request when
 * the time is up never will: its connection is ended.
 */
export const close = (server: Server, graceMilliseconds: number): Promise<void> =>
  new Promise((closed) => {
    const last = setTimeout(() => endConnections(server), graceMilliseconds)
    // A connection is kept alive after its last answer: who waits for that waits for nothing.
    const idle = setInterval(() => server.closeIdleConnections(), idleMilliseconds)
    server.close(() => {
      clearTimeout(last)
      clearInterval(idle)
      closed()
    })
  })

/** Whatever can listen on a port: a server of HTTP, of TLS or of plain TCP. */
type Listening = {
  once(event: 'error', refused: (error: Error) => void): unknown
  off(event: 'error', refused: (error: Error) => void): unknown
  listen(port: number, host: string, ready: () => void): unknown
  address(): { port: number } | string | null
}

/** Starts listening; answers with the port. @throws when the address cannot be had. */
export const listen = (server: Listening, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
