import type { Context } from 'hono'
import type { Endpoint } from '../../../generated/operations.ts'
import type { ClientAddress } from '../connection/client-address.ts'
import type { Call, Env } from '../kit/env.ts'
import { bearerKey } from '../kit/env.ts'
import {
  budgetExceeded,
  type HeaderMap,
  internalServerError,
  json,
  unauthorized,
} from '../kit/respond.ts'
import type { Budget, RequestBudget } from '../rate-limit/request-budget.ts'
import type { Authenticate, Authenticated, KeyCheck } from './auth.ts'

/**
 * Adds `Deprecation`, `Sunset` and `Link` to every response of a deprecated operation (RFC 9745,
 * RFC 8594). Returns the handler itself for any other operation.
 */
export const withDeprecationHeaders = (
  { announces }: Pick<Endpoint, 'announces'>,
  handler: ProtectedHandler,
): ProtectedHandler =>
  announces
    ? (context, call, headers) => handler(context, call, Object.assign(headers, announces))
    : handler

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

/** The headers of specification §8, on every response under `/v1`. */
const budgetHeaders = ({ limit, remaining, reset, resetAt }: Budget): HeaderMap => ({
  'RateLimit-Limit': String(limit),
  'RateLimit-Remaining': String(remaining),
  'RateLimit-Reset': String(reset),
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(resetAt),
})

/** Applies an account's larger budget to a request that was counted within its address's. */
const withAccountBudget = (left: Budget, { budget }: Authenticated): Budget => {
  const limit = Math.max(left.limit, budget ?? left.limit)
  const remaining = left.remaining + limit - left.limit
  return limit === left.limit ? left : { ...left, limit, remaining }
}

/** Whether a request changes nothing, so that it can be handled and its response dropped. */
const isRead = ({ req }: Context<Env>) => req.method === 'GET' || req.method === 'HEAD'

const areEqual = (a: Authenticated, b: Authenticated) =>
  a.account === b.account && a.budget === b.budget

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
    { result, likely }: KeyCheck,
    left: Budget | undefined,
  ): Promise<Response> => {
    const own = left ? budgetHeaders(left) : {}
    const headersFor = (caller: Authenticated): HeaderMap => {
      const larger = left && withAccountBudget(left, caller)
      return larger && larger !== left ? budgetHeaders(larger) : own
    }
    const handleEarly = async (caller: Authenticated) =>
      handler(context, caller, headersFor(caller))
    // Its statements and the key's check share a round trip. The check decides what is returned.
    const early = likely && isRead(context) ? handleEarly(likely) : undefined
    early?.catch(() => {})
    let headers = own
    try {
      const caller = await result
      if (!caller) return unauthorized(headers)
      headers = headersFor(caller)
      const isEarly = likely && areEqual(likely, caller)
      return await ((isEarly && early) || handler(context, caller, headers))
    } catch (error) {
      return fail(context, error, headers)
    }
  }

  /** Counts a request over its address's budget against the account's larger one. */
  const proceedTiered = async (
    context: Context<Env>,
    handler: ProtectedHandler,
    { result }: KeyCheck,
    exceeded: Budget,
    address: string,
  ): Promise<Response> => {
    let headers = budgetHeaders(exceeded)
    try {
      const caller = await result
      if (!caller?.budget) return json(429, budgetExceeded, headers)
      const left = await budget.take(address, caller.budget)
      headers = budgetHeaders(left)
      if (!left.allowed) return json(429, budgetExceeded, headers)
      return await handler(context, caller, headers)
    } catch (error) {
      return fail(context, error, headers)
    }
  }

  const admit = (context: Context<Env>, handler: ProtectedHandler, left?: Budget, address = '') => {
    const key = bearerKey(context)
    if (left && !left.allowed) {
      const check = authenticateTiered(key)
      return check
        ? proceedTiered(context, handler, check, left, address)
        : json(429, budgetExceeded, budgetHeaders(left))
    }
    const check = authenticate(key)
    return check
      ? proceed(context, handler, check, left)
      : unauthorized(left ? budgetHeaders(left) : {})
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
