import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** The open connections of a server, from now on. */
export const connectionsOf = (server: Server): ReadonlySet<Socket> => {
  const connections = new Set<Socket>()
  const watch = (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  }
  // Of TLS, what waits and what came is known inside of it alone.
  server.on('connection', watch).on('secureConnection', watch)
  return connections
}
