import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Handler } from 'hono'
import type { Env } from '../api/env.ts'
import { header } from '../api/header.ts'
import { type HeaderMap, noSniffing } from '../api/respond.ts'

type Encoding = 'br' | 'gzip'

/** Small enough for a phone, and made in a sixth of a second. */
const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

type Bytes = Uint8Array<ArrayBuffer>

const compress: Record<Encoding, (bytes: Bytes) => Promise<Bytes>> = {
  br: async (bytes) => new Uint8Array(await promisify(brotliCompress)(bytes, brotliQuality)),
  gzip: async (bytes) => new Uint8Array(await promisify(gzip)(bytes)),
}

/** Whether a header names something and does not refuse it with a weight of zero (RFC 9110 §12.4.2). */
const names = (given: string | undefined, wanted: string): boolean =>
  (given ?? '').split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase())
    return name === wanted && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })

/** Whether a client has this already; tags are compared weakly (RFC 9110 §13.1.2). */
const hasIt = (given: string | undefined, tag: string): boolean =>
  given === '*' || names(given?.replaceAll('W/', ''), tag.replace('W/', ''))

/**
 * Serves a text that stays as it is while the server runs: compressed once for all who can read that,
 * and not at all to who has it already.
 * @param more headers that go with the text.
 */
export const asset = (text: string, contentType: string, more: HeaderMap = {}): Handler<Env> => {
  const plain = new TextEncoder().encode(text)
  const tag = `W/"${hash('sha256', plain, 'hex').slice(0, 32)}"`
  const compressed = new Map<Encoding, Promise<Bytes>>()
  const inEncoding = (encoding: Encoding): Promise<Bytes> => {
    const made = compressed.get(encoding) ?? compress[encoding](plain)
    compressed.set(encoding, made)
    return made
  }

  return async (context) => {
    const headers = { ETag: tag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' }
    if (hasIt(header(context, 'if-none-match'), tag))
      return new Response(null, { status: 304, headers })
    const accepted = header(context, 'accept-encoding')
    const encoding = (['br', 'gzip'] as const).find((each) => names(accepted, each))
    const bytes = encoding ? await inEncoding(encoding) : plain
    return new Response(bytes, {
      headers: {
        ...headers,
        ...noSniffing,
        ...more,
        'Content-Type': contentType,
        ...(encoding ? { 'Content-Encoding': encoding } : {}),
      },
    })
  }
}
