import { contextOf } from './request-context.ts'
import type { RequestLog } from './request-log.ts'
import type { Fetch } from './with-preferences.ts'

type Parts = { requests: () => RequestLog; clock: () => number; baseUrl: () => string }

/** Masks API keys in a text. */
const maskKeys = (text: string): string => text.replaceAll(/mfk_\w{12,}/g, 'mfk_…')

const maskHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    [...headers].map(([name, value]) => [
      name,
      name === 'authorization' ? value.replace(/(?<=^\w+ +)\S.*$/, '…') : maskKeys(value),
    ]),
  )

/** Returns the URL that the client used. The HTTP layer replaces the host. */
const addressOf = (url: string, baseUrl: string): string => {
  const { pathname, search } = new URL(url)
  return maskKeys(baseUrl + pathname + search)
}

/** Logs each request and its response, with masked keys. */
export const withRequestLog =
  (fetch: Fetch, { requests, clock, baseUrl }: Parts): Fetch =>
  async (request, ...rest) => {
    const at = clock()
    const started = performance.now()
    const response = await fetch(request, ...rest)
    const responseBody = await response.text()
    const context = contextOf.get(request)
    requests().add({
      at,
      milliseconds: performance.now() - started,
      method: request.method,
      url: addressOf(request.url, baseUrl()),
      requestHeaders: maskHeaders(request.headers),
      operation: context?.reached,
      requestBody: context?.body,
      status: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      responseBody,
    })
    return new Response(responseBody, { status: response.status, headers: response.headers })
  }
