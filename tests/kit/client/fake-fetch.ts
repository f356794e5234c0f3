type Result = Response | Error | (() => Response | Error)

/** Returns a `fetch` that gives these responses in turn, repeating the last, and records its requests. */
export const fakeFetch = (...results: Result[]) => {
  const requests: Request[] = []
  const fetch = async (request: Request): Promise<Response> => {
    const next = results[Math.min(requests.length, results.length - 1)]
    requests.push(request)
    const result = typeof next === 'function' ? next() : next
    if (result instanceof Response) return result.clone()
    throw result ?? new Error('no response was given')
  }
  return { fetch, requests }
}

export const json = (
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  })

export const rateLimit = (remaining: number, reset: number) => ({
  'RateLimit-Limit': '1000',
  'RateLimit-Remaining': String(remaining),
  'RateLimit-Reset': String(reset),
})
