import type { IncomingMessage } from 'node:http'
import type { Hono } from 'hono'
import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'
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

/** What Hono registers for a route: its handler and its description. */
type Route = Hono<Env>['router'] extends Router<infer Registered> ? Registered : never

/**
 * Hono's TrieRouter with a cache of the literal paths, which most requests have. RegExpRouter would not
 * do: it rejects `/orders/list` beside `/orders/:orderId`.
 */
export class LiteralPathRouter extends TrieRouter<Route> {
  override name = 'LiteralPathRouter'
  readonly #literalPaths = new Set<string>()
  readonly #cached = new Map<string, Result<Route>>()

  override add(method: string, path: string, route: Route): void {
    super.add(method, path, route)
    if (!/[:*{?]/.test(path)) this.#literalPaths.add(path)
    this.#cached.clear()
  }

  override match(method: string, path: string): Result<Route> {
    const key = `${method} ${path}`
    const cached = this.#cached.get(key)
    if (cached) return cached
    const found = super.match(method, path)
    if (this.#literalPaths.has(path)) this.#cached.set(key, found)
    return found
  }
}
