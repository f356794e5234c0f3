import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import type { Context } from 'hono'
import type { Env } from './env.ts'
import { header } from './header.ts'

/** Why a body could not be read: it is too large, or the client left before its end. */
export type Unread = 'too large' | 'cut off'

/** Reads no further than the bound: what a client sends past it is not kept. */
const readIncoming = (
  incoming: IncomingMessage | Http2ServerRequest,
  bound: number,
): Promise<Buffer | Unread> =>
  new Promise((resolve) => {
    // Nothing more is heard of one that has ended already.
    if (incoming.destroyed) return resolve('cut off')
    const chunks: Buffer[] = []
    let length = 0
    const onData = (chunk: Buffer) => {
      length += chunk.length
      if (length > bound) done('too large')
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
  bound: number,
): Promise<Uint8Array | Unread> => {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.byteLength
    if (length > bound) return 'too large'
    chunks.push(new Uint8Array(chunk))
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

/** Returns a body that middleware has read, or begun to read, through Hono's own cached accessors. */
const readAgain = async (context: Context<Env>, bound: number): Promise<Uint8Array | Unread> => {
  const bytes = new Uint8Array(await context.req.arrayBuffer())
  return bytes.byteLength > bound ? 'too large' : bytes
}

/**
 * Reads a request body, up to a bound in bytes. Reads Node's stream itself, because Hono's accessors
 * have no bound. A Request that was made in this process, or in a browser, has no such stream.
 */
export const readBytes = async (
  context: Context<Env>,
  bound: number,
): Promise<Uint8Array | Unread> => {
  if (Number(header(context, 'content-length')) > bound) return 'too large'
  const incoming = context.env?.incoming
  if (incoming)
    return incoming.readableFlowing === null
      ? readIncoming(incoming, bound)
      : readAgain(context, bound)
  const { body, bodyUsed } = context.req.raw
  if (bodyUsed) return readAgain(context, bound)
  return body ? readStream(body, bound) : new Uint8Array()
}
