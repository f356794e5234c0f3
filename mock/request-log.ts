import { IncomingMessage } from 'node:http'
import type { Fetch } from './cors.ts'

/** A handled request. */
export type Entry = {
  number: number
  /** When the request arrived, in milliseconds since the Unix epoch. */
  at: number
  milliseconds: number
  method: string
  url: string
  requestHeaders: Record<string, string>
  /** The operation at the method and path, also if the request was rejected; undefined if there is none. */
  operation: string | undefined
  /** The start of the request body; empty if the server did not wait for it. */
  requestBody: string
  status: number
  responseHeaders: Record<string, string>
  /** The start of the response body; empty if it is compressed. */
  responseBody: string
  /** The length of the response body as it was sent. */
  responseBytes: number
}

/** The maximum number of requests in the log. */
const maxEntries = 100

/** Keeps the last requests and notifies listeners of new ones. */
export class RequestLog {
  #entries: Entry[] = []
  #count = 0
  readonly #listeners = new Set<(entry: Entry) => void>()

  add(entry: Omit<Entry, 'number'>): void {
    const numbered = { number: ++this.#count, ...entry }
    this.#entries = [...this.#entries, numbered].slice(-maxEntries)
    for (const listener of this.#listeners) listener(numbered)
  }

  /** The entries, oldest first. */
  get entries(): readonly Entry[] {
    return this.#entries
  }

  clear(): void {
    this.#entries = []
  }

  /** @returns a function that removes the listener. */
  listen(listener: (entry: Entry) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** The maximum number of bytes of a body that the log keeps: as many as a request may have. */
const maxLoggedBytes = 256 * 1024

/** Decodes the start of a body as text. A character that is cut at the end is left out. */
const textOf = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes.subarray(0, maxLoggedBytes), {
    stream: bytes.length > maxLoggedBytes,
  })

/**
 * Records a request body as it arrives, whether the server reads it or not.
 * @returns a function that returns the bytes so far.
 */
export const recordBody = (incoming: IncomingMessage | undefined): (() => Uint8Array) => {
  const chunks: Uint8Array[] = []
  let length = 0
  // Listeners would start the stream before the server reads it.
  const push = incoming?.push.bind(incoming)
  if (incoming && push)
    incoming.push = (chunk: unknown, encoding) => {
      if (chunk instanceof Uint8Array) {
        if (length <= maxLoggedBytes) chunks.push(chunk)
        length += chunk.length
      }
      return push(chunk, encoding)
    }
  return () => Buffer.concat(chunks)
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

type Parts = {
  requests: RequestLog
  clock: () => number
  /** The URL that clients use. The HTTP layer replaces the host of requests. */
  baseUrl: string
  /** Returns the operation at the method and path of a request. */
  operationOf: (incoming: IncomingMessage) => string | undefined
}

/** Logs each request and its response, with masked keys. The response is sent unchanged. */
export const withRequestLog =
  (fetch: Fetch, { requests, clock, baseUrl, operationOf }: Parts): Fetch =>
  async (request, ...rest) => {
    const at = clock()
    const started = performance.now()
    const [bindings] = rest
    const socket = bindings && 'incoming' in bindings ? bindings.incoming : undefined
    const incoming = socket instanceof IncomingMessage ? socket : undefined
    const recorded = recordBody(incoming)
    const { body, status, headers } = await fetch(request, ...rest)
    // Reading the body twice would buffer it without limit.
    const bytes = new Uint8Array(await new Response(body).arrayBuffer())
    const { pathname, search } = new URL(request.url)
    requests.add({
      at,
      milliseconds: performance.now() - started,
      method: request.method,
      url: maskKeys(baseUrl + pathname + search),
      requestHeaders: maskHeaders(request.headers),
      operation: incoming && operationOf(incoming),
      requestBody: maskKeys(textOf(recorded())),
      status,
      responseHeaders: Object.fromEntries(headers),
      responseBody: headers.has('content-encoding') ? '' : textOf(bytes),
      responseBytes: bytes.length,
    })
    return new Response(body && bytes, { status, headers })
  }
