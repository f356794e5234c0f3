import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Env } from './http/env.ts'
import { logRequest } from './http/request-log.ts'
import { json } from './http/respond.ts'

/**
 * A request target that Node's parser lets through and a URL does not, spelt so that it is one. The
 * `Host` header plays no part in any answer, so it cannot spoil one either.
 */
const tame = (incoming: { url?: string | undefined; headers: { host?: string | undefined } }) => {
  incoming.url = (incoming.url ?? '/').replaceAll('\\', '%5C')
  incoming.headers.host = 'localhost'
}

/** A server for an app; it is not listening yet. */
export const createHttpServer = (app: Pick<Hono<Env>, 'fetch'>, log: Logger): Server => {
  const listener = getRequestListener(app.fetch, {
    errorHandler: () => json(400, { message: 'The request target is not a path' }, {}),
  })
  return createServer((incoming, outgoing) => {
    logRequest(log, incoming, outgoing)
    tame(incoming)
    void listener(incoming, outgoing)
  })
}

/** Starts listening; answers with the port. @throws when the address cannot be had. */
export const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
