import type { IncomingMessage } from 'node:http'
import type { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import type { Env } from './env.ts'

/** The path of each request as Hono reads it, for who asks once it is answered. */
const paths = new WeakMap<IncomingMessage, string>()

/** Reads a request's path as Hono does, and keeps it. To be the app's `getPath`. */
export const keepPath = (
  request: Request,
  options?: { env?: Env['Bindings'] | undefined },
): string => {
  const path = getPath(request)
  const incoming = options?.env?.incoming
  if (incoming) paths.set(incoming, path)
  return path
}

/** A path that something is mounted on, its parameters unfilled, such as `/v1/orders/:orderId`. */
export type RouteOf = (incoming: IncomingMessage) => string | undefined

/**
 * Tells what a request led to. A path itself can be a secret, as an invite's is; a route never is.
 * What nothing is mounted on has none.
 */
export const routesOf =
  (router: Hono<Env>['router']): RouteOf =>
  (incoming) => {
    const path = paths.get(incoming)
    const { method = 'GET' } = incoming
    if (path === undefined) return undefined
    const [[first] = []] = router.match(method === 'HEAD' ? 'GET' : method, path)
    return first?.[0][1].path
  }

/** The path itself, where no path is a secret. */
export const plainPath: RouteOf = ({ url }) => url?.split('?', 1)[0]
