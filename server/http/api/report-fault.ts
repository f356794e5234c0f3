import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import { requestIds } from '../connection/request-id.ts'
import type { ReportFault } from './edge.ts'

/**
 * Writes what went wrong in a request to the log: the cause, and what was asked for as its route.
 * @param cidrs networks of the proxies that may name requests.
 */
export const faultReporter = (log: Logger, cidrs: readonly string[]): ReportFault => {
  const idOf = requestIds(cidrs)
  return (context, err) => {
    const incoming = context.env?.incoming
    const requestId = incoming && idOf(incoming)
    const route = routePath(context) || undefined
    log.error({ err, requestId, method: context.req.method, route }, 'a request failed')
  }
}
