import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Answers } from './answers.ts'
import type { Limits } from './limits.ts'

/**
 * Hangs up on who sends no next request in time, but something: to Node, empty lines are neither a
 * request whose headers are late nor a connection that lies still. Looked at now and then, so that it
 * costs a request nothing.
 */
export const limitPauses = (
  server: Server,
  connections: ReadonlySet<Socket>,
  answers: Answers,
  { keepAlive, headersWithin, every }: Pick<Limits, 'keepAlive' | 'headersWithin' | 'every'>,
): void => {
  /** Since when a connection's last answer is known to have been sent. */
  const sent = new WeakMap<ServerResponse, number>()
  const look = () => {
    const now = performance.now()
    for (const socket of connections) {
      const answer = answers.last(socket)
      if (!answer?.writableFinished || !answer.req.complete) continue
      const since = sent.get(answer)
      if (since === undefined) sent.set(answer, now)
      else if (now - since > keepAlive + headersWithin) socket.destroy()
    }
  }
  const timer = setInterval(look, every).unref()
  server.once('close', () => clearInterval(timer))
}
