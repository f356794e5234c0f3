// Generated from the OpenAPI document. Do not edit.

import type { Context, Env, Hono } from 'hono'
import type { PartFailure } from './bad-request.ts'
import { kindOf } from './media-types.ts'
import {
  type AnyOperations,
  type Call,
  type Endpoint,
  type Handler,
  type Layer,
  type MountOptions,
  mountGuarded,
} from './mount.ts'
import type { SecurityHandlers } from './security.ts'
import type { HeaderMap } from './send-reply.ts'

export type EdgeOptions<E extends Env = Env> = Pick<
  MountOptions<E>,
  'checkResponses' | 'limits'
> & {
  /** Makes the headers that every response has, such as those of a rate limit. */
  headers: (context: Context<E>) => HeaderMap
  /** Called with the error of a request that fails. Default: nothing. */
  onError?: (error: unknown, context: Context<E>) => void
}

/**
 * Registers every operation behind an edge, which sends the responses that the document marks with
 * `x-answered-by: edge`. Credentials are checked before all else, also on unknown paths. Other rejections are JSON with
 * a `message`, and with `errors` as `x-invalid-body` says.
 * @example
 * mountBehindEdge(app, { endpoints, replies, authenticator }, operations, {
 *   security: { apiKey: (key) => accounts.get(key) },
 *   headers: () => ({ 'X-Request-Id': crypto.randomUUID() }),
 * })
 */
export const mountBehindEdge = <Principal, E extends Env>(
  app: Hono<E>,
  layer: Layer,
  operations: AnyOperations<Call<Principal | undefined, E>>,
  options: EdgeOptions<E> & { security: SecurityHandlers<Principal, E> },
): void => {
  // Unknown paths have the credentials and the responses of the operations.
  const secured = Object.values(layer.endpoints).find(({ security }) => security)
  const guard = (handler: Handler<E, Call<Principal | undefined, E>>, endpoint = secured) => {
    const { security: alternatives = [{}] } = endpoint ?? {}
    const authenticate = layer.authenticator?.(alternatives, options.security)
    return async (context: Context<E>) => {
      const headers = options.headers(context)
      try {
        const found = await authenticate?.(context)
        if (found?.rejection) return respond(endpoint, found.rejection.status, headers)
        return await handler(context, { principal: found?.principal, context }, headers)
      } catch (error) {
        options.onError?.(error, context)
        return respond(endpoint, 500, headers)
      }
    }
  }
  mountGuarded(app, layer, operations, {
    ...options,
    guard,
    onReject: ({ status, failures }, { endpoint, headers }) =>
      endpoint
        ? respond(endpoint, 400, headers, invalidInput(endpoint, failures))
        : respond(endpoint, status, headers),
  })
  app.notFound(guard((_, __, headers) => respond(secured, 404, headers)))
}

const titles: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  500: 'Internal server error',
}

/** Makes a response of the content type that an operation declares, or of JSON. */
function respond(
  endpoint: Endpoint | undefined,
  status: number,
  headers: HeaderMap,
  body: object = { message: titles[status] },
): Response {
  const { contents = {} } = endpoint?.replies[`${status}`] ?? {}
  const [declared = 'application/json'] = Object.keys(contents)
  const isText = kindOf(declared) === 'text'
  headers['Content-Type'] = isText ? `${declared}; charset=utf-8` : declared
  return new Response(isText ? titles[status] : JSON.stringify(body), { status, headers })
}

/**
 * Returns the body of a 400 for invalid input. A reason that the document declares as a message (`x-messages`) is the
 * whole message. Otherwise bodies with `x-invalid-body: errors` list a reason for each field, and others join them.
 */
export const invalidInput = (
  endpoint: Endpoint,
  failures: readonly PartFailure[],
): { message: string; errors?: string[] } => {
  const isOfBody = failures[0]?.in === 'body'
  // In a body, a field that comes before is the better reason.
  const reported = isOfBody ? failures.slice(0, 1) : failures
  const fixed = reported.find(({ reason }) => endpoint.messages?.includes(reason))
  if (fixed) return { message: fixed.reason }
  const errors = failures.map(({ field, reason }) => `${field}: ${reason}`)
  return isOfBody && endpoint.body?.invalid === 'errors'
    ? { message: 'Invalid request body', errors }
    : { message: errors.join('; ') }
}
