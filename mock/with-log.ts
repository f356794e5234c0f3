import type { Fetch } from './around.ts'
import type { RequestLog } from './request-log.ts'
import { errandOf } from './wishes.ts'

type Parts = { requests: () => RequestLog; clock: () => number }

const shown = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    [...headers].map(([name, value]) => [
      name,
      name === 'authorization' ? value.replace(/\S{8,}$/, '…') : value,
    ]),
  )

/** Remembers what was asked and what was answered; of the key, that there was one. */
export const withLog =
  (fetch: Fetch, { requests, clock }: Parts): Fetch =>
  async (request, ...rest) => {
    const at = clock()
    const started = performance.now()
    const response = await fetch(request, ...rest)
    const responseBody = await response.text()
    const errand = errandOf.get(request)
    requests().add({
      at,
      milliseconds: performance.now() - started,
      method: request.method,
      url: request.url,
      requestHeaders: shown(request.headers),
      operation: errand?.reached,
      requestBody: errand?.body,
      status: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      responseBody,
    })
    return new Response(responseBody, { status: response.status, headers: response.headers })
  }
