/** Headers by name, as they are sent. */
export type HeaderMap = Record<string, string>

/**
 * A JSON response, its headers written down once: headers that are set on a response afterwards cost
 * a copy of all of them.
 */
export const json = (status: number, body: unknown, headers: HeaderMap): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { ...headers, 'Content-Type': 'application/json' },
  })

/** The 401 of the specification, to the letter (§5 rule 4). */
export const plainUnauthorized = (text: string, headers: HeaderMap): Response =>
  new Response(text, {
    status: 401,
    headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' },
  })
