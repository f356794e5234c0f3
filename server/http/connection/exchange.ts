import type { IncomingMessage, Server } from 'node:http'
import type { RouteOf } from '../api/route-of.ts'

/** A request whose answer is sent, or whose client has left. */
export type Exchange = {
  incoming: IncomingMessage
  /** What it led to; undefined where nothing is. */
  route: string | undefined
  /** Undefined if the client left before its answer was sent. */
  status: number | undefined
  milliseconds: number
}

/** Tells of every exchange once it is over. */
export const onExchange = (
  server: Server,
  routeOf: RouteOf,
  tell: (exchange: Exchange) => void,
): void => {
  server.on('request', (incoming, outgoing) => {
    const start = performance.now()
    outgoing.once('close', () =>
      tell({
        incoming,
        route: routeOf(incoming),
        status: outgoing.writableFinished ? outgoing.statusCode : undefined,
        milliseconds: performance.now() - start,
      }),
    )
  })
}
