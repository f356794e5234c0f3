import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Handler } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import type { Env } from './call.ts'
import { type HeaderMap, noSniffing } from './respond.ts'

/** Compression by encoding, the best one first. */
const compress: Readonly<Record<string, (bytes: Uint8Array) => Promise<Buffer<ArrayBuffer>>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, brotliQuality),
  gzip: promisify(gzip),
}

/**
 * Serves a text that does not change while the server runs. Reads it once, at the first request,
 * compresses it once per encoding, and responds with 304 to clients that have it.
 */
export const staticText = (
  read: () => string,
  contentType: string,
  more: (text: string) => HeaderMap = () => ({}),
): Handler<Env> => {
  const prepare = () => {
    const text = read()
    const bytes = Buffer.from(text)
    const headers = { ...noSniffing, ...more(text), 'Content-Type': contentType }
    return { bytes, tag: `W/"${hash('sha256', bytes, 'base64url')}"`, headers }
  }
  let prepared: ReturnType<typeof prepare> | undefined
  const compressed = new Map<string, Promise<Buffer<ArrayBuffer>>>()

  return async (context) => {
    prepared ??= prepare()
    const { bytes, tag } = prepared
    const headers = { ETag: tag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' }
    if (matchesTag(context.req.header('if-none-match'), tag))
      return new Response(null, { status: 304, headers })
    Object.assign(headers, prepared.headers)
    const encoding = encodingFor(context.req.header('accept-encoding'))
    if (encoding === undefined) return new Response(bytes, { headers })
    const body = compressed.get(encoding) ?? compress[encoding]?.(bytes)
    if (body) compressed.set(encoding, body)
    return new Response(await body, { headers: { ...headers, 'Content-Encoding': encoding } })
  }
}

/** Returns whether `If-None-Match` names the tag. Tags are compared weakly (RFC 9110 §13.1.2). */
function matchesTag(given: string | undefined, tag: string): boolean {
  return given === '*' || given?.match(/"[^"]*"/g)?.includes(tag.replace('W/', '')) === true
}

/** Returns the best encoding that the client accepts (RFC 9110 §12.5.3). A weight of zero forbids one. */
function encodingFor(accepted: string | undefined): string | undefined {
  const named = parseAccept(accepted ?? '').flatMap(({ type, q }) =>
    q > 0 ? type.toLowerCase() : [],
  )
  return Object.keys(compress).find((each) => named.includes(each))
}

/** A text that is served at a path of its own. */
export type ServedText = { type: string; read: () => string }

/** Returns the handlers of the docs, the document and the files made from it, by path. */
export const textHandlers = (
  texts: Readonly<Record<string, ServedText>>,
): Record<string, Handler<Env>> => ({
  '/docs': notBuilt,
  ...Object.fromEntries(
    Object.entries(texts).map(([path, { type, read }]) => [
      path,
      staticText(read, type, headersOf[type]),
    ]),
  ),
})

/** Additional headers, by content type. The script of the docs has a hash in its name. */
const headersOf: Readonly<Record<string, (text: string) => HeaderMap>> = {
  'text/html; charset=utf-8': pageHeaders,
  'text/javascript; charset=utf-8': () => ({
    'Cache-Control': 'public, max-age=31536000, immutable',
  }),
}

/** Returns the headers of a page of the docs: its own policy, which names scripts and styles by their hashes. */
function pageHeaders(page: string): HeaderMap {
  const [, own = "default-src 'none'"] =
    /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(page) ?? []
  return {
    'Content-Security-Policy': `${own}; frame-ancestors 'none'`,
    'Referrer-Policy': 'no-referrer',
  }
}

function notBuilt(): Response {
  return new Response('The docs have not been built. Build them with: npm run docs\n', {
    status: 404,
    headers: { ...noSniffing, 'Content-Type': 'text/plain; charset=utf-8' },
  })
}

/** Quality 9 takes 20 ms for the docs. */
const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
