import type { Context } from 'hono'
import type { Authenticate } from './auth.ts'
import type { Call, Env } from './call.ts'
import type { ClientAddress } from './client-address.ts'
import { type RateLimit, type RateLimiter, rateLimitHeaders } from './rate-limit/rate-limiter.ts'
import {
  type HeaderMap,
  internalServerError,
  json,
  noSniffing,
  rateLimitExceeded,
  unauthorized,
} from './respond.ts'

/** Handles a request that passed the edge. `headers` are the rate limit's, for the response. */
export type ProtectedHandler = (
  context: Context<Env>,
  call: Call,
  headers: HeaderMap,
) => Response | Promise<Response>

/** Puts the edge in front of a handler. The result always returns a response, never calls `next`. */
export type Protect = (
  handler: ProtectedHandler,
) => (context: Context<Env>) => Response | Promise<Response>

/** Called with a response of the API and the request that it is for. */
export type ReportResponse = (answered: {
  context: Context<Env>
  requestId: string
  /** The caller; undefined without a valid key. */
  call: Call | undefined
  /** The client's address, as the rate limit counts it. */
  client: string
  status: number
  milliseconds: number
}) => void

export type ReportFault = (context: Context<Env>, error: unknown) => void

export type EdgeOptions = {
  rateLimiter: Pick<RateLimiter, 'take' | 'full'>
  authenticate: Authenticate
  /** Called instead for requests over their address's rate limit. Finds accounts with a higher rate limit. */
  authenticateTiered: Authenticate
  clientAddress: ClientAddress
  onFault: ReportFault
  /** Called with each response. Default: nothing. */
  onResponse?: ReportResponse | undefined
}

/**
 * Creates the edge: rate limit, then authentication, then the handler (design decision 7). It returns
 * 429, 401 and 500 itself. The 401 is the same for every method and path, TRACE included. Every path is counted: the
 * response to an unknown one tells whether the key is valid.
 */
export const createEdge =
  ({
    rateLimiter,
    authenticate,
    authenticateTiered,
    clientAddress,
    onFault,
    onResponse,
  }: EdgeOptions): Protect =>
  (handler) =>
  async (context) => {
    const start = performance.now()
    const requestId = requestIdOf(context)
    const client = clientAddress(context)
    let headers: HeaderMap | undefined
    let call: Call | undefined
    const answer = (response: Response) => {
      const { status } = response
      const milliseconds = performance.now() - start
      onResponse?.({ context, requestId, call, client, status, milliseconds })
      return response
    }
    try {
      let left = await rateLimiter.take(client)
      headers = edgeHeaders(requestId, left)
      const isExceeded = !left.allowed
      const caller = await (isExceeded ? authenticateTiered : authenticate)(bearerKey(context))
      if (caller?.rateLimit) {
        // The account's rate limit may be higher than its address's.
        left = isExceeded
          ? await rateLimiter.take(client, caller.rateLimit)
          : withAccountLimit(left, caller.rateLimit)
        headers = edgeHeaders(requestId, left)
      }
      if (caller) {
        const { account, key } = caller
        call = { account, key, actor: { name: `key ${key}`, requestId } }
      }
      if (!left.allowed) return answer(json(429, rateLimitExceeded, headers))
      if (!call) return answer(unauthorized(headers))
      return answer(await handler(context, call, Object.assign(headers, noSniffing)))
    } catch (error) {
      onFault(context, error)
      headers ??= edgeHeaders(requestId, rateLimiter.full())
      return answer(json(500, internalServerError, headers))
    }
  }

/** Returns the id of a request, which every response of the API and every log line of the request has. */
export function requestIdOf(context: Context<Env>): string {
  return context.req.header('x-request-id') ?? crypto.randomUUID()
}

function edgeHeaders(requestId: string, left: RateLimit): HeaderMap {
  return Object.assign({ 'X-Request-Id': requestId }, rateLimitHeaders(left))
}

/** The scheme is case-insensitive (RFC 9110 §11.1). One or more spaces separate it from the key. */
const bearer = /^bearer +([^ ]+)$/i

/** Returns the key in the `Authorization` header, valid or not. */
function bearerKey(context: Context<Env>): string | undefined {
  const authorization = context.req.header('authorization')
  return authorization === undefined ? undefined : bearer.exec(authorization)?.[1]
}

/** Applies an account's higher rate limit to a request that was counted within its address's. */
function withAccountLimit(left: RateLimit, limit: number): RateLimit {
  const more = Math.max(limit - left.limit, 0)
  return { ...left, limit: left.limit + more, remaining: left.remaining + more }
}
