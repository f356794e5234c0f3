import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The responses of each connection. HTTP/1.1 sends them in the order of their requests. */
export type ResponseQueue = {
  /** Returns the response to the last request that arrived on a connection. */
  last(socket: Duplex): ServerResponse | undefined
  /** Returns the response before another one, if it was pending when the other's request arrived. */
  previous(response: ServerResponse): ServerResponse | undefined
}

const tracked = new WeakMap<Server, ResponseQueue>()

/** Tracks the responses of a server's connections from now on. */
export const trackResponses = (server: Server): ResponseQueue => {
  const last = new WeakMap<Duplex, ServerResponse>()
  const previous = new WeakMap<ServerResponse, ServerResponse>()
  server.on('request', ({ socket }, outgoing) => {
    const before = last.get(socket)
    if (before && !before.writableFinished) {
      previous.set(outgoing, before)
      // Without this, a client that always has a request pending keeps all its responses in memory.
      before.once('close', () => previous.delete(outgoing))
    }
    last.set(socket, outgoing)
  })
  const responses: ResponseQueue = {
    last: (socket) => last.get(socket),
    previous: (response) => previous.get(response),
  }
  tracked.set(server, responses)
  return responses
}

/** Returns the responses of a server's connections. Without any if they are not tracked. */
export const responsesOf = (server: Server): ResponseQueue =>
  tracked.get(server) ?? { last: () => undefined, previous: () => undefined }
