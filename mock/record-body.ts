import type { Env } from '../server/http/env.ts'

/** The maximum number of bytes of a body that the request log keeps: as many as a request may have. */
export const maxLoggedBytes = 256 * 1024

/** Decodes the start of a body as text. A character that is cut at the end is left out. */
export const textOf = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes.subarray(0, maxLoggedBytes), {
    stream: bytes.length > maxLoggedBytes,
  })

/**
 * Records a request body while the server reads it.
 * @returns a function that returns the bytes so far, or those that have arrived if nothing reads them.
 */
export const recordBody = (incoming: Env['Bindings']['incoming']): (() => Uint8Array) => {
  const chunks: Uint8Array[] = []
  let length = 0
  const record = (chunk: Uint8Array) => {
    if (length <= maxLoggedBytes) chunks.push(chunk)
    length += chunk.length
  }
  // A listener of its own would start the stream before the server listens.
  const joinReader = (event: string | symbol) => {
    if (event === 'data') incoming?.off('newListener', joinReader).on('data', record)
  }
  incoming?.on('newListener', joinReader)
  return () => {
    const unread: unknown = incoming?.readableFlowing === null ? incoming.read() : null
    if (unread instanceof Uint8Array) record(unread)
    return Buffer.concat(chunks)
  }
}
