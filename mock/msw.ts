import type { RequestHandler } from 'msw'
import { http } from 'msw/http'
import document from '../generated/openapi.json' with { type: 'json' }
import { answerer } from './browser/answer.ts'

export type HandlersOptions = {
  /** The address that the client under test is given, as the mock's or the server's would be. */
  url: string
  /** Requests in a window (1000), and how long one is (86400). */
  budget?: number
  windowSeconds?: number
  /** The time, in milliseconds since the Unix epoch. */
  clock?: () => number
}

const isOfContract = (path: string): boolean => path === '/v1' || path.startsWith('/v1/')

/**
 * The mock as handlers for MSW, so that a frontend's tests need no process: the same edge and the same
 * examples as `npm run mock`. Handlers made anew have their whole budget again.
 *
 * @example
 * const server = setupServer(...handlers({ url: 'http://api.example.test' }))
 */
export const handlers = ({
  url,
  budget = 1000,
  windowSeconds = 86_400,
  clock = Date.now,
}: HandlersOptions): RequestHandler[] => {
  const { origin } = new URL(url)
  const answer = answerer({ document, budget, windowSeconds, clock })
  const isOurs = ({ request }: { request: Request }): boolean => {
    const asked = new URL(request.url)
    return asked.origin === origin && isOfContract(asked.pathname)
  }
  return [http.all(isOurs, ({ request }) => answer(request))]
}
