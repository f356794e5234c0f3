import type { HeaderMap } from './respond.ts'

/**
 * Returns the 401 of specification §5 rule 4: plain text, without `WWW-Authenticate`. The edge sends
 * it for every method, TRACE, OPTIONS and unknown ones included, and for every path.
 * @param headers the rate limit's; the response owns them from here on.
 */
export const unauthorized = (headers: HeaderMap): Response => {
  headers['Content-Type'] = 'text/html; charset=utf-8'
  return new Response('Unauthorized', { status: 401, headers })
}
