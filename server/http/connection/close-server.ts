import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import {
  destroyConnections,
  endConnectionAfter,
  holdRequests,
  openConnections,
  responsesOf,
} from './http-server.ts'

/** Milliseconds after which the server stops listening in any case. */
export const longestWait = 1000

/** Milliseconds that no connection was accepted, at least. Clients that connect all the time shorten it. */
const quiet = (waited: number): number => Math.max(0, 25 - waited / 10)

/** Milliseconds that the last turn of the event loop took, at most. A busy machine lengthens it. */
const longestTurn = (waited: number): number => Math.max(0.2, waited / 100)

/**
 * Stops accepting connections. Closing the listening socket resets the connections that the system
 * has established and Node has not accepted, and Node accepts one in a turn of the event loop. So
 * this waits for a short turn without one. Requests are held meanwhile, because a client that has
 * its response connects again.
 */
export const stopListening = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const release = holdRequests(server)
    const start = performance.now()
    let accepted = start
    let turn = start
    const onConnection = () => {
      accepted = performance.now()
    }
    server.on('connection', onConnection)
    const look = () => {
      const now = performance.now()
      const waited = now - start
      const isQuiet = accepted < turn && now - accepted > quiet(waited)
      const isShort = now - turn < longestTurn(waited)
      turn = now
      if (!(isQuiet && isShort) && waited < longestWait) return void setImmediate(look)
      server.off('connection', onConnection)
      server.close()
      release()
      resolve()
    }
    setImmediate(look)
  })

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

/** Milliseconds between two checks for connections that have become idle. */
const idleCheckInterval = 20

/**
 * Stops accepting connections and completes the requests that were accepted. From now on every
 * response has `Connection: close`. Idle connections stay open for a second: closing one while
 * the client sends a request on it would lose the request.
 * @param graceMilliseconds how long clients have to send the rest of their requests; then their
 *   connections are closed.
 * @param delayMilliseconds how long connections are still accepted before that.
 */
export const closeServer = async (
  server: Server,
  graceMilliseconds: number,
  delayMilliseconds = 0,
): Promise<void> => {
  const closed = once(server, 'close')
  const closeIdle = drainConnections(server)
  // Node's `close` would close idle connections at once.
  server.closeIdleConnections = closeIdle
  if (delayMilliseconds > 0) await new Promise((over) => setTimeout(over, delayMilliseconds))
  const deadline = setTimeout(() => destroyConnections(server), graceMilliseconds)
  if (graceMilliseconds > 0) await stopListening(server)
  else server.close()
  // After the sockets were read, so that no request waits on a connection that looks idle.
  const check = setInterval(() => setImmediate(closeIdle), idleCheckInterval)
  await closed
  clearTimeout(deadline)
  clearInterval(check)
}
