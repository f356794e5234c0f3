/** Headers by name, as they are sent. */
export type HeaderMap = Record<string, string>

/** What every response but the 401 says of its content: it is what it says it is. */
export const noSniffing = { 'X-Content-Type-Options': 'nosniff' } as const

/**
 * A JSON response. The headers are the response's own from here on: they are made once for each
 * request, and setting one on a finished response would cost a copy of all.
 */
export const json = (status: number, body: unknown, headers: HeaderMap): Response => {
  headers['Content-Type'] = 'application/json'
  headers['X-Content-Type-Options'] = 'nosniff'
  return new Response(JSON.stringify(body), { status, headers })
}

/** The 401 of the specification, to the letter (§5 rule 4). */
export const plainUnauthorized = (text: string, headers: HeaderMap): Response => {
  headers['Content-Type'] = 'text/html; charset=utf-8'
  return new Response(text, { status: 401, headers })
}
