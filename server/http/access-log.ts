import type { IncomingMessage, Server } from 'node:http'
import type { Context, Hono } from 'hono'
import { routePath } from 'hono/route'
import { findTargetHandler, isMiddleware } from 'hono/utils/handler'
import type { Logger } from 'pino'
import type { Clock } from '../domain/clock.ts'
import type { Env } from './call.ts'
import { type ReportFault, type ReportResponse, requestIdOf } from './edge.ts'
import { operationOfRoute } from './mount-operations.ts'

/** A request whose response was sent, or whose client closed the connection. */
export type CompletedRequest = {
  incoming: IncomingMessage
  /** Undefined if no route matched. */
  route: string | undefined
  /** Undefined if the client closed the connection before the response was sent. */
  status: number | undefined
  milliseconds: number
}

/**
 * Returns a listener that writes a log line for each completed request, at level `debug`. The line has
 * the route, not the path: paths, queries, headers and bodies hold invites' slugs, email addresses and keys.
 */
export const accessLog =
  (log: Logger) =>
  ({ incoming, route, status, milliseconds }: CompletedRequest): void =>
    log.debug(
      {
        requestId: incoming.headers['x-request-id'],
        method: incoming.method,
        route,
        status: status ?? 'client left',
        milliseconds: rounded(milliseconds),
      },
      'Request',
    )

const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10

/** Returns the operation of a request. Undefined if no operation has its path. */
export const operationOf = (context: Context<Env>): string | undefined =>
  operationOfRoute(context.req.method, routePath(context))

/** Number of failures of a client that are logged in a minute. */
const maxFailures = 10

/** Number of clients whose failures are counted. Beyond it, a flood from many addresses is not logged. */
const maxClients = 10_000

/**
 * Returns a listener that writes a log line for each write and each failure of the API, at level `info`. The line has
 * the key, the client, the operation and the status. No bodies. A client that fails often gets ten lines a minute.
 */
export function apiLog(log: Logger, clock: Clock): ReportResponse {
  if (!log.isLevelEnabled('info')) return () => {}
  let minute = 0
  let failures = new Map<string, number>()
  return ({ context, requestId, call, client, status, milliseconds }) => {
    const { method } = context.req
    let count = 0
    if (status < 400) {
      if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return
    } else {
      const current = Math.floor(clock() / 60_000)
      if (current !== minute) {
        minute = current
        failures = new Map()
      }
      count = (failures.get(client) ?? 0) + 1
      if (count > maxFailures || failures.size >= maxClients) return
      failures.set(client, count)
    }
    const { account, key } = call ?? {}
    const request = { requestId, operation: operationOf(context), status, account, key, client }
    log.info({ ...request, milliseconds: rounded(milliseconds) }, 'API request')
    if (count === maxFailures)
      log.info({ client }, 'Further failures of this client are not logged in this minute')
  }
}

/** Returns the route that a request matched, such as `/v1/orders/:orderId`. */
export type RouteOf = (incoming: Pick<IncomingMessage, 'method' | 'url'>) => string | undefined

/**
 * Returns the path template of the handler that a request matched, middleware aside, or undefined
 * if none did. A path can be a secret, as an invite's is; its template never is.
 */
export const matchedRoute =
  (router: Hono<Env>['router']): RouteOf =>
  ({ method = 'GET', url = '' }) => {
    const path = URL.parse(url.startsWith('/') ? `http://localhost${url}` : url)?.pathname
    if (path === undefined) return undefined
    const [matched] = router.match(method === 'HEAD' ? 'GET' : method, path)
    const found = matched.find(([[handler]]) => !isMiddleware(findTargetHandler(handler)))
    return found?.[0][1].path
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

/** Returns a function that logs a failed request: its error, id, method and route. */
export const faultReporter =
  (log: Logger, levelOf: (error: unknown) => 'debug' | 'error'): ReportFault =>
  (context, err) => {
    const requestId = requestIdOf(context)
    const route = routePath(context) || undefined
    log[levelOf(err)]({ err, requestId, method: context.req.method, route }, 'A request failed')
  }
