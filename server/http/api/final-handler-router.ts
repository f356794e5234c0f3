import type { Handler, Hono } from 'hono'
import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'
import type { Env } from './env.ts'

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

const isLiteral = (path: string): boolean => !/[:*{?]/.test(path)

/**
 * Hono's TrieRouter, except that it leaves out the handlers after a final one. Those never run, and
 * Hono builds no middleware chain for a single handler. Matches of literal paths are cached.
 *
 * RegExpRouter would not do: it rejects `/orders/list` beside `/orders/:orderId`.
 */
export class FinalHandlerRouter extends TrieRouter<Route> {
  override name = 'FinalHandlerRouter'
  readonly #literalPaths = new Map<string, Map<string, Result<Route>>>()

  override add(method: string, path: string, route: Route): void {
    super.add(method, path, route)
    if (isLiteral(path)) this.#literalPaths.set(path, new Map())
    for (const byMethod of this.#literalPaths.values()) byMethod.clear()
  }

  override match(method: string, path: string): Result<Route> {
    const byMethod = this.#literalPaths.get(path)
    if (!byMethod) return this.#search(method, path)
    const cached = byMethod.get(method)
    if (cached) return cached
    const result = this.#search(method, path)
    byMethod.set(method, result)
    return result
  }

  #search(method: string, path: string): Result<Route> {
    const result = super.match(method, path)
    return result.length === 1 ? [untilFinal(result[0])] : [untilFinal(result[0]), result[1]]
  }
}
