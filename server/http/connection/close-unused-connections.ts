import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Limits } from './limits.ts'

/**
 * Closes the connections that have not sent a byte, once the server stops accepting. Clients open some
 * in advance, and Node counts them as busy. Each gets one interval for a request that is on its way.
 */
export const closeUnusedConnections = (
  server: Server,
  connections: ReadonlySet<Socket>,
  { checkInterval }: Pick<Limits, 'checkInterval'>,
): void => {
  const unused = new WeakSet<Socket>()
  const check = () => {
    if (server.listening) return
    for (const socket of connections)
      if (socket.bytesRead === 0)
        if (unused.has(socket)) socket.destroy()
        else unused.add(socket)
  }
  const timer = setInterval(check, checkInterval).unref()
  server.once('close', () => clearInterval(timer))
}
