import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'

/**
 * Writes a line for a request once it is answered, at level `debug`. The query is left out: it can
 * hold names and e-mail addresses.
 */
export const logRequest = (
  log: Logger,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void => {
  if (!log.isLevelEnabled('debug')) return
  const { method, url = '' } = incoming
  const [path] = url.split('?', 1)
  const start = performance.now()
  outgoing.once('close', () => {
    const milliseconds = Math.round((performance.now() - start) * 10) / 10
    const status = outgoing.writableFinished ? outgoing.statusCode : 'client left'
    log.debug({ method, path, status, milliseconds }, 'request')
  })
}
