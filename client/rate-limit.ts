/** What is left of the request budget of this client's address (specification §8). */
export type RateLimit = {
  /** Requests in a window. */
  limit: number
  /** How many of them are left. */
  remaining: number
  /** Seconds until the oldest request leaves the window, and there is room for another. */
  resetSeconds: number
}

const wholeNumber = (text: string | null): number | undefined =>
  text !== null && /^[0-9]+$/.test(text) ? Number(text) : undefined

/** Reads the budget from an answer's headers; nothing if they are not there or not to be seen. */
export const readRateLimit = (headers: Headers): RateLimit | undefined => {
  const [limit, remaining, resetSeconds] = ['Limit', 'Remaining', 'Reset'].map((name) =>
    wholeNumber(headers.get(`RateLimit-${name}`)),
  )
  if (limit === undefined || remaining === undefined || resetSeconds === undefined) return undefined
  return { limit, remaining, resetSeconds }
}
