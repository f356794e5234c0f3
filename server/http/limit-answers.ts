import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Limits } from './limits.ts'

/**
 * Hangs up on who does not take its answers in time: a client that reads a byte now and then keeps a
 * connection from lying still for ever. Looked at now and then, so that it costs a request nothing.
 */
export const limitAnswers = (
  server: Server,
  { answerWithin, every }: Pick<Limits, 'answerWithin' | 'every'>,
): void => {
  const connections = new Set<Duplex>()
  /** Since when something waits to be taken. */
  const waiting = new WeakMap<Duplex, number>()
  const look = () => {
    const now = performance.now()
    for (const socket of connections)
      if (socket.writableLength === 0) waiting.delete(socket)
      else if (now - (waiting.get(socket) ?? now) > answerWithin) socket.destroy()
      else if (!waiting.has(socket)) waiting.set(socket, now)
  }
  const timer = setInterval(look, every).unref()
  const watch = (socket: Duplex) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  }
  // Of TLS, what waits is known inside of it alone.
  server
    .on('connection', watch)
    .on('secureConnection', watch)
    .once('close', () => clearInterval(timer))
}
