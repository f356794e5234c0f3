import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { defaultLimits } from './limits.ts'
import type { ResponseQueue } from './response-queue.ts'

/**
 * Ends a connection, but keeps reading until the client ends it too or the time is over. Closing it
 * while the client still sends can discard the last response (RFC 9112 §9.6).
 * @param text sent first.
 */
export const endAndLinger = (socket: Duplex, milliseconds: number, text?: string): void => {
  socket.end(text)
  const timer = setTimeout(() => socket.destroy(), milliseconds)
  socket.once('close', () => clearTimeout(timer))
}

/** Makes a response the last of its connection: it is sent with `Connection: close`. */
export const endConnectionAfter = (response: ServerResponse): void => {
  response.shouldKeepAlive = false
  const { socket } = response.req
  // Before Node's own listener, which calls `destroySoon`.
  response.prependOnceListener('finish', () => {
    if (!response.req.complete)
      socket.destroySoon = () => endAndLinger(socket, defaultLimits.lingerTimeout)
  })
}

/** Whether a response is the last of its connection and can no longer be followed by another. */
const isLast = ({ destroyed, headersSent, shouldKeepAlive }: ServerResponse): boolean =>
  destroyed || (headersSent && !shouldKeepAlive)

/** Ignores requests that follow the last response of a connection, as RFC 9112 §9.6 requires. */
export const ignoreAfterLastResponse = (server: Server, responses: ResponseQueue): void => {
  server.on('request', (_, outgoing) => {
    const before = responses.previous(outgoing)
    if (before && isLast(before)) outgoing.destroy()
  })
}
