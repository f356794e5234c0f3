import { IncomingMessage, type Server } from 'node:http'
import type { Logger } from 'pino'
import { createClient } from '../packages/client/index.ts'
import type { Document } from '../packages/openapi-hono/model/document.ts'
import { type Config, onPort } from '../server/config.ts'
import type { Env } from '../server/http/call.ts'
import {
  attachApp,
  closeServer,
  createHttpServer,
  defaultLimits,
  listen as listenOn,
} from '../server/http/http-server.ts'
import { readTls } from '../server/process/tls.ts'
import { withControlApi } from './control/control-api.ts'
import { createControl } from './control/control-client.ts'
import { demoKeys } from './demo-keys.ts'
import { readGenerated } from './generated-document.ts'
import { InvalidRequest } from './responses/choose-reply.ts'
import type { LoadGenerator } from './responses/load-generator.ts'
import { type Fetch, recordBody } from './session/request-log.ts'
import { createSession } from './session/session.ts'
import { Sessions, sessionOfHeader, splitPath } from './sessions.ts'
import type { ListenOptions, Mock, MockOptions, MockSession } from './types.ts'

export type OwnOptions = MockOptions & { loadGenerator: LoadGenerator }

/** Creates a mock from the server's configuration. Returns its sessions, too. */
export const assembleMock = (given: Config, log: Logger, options: OwnOptions) => {
  const { stateful = true, scenario = 'demo', seed = 'mock', setUp } = options
  const { responses = [], onLine = () => {}, loadGenerator } = options
  let document = readGenerated()
  let config = given

  const create = async (name: string) => {
    const path = name === '' ? '' : `/s/${name}`
    const baseUrl = `${config.baseUrl}${path}`
    const session = await createSession({
      config: { ...config, baseUrl, redeemUrl: baseUrl, cdnUrl: `${baseUrl}/cdn` },
      log,
      name,
      document,
      loadGenerator,
      responses,
      onLine,
      stateful,
      scenario,
      seed,
    })
    const app = withControlApi(session, sessions)
    const { control, fetch } = part(name, async (request) => app(request, {}))
    const client = createClient({ baseUrl: config.baseUrl, apiKey: demoKeys.demo, fetch })
    await session.setUpWith(() => setUp?.({ client, control }))
    return session
  }
  const sessions = new Sessions(create)

  const handle = async (name: string, request: Request, env: Env['Bindings'] = {}) => {
    try {
      const app = withControlApi(await sessions.get(name), sessions)
      return await app(request, env)
    } catch (error) {
      if (!(error instanceof InvalidRequest)) throw error
      return Response.json({ message: error.message }, { status: 400 })
    }
  }

  /** Returns a part of the mock. @param respond handles its requests. */
  const part = (name: string, respond: (request: Request) => Promise<Response>): MockSession => {
    const fetch: MockSession['fetch'] = async (input, init) => {
      const target = input instanceof Request ? input : new URL(input, config.baseUrl)
      const request = new Request(target, init)
      const response = await respond(request)
      return request.method === 'HEAD' ? new Response(null, response) : response
    }
    return { fetch, control: createControl(fetch), drop: async () => void sessions.drop(name) }
  }

  let server: Server | undefined
  const stop = async (): Promise<void> => {
    if (server) await closeServer(server, 0)
    await sessions.stop()
  }
  const mock: Mock = {
    ...part('', async (request) => {
      const { name, rest } = splitPath(request.url)
      if (name !== undefined) return handle(name, new Request(rest, request))
      return handle(sessionOfHeader(request), request)
    }),
    get url() {
      return server && config.baseUrl
    },
    session: (name) => part(name, (request) => handle(name, request)),
    listen: async ({ port = 0, host = '127.0.0.1', tls }: ListenOptions = {}) => {
      const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`
      const listensOn = `${tls ? 'https' : 'http'}://${authority}`
      const { baseUrl = listensOn } = options
      const { keepAliveSeconds, maxConnections } = config
      const listening = createHttpServer(
        { ...defaultLimits, keepAliveTimeout: keepAliveSeconds * 1000, maxConnections },
        tls && readTls(tls, Date.now()),
      )
      const settled = await listenOn(listening, port, host)
      config = onPort({ ...config, host, port, tls, listensOn, baseUrl }, settled)
      const named = new WeakMap<IncomingMessage, string>()
      listening.on('request', (incoming: IncomingMessage) => {
        recordBody(incoming)
        const { name, rest } = splitPath(incoming.url ?? '')
        if (name === undefined) return
        incoming.url = rest
        named.set(incoming, name)
      })
      const respond: Fetch = (request, env = {}) => {
        const incoming = 'incoming' in env ? env.incoming : undefined
        const name = incoming instanceof IncomingMessage ? named.get(incoming) : undefined
        return handle(name ?? sessionOfHeader(request), request, env)
      }
      attachApp(listening, { fetch: respond }, log)
      server = listening
      try {
        await sessions.get('')
        return config.baseUrl
      } catch (error) {
        await stop()
        throw error
      }
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
  /** Uses another document in all sessions. @param useLayer makes its generated code current. */
  const useDocument = async (next: Document, useLayer: () => void): Promise<void> => {
    document = next
    useLayer()
    for (const session of await sessions.all()) await session.useDocument(next)
  }
  return { mock, sessions, useDocument }
}
