import { noWish, readWish, type Wish, WishProblem } from '../wish.ts'
import type { Errand } from '../wishes.ts'
import type { EngineAnswer } from './possible.ts'

/** What a `Prefer` header wishes, or what is wrong with it. */
export const wishOf = (header: string | null): Wish | WishProblem => {
  try {
    return readWish(header ?? undefined)
  } catch (error) {
    if (error instanceof WishProblem) return error
    throw error
  }
}

/** What a request with such a wish sets out with. */
export const errandFor = (wish: Wish | WishProblem): Errand => ({
  wish: wish instanceof WishProblem ? noWish : wish,
})

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

/** What goes out of an answer: what no operation may answer takes its place. */
export const outgoing = (
  response: Response,
  wish: Wish | WishProblem,
  { reached, replacement }: Errand,
): Response => {
  if (reached === undefined) return response
  if (wish instanceof WishProblem)
    return replaced(response, {
      status: 400,
      contentType: 'application/json',
      body: { message: wish.message },
    })
  return replacement ? replaced(response, withCharset(replacement)) : response
}
