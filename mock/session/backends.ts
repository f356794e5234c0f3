import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { stubs } from '../../generated/stubs.ts'
import type { Document } from '../../packages/openapi-hono/model/document.ts'
import type { Actions } from '../../server/actions/actions.ts'
import type { Config } from '../../server/config.ts'
import { digest } from '../../server/domain/api-key.ts'
import { toId } from '../../server/domain/ids.ts'
import { createMailer } from '../../server/email/mailer.ts'
import { faultReporter } from '../../server/http/access-log.ts'
import { buildApp, type ExtendApp } from '../../server/http/app.ts'
import { authenticateWith } from '../../server/http/auth.ts'
import type { Env } from '../../server/http/call.ts'
import { clientAddress } from '../../server/http/client-address.ts'
import {
  createRateLimiter,
  type RateLimiter,
  type RequestCounts,
} from '../../server/http/rate-limit/rate-limiter.ts'
import { createOperations } from '../../server/operations/index.ts'
import { compose, pagesOf } from '../../server/process/compose.ts'
import { findKeyState } from '../../server/store/accounts.ts'
import { demoKeys } from '../demo-keys.ts'
import { keyAccounts } from '../key-accounts.ts'
import type { ResponseQueue } from '../responses/choose-reply.ts'
import { type DocumentReplies, mountExamplePages } from '../responses/document-replies.ts'
import { exampleOperations, mockOperations } from '../responses/mock-operations.ts'
import { createDatabase, type Database } from './databases.ts'
import type { Receivers } from './receivers.ts'

export type BackendParts = {
  stateful: boolean
  /** The name of a scenario, or the path of a shop file. */
  scenario: string
  /** The seed of dynamic responses and of shares. */
  seed: string
  config: Config
  log: Logger
  clock: () => number
  /** The time at which the clock stands until it is set. Default: it goes on. */
  time: number | undefined
  counts: RequestCounts
  /** The document of the generated layer. */
  document: Document
  queue: ResponseQueue
  /** The replies of the current document. */
  replies: DocumentReplies
  receivers: Receivers
}

/** Handles requests. A reset of the session creates a new backend. */
export type Backend = {
  app: Hono<Env>
  rateLimiter: RateLimiter
  /** The database and the account of the demo key, if the session is stateful. */
  data: (Database & { actions: Actions }) | undefined
  scenario: string
  /** Returns whether a key was issued, and why it is rejected. */
  keyState(key: string): Promise<KeyState>
  /** Creates the app again, on the same data, after the generated code has changed. */
  rebuild(): Promise<Backend>
  stop(): Promise<void>
}

export type KeyState = 'unknown' | 'revoked' | 'deactivated' | 'valid'

const accounts = new Map([...keyAccounts].map(([key, account]) => [digest(key), account]))

/** Creates a backend without data: every operation returns the document's example. */
export const createStatelessBackend = (parts: BackendParts): Backend => {
  const { config, log, clock, counts } = parts
  const { rateLimit: limit, windowSeconds, trustedProxies } = config
  const rateLimiter = createRateLimiter({ limit, windowSeconds, clock, counts })
  const app = buildApp({
    operations: exampleOperations(stubs, parts),
    strict: true,
    extend: extendApp(parts),
    rateLimiter,
    authenticate: authenticateWith(async (found) => {
      const account = accounts.get(found)
      return account && { account, key: toId('key', 'key_of_the_document'), rateLimit: null }
    }),
    authenticateTiered: async () => undefined,
    clientAddress: clientAddress(trustedProxies),
    onFault: faultReporter(log, () => 'error'),
    pages: pagesOf(config, async () => true),
  })
  return {
    app,
    rateLimiter,
    data: undefined,
    scenario: 'examples',
    keyState: async (key) => {
      if (keyAccounts.has(key)) return 'valid'
      if (key === demoKeys.revoked) return 'revoked'
      return key === demoKeys.deactivated ? 'deactivated' : 'unknown'
    },
    rebuild: async () => createStatelessBackend(parts),
    stop: async () => {},
  }
}

/** Adds the pages of examples, and the document if it has changed since it was generated. */
function extendApp({ replies, document }: BackendParts): ExtendApp {
  return (app) => {
    mountExamplePages(replies.document)(app)
    if (replies.document !== document)
      app.get('/openapi.json', (context) => context.json(replies.documentOfMock()))
  }
}

/** Sends no emails, but reports success. */
const mailer = createMailer({ name: 'Mock' }, async () => true)

/**
 * Creates a backend that keeps data: the server's operations on a temporary database.
 * @param open opens its database. Default: that of the scenario.
 */
export const createStatefulBackend = async (
  parts: BackendParts,
  scenario: string,
  open = () => createDatabase(scenario, parts.clock(), parts.time),
): Promise<Backend> => {
  const { config, log, clock, counts, receivers } = parts
  const database = await open()
  const { store } = database
  const deliverer = receivers.deliverer(store, log)
  const build = (): Backend => {
    const { app, rateLimiter, actions, save } = compose({
      config,
      store,
      clock,
      counts,
      log,
      deliverer,
      mailer,
      strict: true,
      extend: extendApp(parts),
      operations: (services) => mockOperations(createOperations(services), parts),
    })
    return {
      app,
      rateLimiter,
      data: { ...database, actions },
      scenario,
      keyState: async (key) => {
        const state = await findKeyState(store, digest(key))
        if (!state) return 'unknown'
        if (state.revokedAt !== null) return 'revoked'
        return state.deactivatedAt === null ? 'valid' : 'deactivated'
      },
      rebuild: async () => {
        await save()
        return build()
      },
      stop: async () => {
        await save()
        await database.remove()
      },
    }
  }
  return build()
}

/** The backend of a session, which resets replace. A request completes with the backend that it began with. */
export class CurrentBackend {
  #backend: Backend | undefined
  #pending = new Set<Promise<Response>>()
  #retired: Promise<unknown> = Promise.resolve()

  get current(): Backend {
    if (!this.#backend) throw new Error('The session has no backend yet')
    return this.#backend
  }

  async fetch(request: Request, env: Env['Bindings']): Promise<Response> {
    const pending = this.#pending
    const response = (async () => this.current.app.fetch(request, env))()
    pending.add(response)
    return response.finally(() => pending.delete(response))
  }

  /** Replaces the current backend, which stops when its requests are done. */
  replace(next: Backend): void {
    this.#retire()
    this.#backend = next
    this.#pending = new Set()
  }

  /** Uses the current generated code, on the same data. */
  async rebuild(): Promise<void> {
    this.#backend = await this.current.rebuild()
  }

  /** Stops all backends when their requests are done. */
  async stop(): Promise<void> {
    this.#retire()
    await this.#retired
  }

  #retire(): void {
    const stop = this.#backend?.stop
    this.#retired = Promise.all([this.#retired, Promise.allSettled(this.#pending).then(stop)])
  }
}
