import type { IncomingMessage } from 'node:http'
import type { Handler, Hono } from 'hono'
import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'
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
    const found = matched.find(
      ([[handler, { method }]]) => method !== 'ALL' || !isMiddleware(findTargetHandler(handler)),
    )
    return found?.[0][1].path
  }

/** Returns the path that was requested. For servers whose paths hold no secrets. */
export const pathWithoutQuery: RouteOf = ({ url }) => url?.split('?')[0]

/** What Hono registers for a route: its handler and its description. */
type Route = Hono<Env>['router'] extends Router<infer Registered> ? Registered : never

const finalHandlers = new WeakSet<object>()

/** Marks a handler that always returns a response and never calls `next`. */
export const markFinal = <H extends Handler<Env>>(handler: H): H => {
  finalHandlers.add(handler)
  return handler
}

/** Removes the handlers after the first final one. */
const untilFinal = <Matched extends readonly [Route, unknown]>(matched: Matched[]): Matched[] => {
  const last = matched.findIndex(([[handler]]) => finalHandlers.has(handler))
  return last === -1 ? matched : matched.slice(0, last + 1)
}

/**
 * Hono's TrieRouter, except that it leaves out the handlers after a final one. Those never run, and
 * Hono builds no middleware chain for a single handler. Matches of literal paths are cached.
 *
 * RegExpRouter would not do: it rejects `/orders/list` beside `/orders/:orderId`.
 */
export class FinalHandlerRouter extends TrieRouter<Route> {
  override name = 'FinalHandlerRouter'
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
    const result: Result<Route> =
      found.length === 1 ? [untilFinal(found[0])] : [untilFinal(found[0]), found[1]]
    if (this.#literalPaths.has(path)) this.#cached.set(key, result)
    return result
  }
}
