import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Handler } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import type { Env } from '../kit/env.ts'
import { header } from '../kit/env.ts'
import { type HeaderMap, noSniffing } from '../kit/respond.ts'

const inlineScript = /<script(?:\s[^>]*)?>(.*?)<\/script>/gs

/**
 * Returns the content security policy of the docs page. It allows the page's own scripts, by hash.
 * Inline styles are allowed because Redoc creates them at run time.
 */
const docsPolicy = (page: string): string => {
  const hashes = [...page.matchAll(inlineScript)].map(
    ([, script = '']) => `'sha256-${hash('sha256', script, 'base64')}'`,
  )
  return [
    `default-src 'none'`,
    `script-src ${hashes.join(' ') || `'none'`}`,
    `style-src 'unsafe-inline'`,
    `img-src data:`,
    `font-src data:`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

type Encoding = 'br' | 'gzip'

/** Quality 9 takes 0.2 s for the docs. */
const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

type Bytes = Uint8Array<ArrayBuffer>

const compress: Record<Encoding, (bytes: Bytes) => Promise<Bytes>> = {
  br: async (bytes) => new Uint8Array(await promisify(brotliCompress)(bytes, brotliQuality)),
  gzip: async (bytes) => new Uint8Array(await promisify(gzip)(bytes)),
}

/** Returns whether `If-None-Match` names the tag. Tags are compared weakly (RFC 9110 §13.1.2). */
const matchesTag = (given: string | undefined, tag: string): boolean =>
  given === '*' || given?.match(/"[^"]*"/g)?.includes(tag.replace('W/', '')) === true

/** Returns the best encoding that the client accepts (RFC 9110 §12.5.3). A weight of zero forbids one. */
const encodingFor = (accepted: string | undefined): Encoding | undefined => {
  const named = parseAccept(accepted ?? '')
    .filter(({ q }) => q > 0)
    .map(({ type }) => type.toLowerCase())
  return (['br', 'gzip'] as const).find((each) => named.includes(each))
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
    const plain = new TextEncoder().encode(text)
    return { plain, tag: `W/"${hash('sha256', plain, 'base64url')}"`, more: more(text) }
  }
  let prepared: ReturnType<typeof prepare> | undefined
  const compressed = new Map<Encoding, Promise<Bytes>>()
  const inEncoding = (encoding: Encoding, plain: Bytes): Promise<Bytes> => {
    const made = compressed.get(encoding) ?? compress[encoding](plain)
    compressed.set(encoding, made)
    return made
  }

  return async (context) => {
    prepared ??= prepare()
    const { plain, tag } = prepared
    const headers = { ETag: tag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' }
    if (matchesTag(header(context, 'if-none-match'), tag))
      return new Response(null, { status: 304, headers })
    const encoding = encodingFor(header(context, 'accept-encoding'))
    const bytes = encoding ? await inEncoding(encoding, plain) : plain
    return new Response(bytes, {
      headers: {
        ...headers,
        ...noSniffing,
        ...prepared.more,
        'Content-Type': contentType,
        ...(encoding ? { 'Content-Encoding': encoding } : {}),
      },
    })
  }
}

type Texts = {
  /** The document and the files generated from it, by path. */
  texts: Readonly<Record<string, { type: string; read: () => string }>>
  /** Reads the reference docs as one HTML page; undefined if they are not built. */
  docs: (() => string) | undefined
}

const notBuilt = (): Response =>
  new Response('The docs have not been built. Build them with: npm run docs\n', {
    status: 404,
    headers: { ...noSniffing, 'Content-Type': 'text/plain; charset=utf-8' },
  })

const docsHeaders = (page: string) => ({
  'Content-Security-Policy': docsPolicy(page),
  'Referrer-Policy': 'no-referrer',
})

/** Returns the handlers of the docs, the document and the files generated from it, by path. */
export const textHandlers = ({ texts, docs }: Texts): Record<string, Handler<Env>> => ({
  '/docs':
    docs === undefined ? notBuilt : staticText(docs, 'text/html; charset=utf-8', docsHeaders),
  ...Object.fromEntries(
    Object.entries(texts).map(([path, { type, read }]) => [path, staticText(read, type)]),
  ),
})
