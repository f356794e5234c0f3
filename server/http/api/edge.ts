import type { Context, Handler } from 'hono'
import type { ClientAddress } from '../connection/client-address.ts'
import type { Budget, RequestBudget } from '../rate-limit/request-budget.ts'
import type { Authenticate, Opened } from './auth.ts'
import type { Call, Env } from './env.ts'
import { budgetExceeded, internalServerError, unauthorized } from './errors.ts'
import { header } from './header.ts'
import { type HeaderMap, json, plainUnauthorized } from './respond.ts'

/** Answers a request that the edge has let through. The headers go on whatever it answers. */
export type Guarded = (
  context: Context<Env>,
  call: Call,
  headers: HeaderMap,
) => Response | Promise<Response>

/** Puts the edge in front of what answers. */
export type Guard = (guarded: Guarded) => Handler<Env>

/** Told of what went wrong in a request, the cause included. */
export type ReportFault = (context: Context<Env>, error: unknown) => void

export type EdgeOptions = {
  /** Told of each request as it arrives, before anything is read for it. */
  onRequest(): void
  budget: Pick<RequestBudget, 'take' | 'full'>
  authenticate: Authenticate
  /** Asked for requests that are over their address's budget: what opens an account with a larger one. */
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

/** What is left of an account's larger budget, of a request that was counted within its address's. */
const enlarged = (left: Budget, { budget }: Opened): Budget =>
  budget === null || budget <= left.limit
    ? left
    : { ...left, limit: budget, remaining: left.remaining + budget - left.limit }

const isCounted = (path: string) => path === '/v1' || path.startsWith('/v1/')

/**
 * What every request passes before anything looks at what it asks for, in the order of design
 * decision 7: the budget, then the key. It answers 429, 401 and 500 by itself. What can be answered
 * at once is, without a turn through a promise.
 */
export const createEdge = (options: EdgeOptions): Guard => {
  const { onRequest, budget, authenticate, authenticateTiered, clientAddress, onFault } = options

  const fail = (context: Context<Env>, error: unknown, headers: HeaderMap): Response => {
    onFault(context, error)
    return json(500, internalServerError, headers)
  }

  const proceed = async (
    context: Context<Env>,
    guarded: Guarded,
    opening: Promise<Opened | undefined>,
    left: Budget | undefined,
  ): Promise<Response> => {
    let headers = left ? budgetHeaders(left) : {}
    try {
      const opened = await opening
      if (!opened) return plainUnauthorized(unauthorized, headers)
      const larger = left && enlarged(left, opened)
      if (larger && larger !== left) headers = budgetHeaders(larger)
      return await guarded(context, opened, headers)
    } catch (error) {
      return fail(context, error, headers)
    }
  }

  /** Counts against the account's larger budget what was too much for its address's. */
  const proceedTiered = async (
    context: Context<Env>,
    guarded: Guarded,
    opening: Promise<Opened | undefined>,
    refused: Budget,
    address: string,
  ): Promise<Response> => {
    let headers = budgetHeaders(refused)
    try {
      const opened = await opening
      if (!opened?.budget) return json(429, budgetExceeded, headers)
      const left = await budget.take(address, opened.budget)
      headers = budgetHeaders(left)
      if (!left.allowed) return json(429, budgetExceeded, headers)
      return await guarded(context, opened, headers)
    } catch (error) {
      return fail(context, error, headers)
    }
  }

  const admit = (context: Context<Env>, guarded: Guarded, left?: Budget, address = '') => {
    const authorization = header(context, 'authorization')
    if (left && !left.allowed) {
      const opening = authenticateTiered(authorization)
      return opening
        ? proceedTiered(context, guarded, opening, left, address)
        : json(429, budgetExceeded, budgetHeaders(left))
    }
    const opening = authenticate(authorization)
    return opening
      ? proceed(context, guarded, opening, left)
      : plainUnauthorized(unauthorized, left ? budgetHeaders(left) : {})
  }

  return (guarded) => (context) => {
    onRequest()
    if (!isCounted(context.req.path)) return admit(context, guarded)
    const address = clientAddress(context)
    const taken = budget.take(address)
    if (!(taken instanceof Promise)) return admit(context, guarded, taken, address)
    return taken.then(
      (left) => admit(context, guarded, left, address),
      (error: unknown) => fail(context, error, budgetHeaders(budget.full())),
    )
  }
}
