import type { Context, Handler } from 'hono'
import type { Authenticate } from './auth.ts'
import type { ClientAddress } from './client-address.ts'
import type { Call, Env } from './env.ts'
import { budgetExceeded, internalServerError, unauthorized } from './errors.ts'
import { header } from './header.ts'
import type { Budget, RequestBudget } from './request-budget.ts'
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
  budget: Pick<RequestBudget, 'take' | 'untracked'>
  authenticate: Authenticate
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

const isCounted = (path: string) => path === '/v1' || path.startsWith('/v1/')

/**
 * What every request passes before anything looks at what it asks for, in the order of design
 * decision 7: the budget, then the key. It answers 429, 401 and 500 by itself. What can be answered
 * at once is, without a turn through a promise.
 */
export const createEdge = (options: EdgeOptions): Guard => {
  const { onRequest, budget, authenticate, clientAddress, onFault } = options

  const fail = (context: Context<Env>, error: unknown, headers: HeaderMap): Response => {
    onFault(context, error)
    return json(500, internalServerError, headers)
  }

  const proceed = async (
    context: Context<Env>,
    opening: Promise<string | undefined>,
    guarded: Guarded,
    headers: HeaderMap,
  ): Promise<Response> => {
    try {
      const account = await opening
      if (account === undefined) return plainUnauthorized(unauthorized, headers)
      return await guarded(context, { account }, headers)
    } catch (error) {
      return fail(context, error, headers)
    }
  }

  const admit = (context: Context<Env>, guarded: Guarded, left: Budget | undefined) => {
    const headers = left ? budgetHeaders(left) : {}
    if (left && !left.allowed) return json(429, budgetExceeded, headers)
    const opening = authenticate(header(context, 'authorization'))
    return opening
      ? proceed(context, opening, guarded, headers)
      : plainUnauthorized(unauthorized, headers)
  }

  return (guarded) => (context) => {
    onRequest()
    if (!isCounted(context.req.path)) return admit(context, guarded, undefined)
    const taken = budget.take(clientAddress(context))
    if (!(taken instanceof Promise)) return admit(context, guarded, taken)
    return taken.then(
      (left) => admit(context, guarded, left),
      (error: unknown) => fail(context, error, budgetHeaders(budget.untracked())),
    )
  }
}
