import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { endConnectionAfter } from './end-connection.ts'
import { openConnections } from './open-connections.ts'
import { responsesOf } from './response-queue.ts'

/**
 * Milliseconds without a byte after which a draining server closes an idle connection. A client that
 * sends a request just then loses it, so this is longer than a busy client pauses.
 */
export const quietMilliseconds = 1000

/** The bytes that a connection had received when it became idle, and when that was noticed. */
type Idle = { readonly bytes: number; readonly since: number }

/**
 * Makes the next response of every connection its last, with `Connection: close`. Until then
 * connections stay open, and requests that arrive on them are served.
 * @returns a function that closes the connections that have been idle for a second.
 */
export const drainConnections = (server: Server): (() => void) => {
  const connections = openConnections(server)
  const responses = responsesOf(server)
  const idle = new WeakMap<Socket, Idle>()

  /** Returns since when a connection is idle. Undefined while a request arrives or is processed. */
  const idleSince = (socket: Socket, now: number): number | undefined => {
    const last = responses.last(socket)
    if (last && !(last.writableFinished && last.req.complete)) return undefined
    const seen = idle.get(socket) ?? { bytes: last ? socket.bytesRead : 0, since: now }
    idle.set(socket, seen)
    // Further bytes are the start of a request, or of a TLS handshake.
    return socket.bytesRead === seen.bytes ? seen.since : undefined
  }
  const closeIdle = () => {
    const now = performance.now()
    for (const socket of connections)
      if (now - (idleSince(socket, now) ?? now) >= quietMilliseconds) socket.destroySoon()
  }

  for (const socket of connections) {
    const last = responses.last(socket)
    if (last) endConnectionAfter(last)
  }
  // Before the app's listener, which may respond at once.
  server.prependListener('request', ({ socket }, outgoing) => {
    // Of requests that were sent ahead, the last one closes the connection.
    const before = responses.last(socket)
    if (before && !before.headersSent) before.shouldKeepAlive = true
    endConnectionAfter(outgoing)
  })
  closeIdle()
  return closeIdle
}
