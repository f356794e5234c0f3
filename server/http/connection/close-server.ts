import type { Server } from 'node:http'
import { destroyConnections } from './open-connections.ts'

/** Milliseconds between two checks for connections that have become idle. */
const idleCheckInterval = 20

/**
 * Stops accepting connections and completes the requests that were accepted.
 * @param graceMilliseconds how long clients have to send the rest of their requests; then their
 *   connections are closed.
 */
export const closeServer = (server: Server, graceMilliseconds: number): Promise<void> =>
  new Promise((closed) => {
    const deadline = setTimeout(() => destroyConnections(server), graceMilliseconds)
    // Node closes the connections that are idle at the time of `close`, not those that become idle later.
    const idle = setInterval(() => server.closeIdleConnections(), idleCheckInterval)
    server.close(() => {
      clearTimeout(deadline)
      clearInterval(idle)
      closed()
    })
  })
