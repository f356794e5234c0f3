import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import type { Env } from '../../server/http/call.ts'
import { allowOrigins } from '../../server/http/cors.ts'
import { matchedRoute } from '../../server/http/matched-route.ts'
import { operationOfRoute } from '../../server/http/mount-operations.ts'
import { preferredResponse } from '../responses/mock-operations.ts'
import { isOperationId, operationGroup } from '../responses/operations.ts'
import type { Drop } from '../types.ts'
import type { CurrentBackend } from './current-backend.ts'
import { dropConnection } from './drop-connection.ts'
import { explain } from './explain.ts'
import { type Fetch, type RequestLog, recordExchange } from './request-log.ts'

type Parts = {
  requests: RequestLog
  clock: () => number
  /** The URL that clients use. The HTTP layer replaces the host of requests. */
  baseUrl: string
  /** Whether a queued response drops a connection before anything is sent. */
  willDrop: () => boolean
  /** Ends the delays of responses. */
  stopping: AbortSignal
  /** Whether reads that succeed have a line, too. */
  logsAll: boolean
  onLine: (line: string) => void
}

/** Handles the requests of a session: logs and explains each, and drops connections. */
export const handleRequests = (backend: CurrentBackend, parts: Parts): Fetch => {
  const { requests, clock, baseUrl, willDrop, stopping, logsAll, onLine } = parts
  const drops = new WeakMap<Request, Drop>()

  const handle = async (request: Request, env: Env['Bindings']): Promise<Response> => {
    const at = clock()
    const { response, context, ...exchange } = await recordExchange(request, env, () =>
      preferredResponse(request, stopping, () => backend.fetch(request, env)),
    )
    if (context.drop) drops.set(request, context.drop)
    const { keyState } = backend.current
    const body = exchange.responseBody
    const reason = await explain({ request, response, body, context, baseUrl, keyState })
    const { pathname, search } = new URL(request.url)
    // Programs that wait for the mock ask for these again and again.
    if (pathname === '/readyz' || pathname === '/healthz') return response
    const operation = operationAt(env.incoming ?? { method: request.method, url: pathname })
    requests.add({ ...exchange, at, url: baseUrl + pathname + search, operation, reason })
    const note = reason ?? `${Math.round(exchange.milliseconds)} ms`
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
    if (logsAll || !isRead || !response.ok)
      onLine(`${request.method} ${pathname} ${response.status}: ${note}`)
    return response
  }

  /** Returns the operation at the method and path of a request, also if the request was rejected. */
  const operationAt = (incoming: Pick<IncomingMessage, 'method' | 'url'>) => {
    const route = matchedRoute(backend.current.app.router)(incoming)
    const id = route && operationOfRoute(incoming.method ?? 'GET', route)
    return id && isOperationId(id) ? operationGroup(id) : undefined
  }

  // The mock is a developer’s own, so pages of any origin may use it.
  const app = new Hono<Env>()
    .use(allowOrigins(() => true))
    .all('*', ({ req, env }) => handle(req.raw, env))
  return async (request, env = {}) => {
    const response = await app.fetch(request, env)
    // Browsers repeat a request whose connection is dropped, unless the connection is new.
    if (willDrop()) response.headers.set('Connection', 'close')
    const drop = drops.get(request)
    return drop ? dropConnection(drop, response, env) : response
  }
}
