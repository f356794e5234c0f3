import { once } from 'node:events'
import type { Server } from 'node:net'

/**
 * Starts a server of HTTP, TLS or plain TCP on a free port.
 * @returns the port.
 */
export const listen = async (server: Server, host = '127.0.0.1'): Promise<number> => {
  server.listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}
