import type { Server, ServerResponse } from 'node:http'
import type { Limits } from './limits.ts'

/**
 * Hangs up on who does not take an answer in time: a client that reads a byte now and then keeps a
 * connection from lying still for ever.
 */
export const limitAnswers = (
  server: Server,
  { answerWithin, every }: Pick<Limits, 'answerWithin' | 'every'>,
): void => {
  /** By when they began, the oldest first. */
  const underWay = new Map<ServerResponse, number>()
  const endLate = () => {
    const late = performance.now() - answerWithin
    for (const [outgoing, began] of underWay) {
      if (began > late) return
      outgoing.destroy()
    }
  }
  const timer = setInterval(endLate, every).unref()
  server
    .on('request', (_, outgoing) => {
      underWay.set(outgoing, performance.now())
      outgoing.once('close', () => underWay.delete(outgoing))
    })
    .once('close', () => clearInterval(timer))
}
