import type { IncomingMessage, Server } from 'node:http'
import type { Logger } from 'pino'
import { type Config, onPort } from '../server/config.ts'
import type { Env } from '../server/http/call.ts'
import { attachApp, createHttpServer, defaultLimits, listen } from '../server/http/http-server.ts'
import { readTls } from '../server/process/tls.ts'
import { type Fetch, recordBody } from './session/request-log.ts'
import { splitUrl } from './session-urls.ts'
import { sessionOfHeader } from './sessions.ts'
import type { ListenOptions } from './types.ts'

type Handle = (session: string, ...request: Parameters<Fetch>) => Promise<Response>

type Served = { server: Server; config: Config }

/**
 * Serves the sessions of a mock.
 * @param baseUrl the URL in responses. Default: that of the address.
 * @returns the server, and the configuration with its address.
 */
export const serveSessions = async (
  handle: Handle,
  { port = 0, host = '127.0.0.1', tls }: ListenOptions,
  given: Config,
  log: Logger,
  baseUrl?: string,
): Promise<Served> => {
  const { keepAliveSeconds, maxConnections } = given
  const server = createHttpServer(
    { ...defaultLimits, keepAliveTimeout: keepAliveSeconds * 1000, maxConnections },
    tls && readTls(tls, Date.now()),
  )
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const listensOn = `${tls ? 'https' : 'http'}://${authority}`
  const settled = await listen(server, port, host)
  const config = { ...given, host, port, tls, listensOn, baseUrl: baseUrl ?? listensOn }
  const named = new WeakMap<IncomingMessage, string>()
  server.on('request', (incoming: IncomingMessage) => {
    recordBody(incoming)
    const { name, rest } = splitUrl(incoming.url ?? '', config.baseUrl)
    incoming.url = rest
    if (name !== undefined) named.set(incoming, name)
  })
  const respond = (request: Request, env: Env['Bindings'] = {}) => {
    const name = env.incoming && named.get(env.incoming)
    return handle(name ?? sessionOfHeader(request), request, env)
  }
  attachApp(server, { fetch: respond }, log)
  return { server, config: onPort(config, settled) }
}
