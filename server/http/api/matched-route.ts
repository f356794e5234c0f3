import type { IncomingMessage } from 'node:http'
import type { Hono } from 'hono'
import { findTargetHandler, isMiddleware } from 'hono/utils/handler'
import { getPath } from 'hono/utils/url'
import type { Env } from './env.ts'

/** The path of each request as Hono reads it, kept for the access log and the metrics. */
const paths = new WeakMap<IncomingMessage, string>()

/** Reads a request's path as Hono does and remembers it. Pass it to the app as `getPath`. */
export const rememberPath = (
  request: Request,
  options?: { env?: Env['Bindings'] | undefined },
): string => {
  const path = getPath(request)
  const incoming = options?.env?.incoming
  if (incoming) paths.set(incoming, path)
  return path
}

/** Returns the route that a request matched, such as `/v1/orders/:orderId`. */
export type RouteOf = (incoming: IncomingMessage) => string | undefined

/**
 * Returns the path template of the handler that a request matched, middleware aside, or undefined
 * if none did. A path can be a secret, as an invite's is; its template never is.
 */
export const matchedRoute =
  (router: Hono<Env>['router']): RouteOf =>
  (incoming) => {
    const path = paths.get(incoming)
    const { method = 'GET' } = incoming
    if (path === undefined) return undefined
    const [matched] = router.match(method === 'HEAD' ? 'GET' : method, path)
    // `app.use` registers middleware for all methods.
    for (const [[handler, route]] of matched)
      if (route.method !== 'ALL' || !isMiddleware(findTargetHandler(handler))) return route.path
    return undefined
  }

/** Returns the path that was requested. For servers whose paths hold no secrets. */
export const pathWithoutQuery: RouteOf = ({ url }) => url?.split('?')[0]
