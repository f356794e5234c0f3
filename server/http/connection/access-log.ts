import type { Logger } from 'pino'
import type { Exchange } from './exchange.ts'
import type { RequestId } from './request-id.ts'

/**
 * Writes a line for a request that is over, at level `debug`. Of what was asked for it has the route
 * alone: paths, queries, headers and bodies hold invites' slugs, e-mail addresses and keys.
 */
export const logExchange =
  (log: Logger, idOf: RequestId) =>
  ({ incoming, route, status, milliseconds }: Exchange): void =>
    log.debug(
      {
        requestId: idOf(incoming),
        method: incoming.method,
        route,
        status: status ?? 'client left',
        milliseconds: Math.round(milliseconds * 10) / 10,
      },
      'request',
    )
