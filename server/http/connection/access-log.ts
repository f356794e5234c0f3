import type { Logger } from 'pino'
import type { CompletedRequest } from './completed-request.ts'
import type { RequestId } from './request-id.ts'

/**
 * Returns a listener that writes a log line for each completed request, at level `debug`. The line has
 * the route, not the path: paths, queries, headers and bodies hold invites' slugs, email addresses and keys.
 */
export const accessLog =
  (log: Logger, idOf: RequestId) =>
  ({ incoming, route, status, milliseconds }: CompletedRequest): void =>
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
