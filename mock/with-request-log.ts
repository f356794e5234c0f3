import { IncomingMessage } from 'node:http'
import { recordBody, textOf } from './record-body.ts'
import type { RequestLog } from './request-log.ts'
import type { Fetch } from './with-preferences.ts'

type Parts = {
  requests: () => RequestLog
  clock: () => number
  baseUrl: () => string
  /** Returns the operation at the method and path of a request. */
  operationOf: (incoming: IncomingMessage) => string | undefined
}

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

/** Returns the request of Node, if the request came through a socket. */
const incomingOf = (bindings: Parameters<Fetch>[1]) =>
  bindings && 'incoming' in bindings ? bindings.incoming : undefined

/** Returns a response with the bytes of its body. Reading a body twice would buffer it without limit. */
const withBytes = async (response: Response): Promise<{ sent: Response; bytes: Uint8Array }> => {
  if (response.body === null) return { sent: response, bytes: new Uint8Array() }
  const bytes = new Uint8Array(await response.arrayBuffer())
  const { status, headers } = response
  return { sent: new Response(bytes, { status, headers }), bytes }
}

/** Logs each request and its response, with masked keys. The response is sent unchanged. */
export const withRequestLog =
  (fetch: Fetch, { requests, clock, baseUrl, operationOf }: Parts): Fetch =>
  async (request, ...rest) => {
    const at = clock()
    const started = performance.now()
    const incoming = incomingOf(rest[0])
    const recorded = recordBody(incoming)
    const { sent, bytes } = await withBytes(await fetch(request, ...rest))
    requests().add({
      at,
      milliseconds: performance.now() - started,
      method: request.method,
      url: addressOf(request.url, baseUrl()),
      requestHeaders: maskHeaders(request.headers),
      operation: incoming instanceof IncomingMessage ? operationOf(incoming) : undefined,
      requestBody: maskKeys(textOf(recorded())),
      status: sent.status,
      responseHeaders: Object.fromEntries(sent.headers),
      responseBody: sent.headers.has('content-encoding') ? '' : textOf(bytes),
      responseBytes: bytes.length,
    })
    return sent
  }
