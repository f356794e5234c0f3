import type { Hono } from 'hono'
import { exposedHeaders } from '../server/http/cors.ts'
import type { Env } from '../server/http/env.ts'

export type Fetch = Hono<Env>['fetch']

/** A plain OPTIONS is a request like any other; a preflight says what it is for. */
const isPreflight = ({ method, headers }: Request): boolean =>
  method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method')

const preflight = ({ headers }: Request): Response =>
  new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Origin': headers.get('origin') ?? '*',
      'Access-Control-Allow-Methods': headers.get('access-control-request-method') ?? '',
      'Access-Control-Allow-Headers': headers.get('access-control-request-headers') ?? '',
      'Access-Control-Max-Age': '600',
      Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    },
  })

/** Lets pages of any origin use the mock: it is a developer’s own. */
export const withCors =
  (fetch: Fetch): Fetch =>
  async (request, ...rest) => {
    if (isPreflight(request)) return preflight(request)
    const response = await fetch(request, ...rest)
    const origin = request.headers.get('origin')
    if (origin === null) return response
    const headers = new Headers(response.headers)
    headers.set('Access-Control-Allow-Origin', origin)
    headers.set('Access-Control-Expose-Headers', exposedHeaders)
    headers.append('Vary', 'Origin')
    return new Response(response.body, { status: response.status, headers })
  }
