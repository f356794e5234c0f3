import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Limits } from './limits.ts'

/**
 * Closes connections that do not read their response in time. Reading a byte now and then resets
 * Node's idle timeout. The check runs at an interval, so it costs a request nothing.
 */
export const closeStalledReaders = (
  server: Server,
  connections: ReadonlySet<Socket>,
  { responseTimeout, checkInterval }: Pick<Limits, 'responseTimeout' | 'checkInterval'>,
): void => {
  /** When a connection was first seen with unread bytes. */
  const stalledSince = new WeakMap<Socket, number>()
  const check = () => {
    const now = performance.now()
    for (const socket of connections)
      if (socket.writableLength === 0) stalledSince.delete(socket)
      else if (now - (stalledSince.get(socket) ?? now) > responseTimeout) socket.destroy()
      else if (!stalledSince.has(socket)) stalledSince.set(socket, now)
  }
  const timer = setInterval(check, checkInterval).unref()
  server.once('close', () => clearInterval(timer))
}
