import type { IncomingMessage, Server } from 'node:http'
import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import { newId } from '../domain/ids.ts'
import { trustedPeer } from './client-address.ts'
import type { ReportFault } from './edge.ts'
import type { RouteOf } from './router.ts'

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

/** Ids are made on first use: most requests are never logged. */
const ids = new WeakMap<IncomingMessage, string>()

const wellFormed = /^[\w.-]{1,64}$/

/**
 * Returns a function that gives a request its id: the `X-Request-Id` of a trusted proxy, so that both
 * logs show the same id, or a new one. The id is not a response header: the document declares none.
 * @param cidrs networks of the trusted proxies; an empty list trusts none.
 */
const requestIds = (cidrs: readonly string[]): ((incoming: IncomingMessage) => string) => {
  const isTrusted = trustedPeer(cidrs)
  return (incoming) => {
    const known = ids.get(incoming)
    if (known !== undefined) return known
    const given = String(incoming.headers['x-request-id'] ?? '')
    const id = wellFormed.test(given) && isTrusted(incoming.socket) ? given : newId('req')
    ids.set(incoming, id)
    return id
  }
}

/**
 * Returns a listener that writes a log line for each completed request, at level `debug`. The line has
 * the route, not the path: paths, queries, headers and bodies hold invites' slugs, email addresses and keys.
 * @param cidrs networks of the trusted proxies, whose request ids are used.
 */
export const accessLog = (log: Logger, cidrs: readonly string[]) => {
  const idOf = requestIds(cidrs)
  return ({ incoming, route, status, milliseconds }: CompletedRequest): void =>
    log.debug(
      {
        requestId: idOf(incoming),
        method: incoming.method,
        route,
        status: status ?? 'client left',
        milliseconds: Math.round(milliseconds * 10) / 10,
      },
      'Request',
    )
}

/**
 * Returns a function that logs a failed request: its error, id, method and route.
 * @param cidrs as in `accessLog`.
 * @param levelOf returns the level for an error.
 */
export const faultReporter = (
  log: Logger,
  cidrs: readonly string[],
  levelOf: (error: unknown) => 'debug' | 'error',
): ReportFault => {
  const idOf = requestIds(cidrs)
  return (context, err) => {
    const incoming = context.env?.incoming
    const requestId = incoming && idOf(incoming)
    const route = routePath(context) || undefined
    log[levelOf(err)]({ err, requestId, method: context.req.method, route }, 'A request failed')
  }
}
