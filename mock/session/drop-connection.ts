import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Env } from '../../server/http/call.ts'
import type { Drop } from '../types.ts'

/**
 * Drops the connection of a request, as networks do. Without a socket, the request or the reading of the body
 * rejects as with `fetch`.
 * @throws {TypeError} without a socket, if the response is not sent at all.
 */
export const dropConnection = async (
  drop: Drop,
  response: Response,
  { incoming, outgoing }: Env['Bindings'],
): Promise<Response> => {
  const socket = incoming?.socket
  if (drop === 'after') {
    outgoing?.once('finish', () => socket?.destroySoon())
    return response
  }
  if (drop === 'within') {
    const bytes = new Uint8Array(await response.arrayBuffer())
    const { status, headers } = response
    headers.set('Content-Length', String(bytes.length))
    const half = bytes.subarray(0, bytes.length / 2)
    return new Response(endingAfter(half, socket), { status, headers })
  }
  if (!socket) throw dropped('fetch failed')
  socket.destroy()
  return RESPONSE_ALREADY_SENT
}

/** Returns a stream of some bytes, which then ends the connection, or fails without one. */
function endingAfter(bytes: Uint8Array, socket: Socket | undefined): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(bytes),
    pull: async (controller) => {
      if (!socket) return controller.error(dropped('terminated'))
      // The bytes are written by then.
      await nextTurn()
      socket.destroySoon()
    },
  })
}

/** Returns the error that Node's `fetch` has for a connection that was closed. */
function dropped(message: string): TypeError {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  return new TypeError(message, { cause })
}
