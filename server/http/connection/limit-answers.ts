import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Limits } from './limits.ts'

/**
 * Hangs up on who does not take its answers in time: a client that reads a byte now and then keeps a
 * connection from lying still for ever. Looked at now and then, so that it costs a request nothing.
 */
export const limitAnswers = (
  server: Server,
  connections: ReadonlySet<Socket>,
  { answerWithin, every }: Pick<Limits, 'answerWithin' | 'every'>,
): void => {
  /** Since when something waits to be taken. */
  const waiting = new WeakMap<Socket, number>()
  const look = () => {
    const now = performance.now()
    for (const socket of connections)
      if (socket.writableLength === 0) waiting.delete(socket)
      else if (now - (waiting.get(socket) ?? now) > answerWithin) socket.destroy()
      else if (!waiting.has(socket)) waiting.set(socket, now)
  }
  const timer = setInterval(look, every).unref()
  server.once('close', () => clearInterval(timer))
}
