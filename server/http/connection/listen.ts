import { once } from 'node:events'
import type { Server } from 'node:net'

/**
 * Starts listening.
 * @param server a server of HTTP, TLS or plain TCP.
 * @param port 0 for a free one.
 * @returns the port.
 * @throws when the address is in use or not available.
 */
export const listen = async (server: Server, port: number, host: string): Promise<number> => {
  await once(server.listen(port, host), 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}
