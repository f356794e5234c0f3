import { setTimeout as wait } from 'node:timers/promises'
import type { Hono } from 'hono'
import type { Env } from '../server/http/env.ts'
import type { EngineAnswer } from './prism-engine.ts'
import { noWish, readWish, type Wish, WishProblem } from './wish.ts'
import { type Errand, errandOf, errands } from './wishes.ts'

export type Fetch = Hono<Env>['fetch']

/** A response with another status and body; what the edge said of the budget stays. */
const replaced = (response: Response, { status, contentType, body }: EngineAnswer): Response => {
  const headers = new Headers(response.headers)
  headers.set('Content-Type', contentType)
  headers.delete('Content-Length')
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return new Response(text, { status, headers })
}

/** The specification's one plain text has its charset beside it (§5 rule 4). */
const withCharset = (answer: EngineAnswer): EngineAnswer =>
  answer.contentType === 'text/html'
    ? { ...answer, contentType: 'text/html; charset=utf-8' }
    : answer

const wishOf = (header: string | null): Wish | WishProblem => {
  try {
    return readWish(header ?? undefined)
  } catch (error) {
    if (error instanceof WishProblem) return error
    throw error
  }
}

/**
 * Carries a request's wishes past the edge, which knows nothing of them, and puts what no operation
 * may answer in its answer's place.
 */
export const withWishes =
  (fetch: Fetch): Fetch =>
  async (request, ...rest) => {
    const wish = wishOf(request.headers.get('prefer'))
    const errand: Errand = { wish: wish instanceof WishProblem ? noWish : wish }
    errandOf.set(request, errand)
    await wait(errand.wish.wait)
    const response = await errands.run(errand, () => fetch(request, ...rest))
    if (errand.reached === undefined) return response
    if (wish instanceof WishProblem)
      return replaced(response, {
        status: 400,
        contentType: 'application/json',
        body: { message: wish.message },
      })
    return errand.replacement ? replaced(response, withCharset(errand.replacement)) : response
  }
