import type { components } from '../../generated/types.ts'
import { type Rejection, rejectionText } from '../domain/rejection.ts'

export type HeaderMap = Record<string, string>

/** Sent with every response except the 401. Keeps browsers from guessing another content type. */
export const noSniffing = { 'X-Content-Type-Options': 'nosniff' } as const

/**
 * Returns a JSON response.
 * @param headers owned by the response from here on. They are made once per request, and setting
 *   one on a finished response would copy them all.
 */
export const json = (status: number, body: unknown, headers: HeaderMap): Response => {
  headers['Content-Type'] = 'application/json'
  headers['X-Content-Type-Options'] = 'nosniff'
  return new Response(JSON.stringify(body), { status, headers })
}

type Message = components['schemas']['Message']

/** Returns the reply for a rejection: 400 without `errors` (specification §7 rule 2). */
export const reject = (rejection: Rejection): { status: 400; body: Message } => ({
  status: 400,
  body: { message: rejectionText(rejection) },
})

/** Returns the reply for an unknown order in `getOrder`, the only 404 (specification §7). */
export const orderNotFound = (): { status: 404; body: Message } => ({
  status: 404,
  body: { message: rejectionText({ rejected: 'order-not-found' }) },
})

export const notFound: Message = { message: 'Not found' }
export const methodNotAllowed: Message = { message: 'Method not allowed' }
export const rateLimitExceeded: Message = { message: 'Request budget exceeded' }
export const internalServerError: Message = { message: 'Internal server error' }

/**
 * Returns the 401 of specification §5 rule 4: plain text, without `WWW-Authenticate`. The edge sends
 * it for every method, TRACE, OPTIONS and unknown ones included, and for every path.
 * @param headers the rate limit's; the response owns them from here on.
 */
export const unauthorized = (headers: HeaderMap): Response => {
  headers['Content-Type'] = 'text/html; charset=utf-8'
  return new Response('Unauthorized', { status: 401, headers })
}
