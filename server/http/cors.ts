import type { Context, MiddlewareHandler } from 'hono'
import { endpoints } from '../../generated/operations.ts'
import type { Env } from './call.ts'

/** The headers that scripts of other origins may read besides the safelisted ones (Fetch standard). */
const exposedHeaders = [
  ...endpoints.checkAuth.replies[200].requiredHeaders,
  'Allow',
  'Date',
  'Deprecation',
  'Sunset',
  'Link',
].join(', ')

/**
 * Lets pages of some origins call the API (CORS). Preflights need no key and are not counted against
 * the rate limit. Credentials are never allowed: keys are sent in a header, not in cookies.
 * @param isAllowed gets an origin as browsers send it: `https://shop.example.com`.
 */
export const allowOrigins =
  (isAllowed: (origin: string) => boolean): MiddlewareHandler<Env> =>
  async (context, next) => {
    const sent = context.req.header('origin')
    const origin = sent !== undefined && isAllowed(sent) ? sent : undefined
    // Without these headers, OPTIONS is a request like any other: it is an operation of `/v1/auth`.
    const method = context.req.header('access-control-request-method')
    if (context.req.method === 'OPTIONS' && sent !== undefined && method !== undefined)
      return preflight(context, method, origin)
    await next()
    context.header('Vary', 'Origin', { append: true })
    if (origin === undefined) return
    context.header('Access-Control-Allow-Origin', origin)
    context.header('Access-Control-Expose-Headers', exposedHeaders)
  }

/** Allows every method and header: the request itself is authenticated and validated. */
function preflight(context: Context<Env>, method: string, origin: string | undefined): Response {
  const headers = new Headers({
    Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
  })
  if (origin !== undefined) {
    const requested = context.req.header('access-control-request-headers')
    headers.set('Access-Control-Allow-Origin', origin)
    headers.set('Access-Control-Allow-Methods', method)
    if (requested !== undefined) headers.set('Access-Control-Allow-Headers', requested)
    // Seconds for which browsers may reuse the result.
    headers.set('Access-Control-Max-Age', '600')
  }
  return new Response(null, { status: 204, headers })
}
