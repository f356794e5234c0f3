import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Limits } from './limits.ts'

/**
 * Once a server stops accepting, ends the connections that nothing has come on yet: clients open some
 * in advance, and Node takes those for busy ones. Each has a moment for what is on its way.
 */
export const endSilent = (
  server: Server,
  connections: ReadonlySet<Socket>,
  { every }: Pick<Limits, 'every'>,
): void => {
  const silent = new WeakSet<Socket>()
  const look = () => {
    if (server.listening) return
    for (const socket of connections)
      if (socket.bytesRead === 0)
        if (silent.has(socket)) socket.destroy()
        else silent.add(socket)
  }
  const timer = setInterval(look, every).unref()
  server.once('close', () => clearInterval(timer))
}
