/** Header values by name. */
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
