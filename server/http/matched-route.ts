import type { IncomingMessage } from 'node:http'
import type { Hono } from 'hono'
import { findTargetHandler, isMiddleware } from 'hono/utils/handler'
import type { Env } from './call.ts'

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
