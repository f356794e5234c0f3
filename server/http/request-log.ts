import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { loggedPath } from './logged-path.ts'

/** Writes a line for a request once it is answered, at level `debug`. */
export const logRequest = (
  log: Logger,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void => {
  if (!log.isLevelEnabled('debug')) return
  const { method, url = '' } = incoming
  const path = loggedPath(url)
  const start = performance.now()
  outgoing.once('close', () => {
    const milliseconds = Math.round((performance.now() - start) * 10) / 10
    const status = outgoing.writableFinished ? outgoing.statusCode : 'client left'
    log.debug({ method, path, status, milliseconds }, 'request')
  })
}
