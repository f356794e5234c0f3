import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Handler } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import { headerOf } from '../../generated/parameters.ts'
import type { Env } from './env.ts'
import { type HeaderMap, noSniffing } from './respond.ts'

/**
 * Returns the headers of the docs page. Its policy allows the page's own scripts, by hash, and inline
 * styles, because Redoc creates them at run time.
 */
const docsHeaders = (page: string): HeaderMap => {
  const scripts = [...page.matchAll(/<script(?:\s[^>]*)?>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${hash('sha256', script, 'base64')}'`,
  )
  const policy = [
    `default-src 'none'`,
    `script-src ${scripts.join(' ') || `'none'`}`,
    `style-src 'unsafe-inline'; img-src data:; font-src data:`,
    `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  ]
  return { 'Content-Security-Policy': policy.join('; '), 'Referrer-Policy': 'no-referrer' }
}

/** Quality 9 takes 0.2 s for the docs. */
const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Compression by encoding, the best one first. */
const compress: Readonly<Record<string, (bytes: Uint8Array) => Promise<Buffer<ArrayBuffer>>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, brotliQuality),
  gzip: promisify(gzip),
}

/** Returns whether `If-None-Match` names the tag. Tags are compared weakly (RFC 9110 §13.1.2). */
const matchesTag = (given: string | undefined, tag: string): boolean =>
  given === '*' || given?.match(/"[^"]*"/g)?.includes(tag.replace('W/', '')) === true

/** Returns the best encoding that the client accepts (RFC 9110 §12.5.3). A weight of zero forbids one. */
const encodingFor = (accepted: string | undefined): string | undefined => {
  const named = parseAccept(accepted ?? '').flatMap(({ type, q }) =>
    q > 0 ? type.toLowerCase() : [],
  )
  return Object.keys(compress).find((each) => named.includes(each))
}

/**
 * Serves a text that does not change while the server runs. Reads it once, at the first request,
 * compresses it once per encoding, and responds with 304 to clients that have it.
 * @param more returns additional headers of a 200.
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
    if (matchesTag(headerOf(context, 'if-none-match'), tag))
      return new Response(null, { status: 304, headers })
    Object.assign(headers, prepared.headers)
    const encoding = encodingFor(headerOf(context, 'accept-encoding'))
    if (encoding === undefined) return new Response(bytes, { headers })
    const body = compressed.get(encoding) ?? compress[encoding]?.(bytes)
    if (body) compressed.set(encoding, body)
    return new Response(await body, { headers: { ...headers, 'Content-Encoding': encoding } })
  }
}

const notBuilt = (): Response =>
  new Response('The docs have not been built. Build them with: npm run docs\n', {
    status: 404,
    headers: { ...noSniffing, 'Content-Type': 'text/plain; charset=utf-8' },
  })

type Texts = {
  /** The document and the files generated from it, by path. */
  texts: Readonly<Record<string, { type: string; read: () => string }>>
  /** Reads the reference docs as one HTML page; undefined if they are not built. */
  docs: (() => string) | undefined
}

/** Returns the handlers of the docs, the document and the files generated from it, by path. */
export const textHandlers = ({ texts, docs }: Texts): Record<string, Handler<Env>> => ({
  '/docs': docs ? staticText(docs, 'text/html; charset=utf-8', docsHeaders) : notBuilt,
  ...Object.fromEntries(
    Object.entries(texts).map(([path, { type, read }]) => [path, staticText(read, type)]),
  ),
})
