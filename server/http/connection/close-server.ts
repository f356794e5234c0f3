import { once } from 'node:events'
import type { Server } from 'node:http'
import { drainConnections } from './drain-connections.ts'
import { destroyConnections } from './open-connections.ts'
import { stopListening } from './stop-listening.ts'

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
