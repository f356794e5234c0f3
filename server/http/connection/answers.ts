import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The answers of connections, which are sent in the order of their requests. */
export type Answers = {
  /** The answer to the last request that came on a connection. */
  last(socket: Duplex): ServerResponse | undefined
  /** The one before another, if that was still under way when the other's request came. */
  before(answer: ServerResponse): ServerResponse | undefined
}

/** The answers of a server, from now on. */
export const answersOf = (server: Server): Answers => {
  const last = new WeakMap<Duplex, ServerResponse>()
  const before = new WeakMap<ServerResponse, ServerResponse>()
  server.on('request', ({ socket }, outgoing) => {
    const previous = last.get(socket)
    if (previous && !previous.writableFinished) {
      before.set(outgoing, previous)
      // Else a client that always has one under way would have all its answers kept.
      previous.once('close', () => before.delete(outgoing))
    }
    last.set(socket, outgoing)
  })
  return { last: (socket) => last.get(socket), before: (answer) => before.get(answer) }
}
