import type { Context, MiddlewareHandler } from 'hono'
import { endpoints } from '../../../generated/operations.ts'
import type { Env } from '../kit/env.ts'
import { header } from '../kit/env.ts'

/** The headers that scripts of other origins may read besides the safelisted ones (Fetch standard). */
export const exposedHeaders = [
  ...endpoints.checkAuth.replies[200].requiredHeaders,
  'Allow',
  'Deprecation',
  'Sunset',
  'Link',
].join(', ')

/** How long browsers may reuse the result of a preflight, in seconds. */
const maxAge = '600'

/** Without these headers, OPTIONS is a request like any other: it is an operation of `/v1/auth`. */
const isPreflight = (context: Context<Env>): boolean =>
  context.req.method === 'OPTIONS' &&
  header(context, 'origin') !== undefined &&
  header(context, 'access-control-request-method') !== undefined

/**
 * Allows every method and header: the request itself is authenticated and validated.
 * @param origin the origin if it is allowed.
 */
const preflight = (context: Context<Env>, origin: string | undefined): Response => {
  const headers = new Headers({
    Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
  })
  if (origin !== undefined) {
    const requested = header(context, 'access-control-request-headers')
    headers.set('Access-Control-Allow-Origin', origin)
    headers.set(
      'Access-Control-Allow-Methods',
      header(context, 'access-control-request-method') ?? '',
    )
    if (requested !== undefined) headers.set('Access-Control-Allow-Headers', requested)
    headers.set('Access-Control-Max-Age', maxAge)
  }
  return new Response(null, { status: 204, headers })
}

/**
 * Lets pages of some origins call the API (CORS). Preflights need no key and are not counted against
 * the rate limit. Credentials are never allowed: keys are sent in a header, not in cookies.
 * @param origins as browsers send them: `https://shop.example.com`.
 */
export const allowOrigins = (origins: readonly string[]): MiddlewareHandler<Env> => {
  const allowed = new Set(origins)
  return async (context, next) => {
    const sent = header(context, 'origin')
    const origin = sent !== undefined && allowed.has(sent) ? sent : undefined
    if (isPreflight(context)) return preflight(context, origin)
    await next()
    context.header('Vary', 'Origin', { append: true })
    if (origin === undefined) return
    context.header('Access-Control-Allow-Origin', origin)
    context.header('Access-Control-Expose-Headers', exposedHeaders)
  }
}
