import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import { requestIds } from '../connection/access-log.ts'
import type { ReportFault } from './edge.ts'

/**
 * Returns a function that logs a failed request: its error, id, method and route.
 * @param cidrs networks of the trusted proxies, whose request ids are used.
 * @param levelOf returns the level for an error.
 */
export const faultReporter = (
  log: Logger,
  cidrs: readonly string[],
  levelOf: (error: unknown) => 'debug' | 'error',
): ReportFault => {
  const idOf = requestIds(cidrs)
  return (context, err) => {
    const incoming = context.env?.incoming
    const requestId = incoming && idOf(incoming)
    const route = routePath(context) || undefined
    log[levelOf(err)]({ err, requestId, method: context.req.method, route }, 'a request failed')
  }
}
