import type { IncomingMessage, Server } from 'node:http'
import type { Logger } from 'pino'
import { newId } from '../../domain/ids.ts'
import type { RouteOf } from '../kit/router.ts'
import { trustedPeer } from './client-address.ts'

/** A request whose response was sent, or whose client closed the connection. */
export type CompletedRequest = {
  incoming: IncomingMessage
  /** Undefined if no route matched. */
  route: string | undefined
  /** Undefined if the client closed the connection before the response was sent. */
  status: number | undefined
  milliseconds: number
}

/** Calls the listener with every request once it has completed. */
export const onCompletedRequest = (
  server: Server,
  routeOf: RouteOf,
  listener: (request: CompletedRequest) => void,
): void => {
  server.on('request', (incoming, outgoing) => {
    const start = performance.now()
    outgoing.once('close', () =>
      listener({
        incoming,
        route: routeOf(incoming),
        status: outgoing.writableFinished ? outgoing.statusCode : undefined,
        milliseconds: performance.now() - start,
      }),
    )
  })
}

/** Returns the id of a request in the log. */
export type RequestId = (incoming: IncomingMessage) => string

/** Ids are made on first use: most requests are never logged. */
const ids = new WeakMap<IncomingMessage, string>()

const wellFormed = /^[\w.-]{1,64}$/

/**
 * Returns a function that gives a request its id: the `X-Request-Id` of a trusted proxy, so that both
 * logs show the same id, or a new one. The id is not a response header: the document declares none.
 * @param cidrs networks of the trusted proxies; an empty list trusts none.
 */
export const requestIds = (cidrs: readonly string[]): RequestId => {
  const isTrusted = trustedPeer(cidrs)
  const given = (incoming: IncomingMessage): string | undefined => {
    const header = incoming.headers['x-request-id']
    if (typeof header !== 'string' || !wellFormed.test(header)) return undefined
    return isTrusted(incoming.socket) ? header : undefined
  }
  return (incoming) => {
    const known = ids.get(incoming)
    if (known !== undefined) return known
    const id = given(incoming) ?? newId('req')
    ids.set(incoming, id)
    return id
  }
}

/**
 * Returns a listener that writes a log line for each completed request, at level `debug`. The line has
 * the route, not the path: paths, queries, headers and bodies hold invites' slugs, email addresses and keys.
 */
export const accessLog =
  (log: Logger, idOf: RequestId) =>
  ({ incoming, route, status, milliseconds }: CompletedRequest): void =>
    log.debug(
      {
        requestId: idOf(incoming),
        method: incoming.method,
        route,
        status: status ?? 'client left',
        milliseconds: Math.round(milliseconds * 10) / 10,
      },
      'request',
    )
