type Answer = Response | Error | (() => Response | Error)

/** What a `fetch` answers, one after another and the last for ever, with the requests that it got. */
export const answering = (...answers: Answer[]) => {
  const requests: Request[] = []
  const fetch = async (request: Request): Promise<Response> => {
    const next = answers[Math.min(requests.length, answers.length - 1)]
    requests.push(request)
    const answer = typeof next === 'function' ? next() : next
    if (answer instanceof Response) return answer.clone()
    throw answer ?? new Error('there is no answer')
  }
  return { fetch, requests }
}

/** An answer in JSON. */
export const json = (
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  })

/** The headers of a budget. */
export const budget = (remaining: number, reset: number) => ({
  'RateLimit-Limit': '1000',
  'RateLimit-Remaining': String(remaining),
  'RateLimit-Reset': String(reset),
})
