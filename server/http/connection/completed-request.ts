import type { IncomingMessage, Server } from 'node:http'
import type { RouteOf } from '../api/matched-route.ts'

/** A request whose response was sent, or whose client closed the connection. */
export type CompletedRequest = {
  incoming: IncomingMessage
  /** Undefined if no route matched. */
  route: string | undefined
  /** Undefined if the client closed the connection before the response was sent. */
  status: number | undefined
  milliseconds: number
}

/** Calls the listener with every request once it has completed. */
export const onCompletedRequest = (
  server: Server,
  routeOf: RouteOf,
  listener: (request: CompletedRequest) => void,
): void => {
  server.on('request', (incoming, outgoing) => {
    const start = performance.now()
    outgoing.once('close', () =>
      listener({
        incoming,
        route: routeOf(incoming),
        status: outgoing.writableFinished ? outgoing.statusCode : undefined,
        milliseconds: performance.now() - start,
      }),
    )
  })
}
