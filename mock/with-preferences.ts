import { setTimeout as wait } from 'node:timers/promises'
import type { Hono } from 'hono'
import type { Env } from '../server/http/env.ts'
import { createContext, finalResponse, parsePrefer } from './browser/final-response.ts'
import { currentContext } from './request-context.ts'

export type Fetch = Hono<Env>['fetch']

/**
 * Passes the preferences of a request to its operation. Replaces the response when the preferred one
 * is not a response that operations can return.
 */
export const withPreferences =
  (fetch: Fetch): Fetch =>
  async (request, ...rest) => {
    const preference = parsePrefer(request.headers.get('prefer'))
    const context = createContext(preference)
    await wait(context.preference.wait)
    const response = await currentContext.run(context, () => fetch(request, ...rest))
    return finalResponse(response, preference, context)
  }
