import type { Server } from 'node:http'
import type { Answers } from './answers.ts'
import type { Limits } from './limits.ts'

/**
 * Hangs up on who sends many requests without taking an answer (RFC 9112 §9.3.2): each waits with all
 * that it needs, a hundred times what it took to send.
 */
export const limitPipelines = (
  server: Server,
  answers: Answers,
  { pipelined }: Pick<Limits, 'pipelined'>,
): void => {
  server.on('request', ({ socket }, outgoing) => {
    let waiting = 1
    let answer = answers.before(outgoing)
    while (answer && !answer.writableFinished && waiting <= pipelined) {
      waiting++
      answer = answers.before(answer)
    }
    if (waiting > pipelined) socket.destroy()
  })
}
