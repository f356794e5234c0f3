import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import type { Context } from 'hono'
import type { Env } from './env.ts'
import { header } from './header.ts'

/** Returns whether a `Content-Type` is a media type, with or without `charset=utf-8` (RFC 9110 §8.3). */
export const isMediaType = (given: string | undefined, mediaType: string): boolean => {
  if (given === mediaType) return true
  const [type = '', ...parameters] = (given ?? '').split(';').map((part) => part.trim())
  return (
    type.toLowerCase() === mediaType &&
    parameters.every((parameter) => /^(charset="?utf-8"?)?$/i.test(parameter))
  )
}

/** The body exceeds the limit, or the client closed the connection before its end. */
export type Unread = 'too large' | 'cut off'

/** Stops at the limit: bytes after it are not kept in memory. */
const readIncoming = (
  incoming: IncomingMessage | Http2ServerRequest,
  limit: number,
): Promise<Buffer | Unread> =>
  new Promise((resolve) => {
    // A destroyed stream emits no further events.
    if (incoming.destroyed) return resolve('cut off')
    const chunks: Buffer[] = []
    let length = 0
    const onData = (chunk: Buffer) => {
      length += chunk.length
      if (length > limit) done('too large')
      else chunks.push(chunk)
    }
    const onEnd = () => {
      const [only] = chunks
      done(only && chunks.length === 1 ? only : Buffer.concat(chunks))
    }
    const onClose = () => done('cut off')
    const done = (result: Buffer | Unread) => {
      incoming.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose)
      resolve(result)
    }
    incoming.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose)
  })

const readStream = async (
  stream: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Uint8Array | Unread> => {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.byteLength
    if (length > limit) return 'too large'
    chunks.push(new Uint8Array(chunk))
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

/** Returns a body that middleware has read, wholly or in part, from Hono's cache. */
const readAgain = async (context: Context<Env>, limit: number): Promise<Uint8Array | Unread> => {
  const bytes = new Uint8Array(await context.req.arrayBuffer())
  return bytes.byteLength > limit ? 'too large' : bytes
}

/**
 * Reads a request body. Reads Node's stream itself, because Hono's accessors have no limit. Requests
 * that were made in this process, or in a browser, have no such stream.
 * @param limit in bytes.
 */
export const readBytes = async (
  context: Context<Env>,
  limit: number,
): Promise<Uint8Array | Unread> => {
  if (Number(header(context, 'content-length')) > limit) return 'too large'
  const incoming = context.env?.incoming
  if (incoming)
    return incoming.readableFlowing === null
      ? readIncoming(incoming, limit)
      : readAgain(context, limit)
  const { body, bodyUsed } = context.req.raw
  if (bodyUsed) return readAgain(context, limit)
  return body ? readStream(body, limit) : new Uint8Array()
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes UTF-8. Returns undefined if the bytes are not UTF-8. */
export const decodeText = (bytes: Uint8Array): string | undefined => {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}
