import type { RequestHandler } from 'msw'
import { http } from 'msw/http'
import document from '../generated/openapi.json' with { type: 'json' }
import { createResponder } from './browser/create-responder.ts'

export type HandlersOptions = {
  /** The base URL of the client under test. */
  url: string
  /** Requests per window. Default: 1000. */
  budget?: number
  /** The length of a window. Default: 86400. */
  windowSeconds?: number
  /** The current time, in milliseconds since the Unix epoch. */
  clock?: () => number
}

const isOfContract = (path: string): boolean => path === '/v1' || path.startsWith('/v1/')

/**
 * Creates MSW handlers for the mock, so that frontend tests need no server. They use the same HTTP
 * layer and examples as `npm run mock`. New handlers start with a full rate limit.
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
  const respond = createResponder({ document, budget, windowSeconds, clock })
  const isOurs = ({ request }: { request: Request }): boolean => {
    const target = new URL(request.url)
    return target.origin === origin && isOfContract(target.pathname)
  }
  return [http.all(isOurs, ({ request }) => respond(request))]
}
