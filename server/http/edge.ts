import type { Context } from 'hono'
import type { Authenticate, Authenticated } from './auth.ts'
import type { ClientAddress } from './client-address.ts'
import { bearerKey, type Call, type Env } from './env.ts'
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
const withAccountBudget = (left: Budget, { budget }: Authenticated): Budget => {
  const more = Math.max((budget ?? 0) - left.limit, 0)
  return { ...left, limit: left.limit + more, remaining: left.remaining + more }
}

const isCounted = (path: string) => path === '/v1' || path.startsWith('/v1/')

/**
 * Creates the edge: rate limit, then authentication, then the handler (design decision 7). It returns
 * 429, 401 and 500 itself. The 401 is the same for every method and path, TRACE included. Responses
 * that need no lookup are returned without a promise.
 */
export const createEdge = (options: EdgeOptions): Protect => {
  const { budget, authenticate, authenticateTiered, clientAddress, onFault } = options

  const fail = (context: Context<Env>, error: unknown, headers: HeaderMap): Response => {
    onFault(context, error)
    return json(500, internalServerError, headers)
  }

  const proceed = async (
    context: Context<Env>,
    handler: ProtectedHandler,
    check: Promise<Authenticated | undefined>,
    left: Budget | undefined,
    address: string,
  ): Promise<Response> => {
    let headers = budgetHeaders(left)
    try {
      const caller = await check
      if (left?.allowed === false) {
        // The account's own budget may be larger than its address's.
        const own = caller?.budget ? await budget.take(address, caller.budget) : left
        headers = budgetHeaders(own)
        if (!caller || !own.allowed) return json(429, budgetExceeded, headers)
      } else if (!caller) return unauthorized(headers)
      else if (left && caller.budget) headers = budgetHeaders(withAccountBudget(left, caller))
      return await handler(context, caller, Object.assign(headers, noSniffing))
    } catch (error) {
      return fail(context, error, headers)
    }
  }

  const admit = (context: Context<Env>, handler: ProtectedHandler, left?: Budget, address = '') => {
    const isExceeded = left?.allowed === false
    const check = (isExceeded ? authenticateTiered : authenticate)(bearerKey(context))
    if (check) return proceed(context, handler, check, left, address)
    const headers = budgetHeaders(left)
    return isExceeded ? json(429, budgetExceeded, headers) : unauthorized(headers)
  }

  return (handler) => (context) => {
    if (!isCounted(context.req.path)) return admit(context, handler)
    const address = clientAddress(context)
    const taken = budget.take(address)
    if (!(taken instanceof Promise)) return admit(context, handler, taken, address)
    return taken.then(
      (left) => admit(context, handler, left, address),
      (error: unknown) => fail(context, error, budgetHeaders(budget.full())),
    )
  }
}
