/** The state of the rate limit for this client's address (specification §8). */
export type RateLimit = {
  /** Requests allowed per window. */
  limit: number
  /** Requests left in the window. */
  remaining: number
  /** Seconds until the oldest counted request leaves the window. */
  resetSeconds: number
}

const wholeNumber = (text: string | null): number | undefined =>
  text !== null && /^[0-9]+$/.test(text) ? Number(text) : undefined

/** Reads the rate limit from response headers; undefined if they are missing or hidden by CORS. */
export const readRateLimit = (headers: Headers): RateLimit | undefined => {
  const [limit, remaining, resetSeconds] = ['Limit', 'Remaining', 'Reset'].map((name) =>
    wholeNumber(headers.get(`RateLimit-${name}`)),
  )
  if (limit === undefined || remaining === undefined || resetSeconds === undefined) return undefined
  return { limit, remaining, resetSeconds }
}
