import { setTimeout as wait } from 'node:timers/promises'
import type { Hono } from 'hono'
import type { Env } from '../server/http/api/env.ts'
import { errandFor, outgoing, wishOf } from './browser/outgoing.ts'
import { errandOf, errands } from './wishes.ts'

export type Fetch = Hono<Env>['fetch']

/**
 * Carries a request's wishes past the edge, which knows nothing of them, and puts what no operation
 * may answer in its answer's place.
 */
export const withWishes =
  (fetch: Fetch): Fetch =>
  async (request, ...rest) => {
    const wish = wishOf(request.headers.get('prefer'))
    const errand = errandFor(wish)
    errandOf.set(request, errand)
    await wait(errand.wish.wait)
    const response = await errands.run(errand, () => fetch(request, ...rest))
    return outgoing(response, wish, errand)
  }
