import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Limits } from './limits.ts'
import type { ResponseQueue } from './response-queue.ts'

type IdleLimits = Pick<Limits, 'keepAliveTimeout' | 'headersTimeout' | 'checkInterval'>

/**
 * Closes keep-alive connections that send only blank lines. Node's own timeouts miss these. The check
 * runs at an interval, so it costs a request nothing.
 */
export const closeIdleConnections = (
  server: Server,
  connections: ReadonlySet<Socket>,
  responses: ResponseQueue,
  { keepAliveTimeout, headersTimeout, checkInterval }: IdleLimits,
): void => {
  /** When a connection's last response was first seen as sent. */
  const idleSince = new WeakMap<ServerResponse, number>()
  const check = () => {
    const now = performance.now()
    for (const socket of connections) {
      const response = responses.last(socket)
      if (!response?.writableFinished || !response.req.complete) continue
      const since = idleSince.get(response)
      if (since === undefined) idleSince.set(response, now)
      else if (now - since > keepAliveTimeout + headersTimeout) socket.destroy()
    }
  }
  const timer = setInterval(check, checkInterval).unref()
  server.once('close', () => clearInterval(timer))
}
