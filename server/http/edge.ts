import type { Context } from 'hono'
import { headerOf } from '../../generated/parameters.ts'
import type { Authenticate } from './auth.ts'
import type { ClientAddress } from './client-address.ts'
import type { Call, Env } from './env.ts'
import type { Budget, RequestBudget } from './rate-limit/request-budget.ts'
import {
  budgetExceeded,
  type HeaderMap,
  internalServerError,
  json,
  noSniffing,
  unauthorized,
} from './respond.ts'

/**
 * Handles a request that passed the edge.
 * @param headers the rate limit's, to be set on the response.
 */
export type ProtectedHandler = (
  context: Context<Env>,
  call: Call,
  headers: HeaderMap,
) => Response | Promise<Response>

/** Puts the edge in front of a handler. The result always returns a response, never calls `next`. */
export type Protect = (
  handler: ProtectedHandler,
) => (context: Context<Env>) => Response | Promise<Response>

/** Called with the error when a request fails. */
export type ReportFault = (context: Context<Env>, error: unknown) => void

export type EdgeOptions = {
  budget: Pick<RequestBudget, 'take' | 'full'>
  authenticate: Authenticate
  /** Called instead for requests over their address's budget. Finds accounts with a larger budget. */
  authenticateTiered: Authenticate
  clientAddress: ClientAddress
  onFault: ReportFault
}

/** The headers of specification §8, on every response under `/v1`. Paths that are not counted have none. */
const budgetHeaders = (left: Budget | undefined): HeaderMap =>
  left
    ? {
        'RateLimit-Limit': String(left.limit),
        'RateLimit-Remaining': String(left.remaining),
        'RateLimit-Reset': String(left.reset),
        'X-RateLimit-Limit': String(left.limit),
        'X-RateLimit-Remaining': String(left.remaining),
        'X-RateLimit-Reset': String(left.resetAt),
      }
    : {}

/** Applies an account's larger budget to a request that was counted within its address's. */
const withAccountBudget = (left: Budget, budget: number): Budget => {
  const more = Math.max(budget - left.limit, 0)
  return { ...left, limit: left.limit + more, remaining: left.remaining + more }
}

const isCounted = (path: string) => path === '/v1' || path.startsWith('/v1/')

/** The scheme is case-insensitive (RFC 9110 §11.1). One or more spaces separate it from the key. */
const bearer = /^bearer +([^ ]+)$/i

/** Returns the key in the `Authorization` header, valid or not. */
const bearerKey = (context: Context<Env>): string | undefined => {
  const authorization = headerOf(context, 'authorization')
  return authorization === undefined ? undefined : bearer.exec(authorization)?.[1]
}

/**
 * Creates the edge: rate limit, then authentication, then the handler (design decision 7). It returns
 * 429, 401 and 500 itself. The 401 is the same for every method and path, TRACE included.
 */
export const createEdge =
  ({ budget, authenticate, authenticateTiered, clientAddress, onFault }: EdgeOptions): Protect =>
  (handler) =>
  async (context) => {
    const address = isCounted(context.req.path) ? clientAddress(context) : undefined
    let headers: HeaderMap | undefined
    try {
      let left = address === undefined ? undefined : await budget.take(address)
      headers = budgetHeaders(left)
      const isExceeded = left?.allowed === false
      const caller = await (isExceeded ? authenticateTiered : authenticate)(bearerKey(context))
      if (left && address !== undefined && caller?.budget) {
        // The account's own budget may be larger than its address's.
        left = isExceeded
          ? await budget.take(address, caller.budget)
          : withAccountBudget(left, caller.budget)
        headers = budgetHeaders(left)
      }
      if (left?.allowed === false) return json(429, budgetExceeded, headers)
      if (!caller) return unauthorized(headers)
      return await handler(context, caller, Object.assign(headers, noSniffing))
    } catch (error) {
      onFault(context, error)
      headers ??= address === undefined ? {} : budgetHeaders(budget.full())
      return json(500, internalServerError, headers)
    }
  }
