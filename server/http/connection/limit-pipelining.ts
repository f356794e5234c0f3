import type { Server } from 'node:http'
import type { Limits } from './limits.ts'
import type { ResponseQueue } from './response-queue.ts'

/**
 * Closes connections that send too many requests without reading a response (RFC 9112 §9.3.2). A
 * pending request holds about a hundred times the memory of its bytes.
 */
export const limitPipelining = (
  server: Server,
  responses: ResponseQueue,
  { maxPipelined }: Pick<Limits, 'maxPipelined'>,
): void => {
  server.on('request', ({ socket }, outgoing) => {
    let pending = 1
    let response = responses.previous(outgoing)
    while (response && !response.writableFinished && pending <= maxPipelined) {
      pending++
      response = responses.previous(response)
    }
    if (pending > maxPipelined) socket.destroy()
  })
}
