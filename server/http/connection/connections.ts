import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const known = new WeakMap<Server, ReadonlySet<Socket>>()

/** The open connections of a server, from now on. */
export const connectionsOf = (server: Server): ReadonlySet<Socket> => {
  const connections = new Set<Socket>()
  const watch = (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  }
  // Of TLS, what waits and what came is known inside of it alone.
  server.on('connection', watch).on('secureConnection', watch)
  known.set(server, connections)
  return connections
}

/** Ends every connection of a server, those too that HTTP does not know of yet: they shake hands. */
export const endConnections = (server: Server): void => {
  server.closeAllConnections()
  for (const socket of known.get(server) ?? []) socket.destroy()
}
