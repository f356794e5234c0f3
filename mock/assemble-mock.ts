import type { IncomingMessage, Server } from 'node:http'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
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
import { createControlApi } from './control/control-api.ts'
import { createControl } from './control/control-client.ts'
import { demoKeys } from './demo-keys.ts'
import { readGenerated } from './generated-document.ts'
import { InvalidRequest } from './responses/choose-reply.ts'
import type { LoadGenerator } from './responses/faker-generator.ts'
import { recordBody } from './session/request-log.ts'
import { Session } from './session/session.ts'
import { sessionUrl, splitUrl } from './session-urls.ts'
import { Sessions, sessionOfHeader } from './sessions.ts'
import type { ListenOptions, Mock, MockOptions, MockSession } from './types.ts'

export type OwnOptions = MockOptions & { loadGenerator: LoadGenerator }

/** Creates a mock from the server's configuration. Returns its sessions, too. */
export const assembleMock = (given: Config, log: Logger, options: OwnOptions) => {
  const { stateful = true, scenario = 'demo', seed = 'mock', time, setUp } = options
  const { responses = [], onLine = () => {}, loadGenerator } = options
  let document = readGenerated()
  let config = given
  const controlApi = createControlApi()

  const create = async (name: string) => {
    const baseUrl = sessionUrl(config.baseUrl, name)
    const session = await Session.create({
      config: { ...config, baseUrl, redeemUrl: baseUrl, cdnUrl: `${baseUrl}/cdn` },
      log,
      name,
      document,
      loadGenerator,
      responses,
      closeIdleConnections: () => server?.closeIdleConnections(),
      onLine,
      stateful,
      scenario,
      seed,
      time: time === undefined ? undefined : new Date(time).getTime(),
    })
    const { control, fetch } = part(name, (_, request) => respond(session, request))
    const client = createClient({ baseUrl: config.baseUrl, apiKey: demoKeys.demo, fetch })
    await session.setUpWith(() => setUp?.({ client, control }))
    return session
  }
  const sessions = new Sessions(create)

  const respond = (session: Session, request: Request, env: Env['Bindings'] = {}) =>
    session.handle(async () =>
      isControl(request)
        ? controlApi.fetch(request, { ...env, session, sessions })
        : session.fetch(request, env),
    )

  const handle = async (name: string, request: Request, env?: Env['Bindings']) => {
    try {
      return await respond(await sessions.get(name), request, env)
    } catch (error) {
      if (!(error instanceof InvalidRequest)) throw error
      return Response.json({ message: error.message }, { status: 400 })
    }
  }

  /** Returns a session. @param respond handles its requests. Default: the session, unless a URL names another. */
  const part = (name: string, respond = handle): MockSession => {
    const fetch: MockSession['fetch'] = async (input, init) => {
      // A process has several classes of requests: those of jsdom, and of @hono/node-server after `listen`.
      const isRequest = typeof input === 'object' && 'url' in input
      const given = new Request(isRequest ? input : new URL(input, config.baseUrl), init)
      const { signal, method, url, headers, body } = given
      const { name: named = name || sessionOfHeader(given), rest } = splitUrl(url, config.baseUrl)
      // In Vitest's jsdom, a Request as the second argument is ignored. Only this function aborts.
      const responded = () =>
        respond(named, new Request(rest, { method, headers, body, duplex: 'half' }))
      const response = await unlessAborted(signal, responded)
      return method === 'HEAD' ? new Response(null, response) : response
    }
    return { fetch, control: createControl(fetch), drop: async () => void sessions.drop(name) }
  }

  let server: Server | undefined
  const stop = async (): Promise<void> => {
    const stopped = sessions.stop()
    // Responses that waited are sent. A request whose body does not arrive ends with its connection.
    await Promise.race([stopped, sleep(1000, undefined, { ref: false })])
    if (server) await closeServer(server, 0)
    await stopped
  }

  const listen = async ({ port = 0, host = '127.0.0.1', tls }: ListenOptions = {}) => {
    const { keepAliveSeconds, maxConnections } = config
    const limits = { keepAliveTimeout: keepAliveSeconds * 1000, maxConnections }
    const made = createHttpServer({ ...defaultLimits, ...limits }, tls && readTls(tls, Date.now()))
    const settled = await listenOn(made, port, host)
    server = made
    const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`
    const listensOn = `${tls ? 'https' : 'http'}://${authority}`
    const baseUrl = options.baseUrl ?? listensOn
    config = onPort({ ...config, host, port, tls, listensOn, baseUrl }, settled)
    const named = new WeakMap<IncomingMessage, string>()
    made.on('request', (incoming: IncomingMessage) => {
      recordBody(incoming)
      const { name, rest } = splitUrl(incoming.url ?? '', config.baseUrl)
      incoming.url = rest
      if (name !== undefined) named.set(incoming, name)
    })
    const fetch = async (request: Request, env: Env['Bindings'] = {}) => {
      const name = env.incoming && named.get(env.incoming)
      const response = await handle(name ?? sessionOfHeader(request), request, env)
      // Responses of a turn are sent together: each alone would wake its client.
      await nextTurn()
      return response
    }
    attachApp(made, { fetch }, log)
    try {
      await sessions.get('')
      return config.baseUrl
    } catch (error) {
      await stop()
      throw error
    }
  }

  const mock: Mock = {
    ...part(''),
    get url() {
      return server && config.baseUrl
    },
    session: (name) => part(name),
    listen,
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

function isControl({ url }: Request): boolean {
  return /^\/__mock(\/|$)/.test(new URL(url).pathname)
}

/** Rejects with the signal's reason as soon as it is aborted. The work itself goes on, as on a server. */
async function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason)),
  )
  return Promise.race([work(), aborted])
}
