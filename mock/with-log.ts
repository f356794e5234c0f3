import type { Fetch } from './around.ts'
import type { RequestLog } from './request-log.ts'
import { errandOf } from './wishes.ts'

type Parts = { requests: () => RequestLog; clock: () => number; baseUrl: () => string }

/** What looks like a key, wherever it stands. */
const withoutKeys = (text: string): string => text.replaceAll(/mfk_\w{12,}/g, 'mfk_…')

const shown = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    [...headers].map(([name, value]) => [
      name,
      name === 'authorization' ? value.replace(/(?<=^\w+ +)\S.*$/, '…') : withoutKeys(value),
    ]),
  )

/** The address that the client used: the edge has no use for the Host that was sent. */
const addressOf = (url: string, baseUrl: string): string => {
  const { pathname, search } = new URL(url)
  return withoutKeys(baseUrl + pathname + search)
}

/** Remembers what was asked and what was answered; of the key, that there was one. */
export const withLog =
  (fetch: Fetch, { requests, clock, baseUrl }: Parts): Fetch =>
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
      url: addressOf(request.url, baseUrl()),
      requestHeaders: shown(request.headers),
      operation: errand?.reached,
      requestBody: errand?.body,
      status: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      responseBody,
    })
    return new Response(responseBody, { status: response.status, headers: response.headers })
  }
