import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const tracked = new WeakMap<Server, ReadonlySet<Socket>>()

/** Tracks a server's open connections from now on. The set that it returns changes as they open and close. */
export const trackConnections = (server: Server): ReadonlySet<Socket> => {
  const connections = new Set<Socket>()
  const add = (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  }
  // Bytes read and bytes waiting are counted by the TLS socket, not by the TCP socket below it.
  server.on('connection', add).on('secureConnection', add)
  tracked.set(server, connections)
  return connections
}

/** Returns the open connections of a server. Empty if they are not tracked. */
export const openConnections = (server: Server): ReadonlySet<Socket> =>
  tracked.get(server) ?? new Set()

/** Closes every connection of a server, those in a TLS handshake included. */
export const destroyConnections = (server: Server): void => {
  server.closeAllConnections()
  for (const socket of openConnections(server)) socket.destroy()
}
