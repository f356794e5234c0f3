import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import type { Document } from '../../packages/openapi-hono/model/document.ts'
import { matchedRoute } from '../../server/http/access-log.ts'
import type { Env } from '../../server/http/call.ts'
import { allowOrigins } from '../../server/http/cors.ts'
import { operationOfRoute } from '../../server/http/mount-operations.ts'
import { unloggedCounts } from '../../server/http/rate-limit/memory-counts.ts'
import { InvalidRequest, ResponseQueue } from '../responses/choose-reply.ts'
import { DocumentReplies } from '../responses/document-replies.ts'
import type { LoadGenerator } from '../responses/faker-generator.ts'
import { preferredResponse } from '../responses/mock-operations.ts'
import { isOperationId, operationGroup, operationGroups } from '../responses/operations.ts'
import type { Drop, LoggedRequest, QueuedCall, State } from '../types.ts'
import {
  type Backend,
  type BackendParts,
  CurrentBackend,
  createStatefulBackend,
  createStatelessBackend,
} from './backends.ts'
import type { Database } from './databases.ts'
import { dropConnection } from './drop-connection.ts'
import { Receivers } from './receivers.ts'
import { explain, RequestLog, recordExchange } from './request-log.ts'
import { scenarioDescriptions } from './scenarios.ts'
import { type StableIds, withIds } from './stable-ids.ts'

/** The base URL of the configuration is that of the session. */
export type SessionOptions = Pick<
  BackendParts,
  'stateful' | 'scenario' | 'seed' | 'time' | 'config' | 'log' | 'document'
> & {
  /** Empty for the default session. */
  name: string
  loadGenerator: LoadGenerator
  responses: readonly QueuedCall[]
  closeIdleConnections: () => void
  onLine: (line: string) => void
}

/** The largest rate limit that `exhaustRateLimit` uses up. */
const maxExhaustible = 1_000_000

/** The maximum advance of the clock, in milliseconds: timestamps end with the year 9999. */
const maxAhead = 1000 * 366 * 86_400_000

/** The number of the first id that a session creates. Those of its scenario are smaller. */
const firstId = 1_000_000

/** A session of a mock: the server's HTTP layer in front of the document's replies, with controls. */
export class Session {
  readonly options: SessionOptions
  /** Emits `request` with each handled request, and `change` after other changes. */
  readonly events = new EventEmitter<{ request: [LoggedRequest]; change: [] }>().setMaxListeners(0)
  readonly clock = (): number => (this.options.time ?? Date.now()) + this.#ahead
  readonly receivers = new Receivers(this.clock, () => this.events.emit('change'))
  readonly requests = new RequestLog((entry) => this.events.emit('request', entry))
  readonly queue: ResponseQueue
  readonly #parts: BackendParts
  readonly #backend = new CurrentBackend()
  readonly #stopping = new AbortController()
  readonly #drops = new WeakMap<Request, Drop>()
  // The mock is a developer’s own, so pages of any origin may use it.
  readonly #app = new Hono<Env>()
    .use(allowOrigins(() => true))
    .all('*', ({ req, env }) => this.#respond(req.raw, env))
  readonly #snapshots = new Map<string, () => Promise<void>>()
  #ahead = 0
  #ids: StableIds
  #counts
  #setUp: () => unknown = () => {}
  #isLoading = false
  #changes: Promise<void> = Promise.resolve()

  static async create(options: SessionOptions): Promise<Session> {
    const session = new Session(options)
    await session.loadScenario(options.scenario)
    return session
  }

  private constructor(options: SessionOptions) {
    this.options = options
    this.#ids = { seed: options.seed, next: firstId }
    this.#counts = this.#newCounts()
    this.queue = new ResponseQueue(() => this.#parts.replies.declared, options.seed)
    this.#parts = {
      ...options,
      clock: this.clock,
      counts: { take: (...request) => this.#counts.take(...request), save: async () => {} },
      queue: this.queue,
      replies: this.#repliesOf(options.document),
      receivers: this.receivers,
    }
  }

  get backend(): Backend {
    return this.#backend.current
  }

  /** Handles a request with the session's ids. */
  handle(respond: () => Promise<Response>): Promise<Response> {
    return withIds(this.#ids, respond)
  }

  /** Handles a request of the API: logs and explains it, and drops its connection if it must. */
  async fetch(request: Request, env: Env['Bindings'] = {}): Promise<Response> {
    const response = await this.#app.fetch(request, env)
    // Browsers repeat a request whose connection is dropped, unless the connection is new.
    if (this.queue.willDrop) response.headers.set('Connection', 'close')
    const drop = this.#drops.get(request)
    return drop ? dropConnection(drop, response, env) : response
  }

  async #respond(request: Request, env: Env['Bindings']): Promise<Response> {
    const at = this.clock()
    const { response, context, ...exchange } = await recordExchange(request, env, () =>
      preferredResponse(request, this.#stopping.signal, () => this.#backend.fetch(request, env)),
    )
    if (context.drop) this.#drops.set(request, context.drop)
    const { config, onLine } = this.options
    // The HTTP layer replaces the host of requests.
    const { baseUrl, logLevel } = config
    const { keyState } = this.backend
    const body = exchange.responseBody
    const reason = await explain({ request, response, body, context, baseUrl, keyState })
    const { pathname, search } = new URL(request.url)
    // Programs that wait for the mock ask for these again and again.
    if (pathname === '/readyz' || pathname === '/healthz') return response
    const operation = this.#operationAt(env.incoming ?? { method: request.method, url: pathname })
    this.requests.add({ ...exchange, at, url: baseUrl + pathname + search, operation, reason })
    const note = reason ?? `${Math.round(exchange.milliseconds)} ms`
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
    if (!this.#isLoading && (/debug|trace/.test(logLevel) || !isRead || !response.ok))
      onLine(`${request.method} ${pathname} ${response.status}: ${note}`)
    return response
  }

  /** Returns the operation at the method and path of a request, also if the request was rejected. */
  #operationAt(incoming: Pick<IncomingMessage, 'method' | 'url'>): string | undefined {
    const route = matchedRoute(this.backend.app.router)(incoming)
    const id = route && operationOfRoute(incoming.method ?? 'GET', route)
    return id && isOperationId(id) ? operationGroup(id) : undefined
  }

  state(): State {
    const { name, stateful } = this.options
    return {
      session: name,
      stateful,
      scenario: this.backend.scenario,
      scenarios: scenarioDescriptions,
      operations: operationGroups,
      clock: new Date(this.clock()).toISOString(),
      aheadSeconds: this.#ahead / 1000,
      queued: this.queue.all,
      receivers: this.receivers.all.map(({ url }) => url),
      subscribersStatus: this.receivers.subscribersStatus,
      requests: this.requests.entries.length,
    }
  }

  /** Runs a function now and after each reset. Its requests are neither logged nor counted. */
  setUpWith(run: () => unknown): Promise<void> {
    this.#setUp = run
    return this.#enqueue(() => this.#runSetUp())
  }

  /** @throws {InvalidRequest} if the clock would pass the maximum. */
  advance(seconds: number): void {
    const ahead = this.#ahead + seconds * 1000
    if (ahead > maxAhead)
      throw new InvalidRequest(
        'The clock cannot be more than a thousand years ahead. Reset the mock.',
      )
    this.#ahead = ahead
  }

  /**
   * Uses up the rate limit of an address.
   * @throws {InvalidRequest} if the limit is too large to use up.
   */
  async exhaustRateLimit(address: string): Promise<void> {
    if (this.options.config.rateLimit > maxExhaustible)
      throw new InvalidRequest(
        'The rate limit is too large to use up. Start the mock with a smaller --limit.',
      )
    const { rateLimiter } = this.backend
    const { remaining } = await rateLimiter.take(address)
    for (let i = 0; i < remaining; i++) await rateLimiter.take(address)
  }

  resetRateLimit(): void {
    this.#counts = this.#newCounts()
  }

  /**
   * Resets the session, and loads the scenario if it is stateful.
   * @throws {InvalidRequest} if a scenario calls it.
   */
  async loadScenario(scenario: string, keepReceivers = false): Promise<void> {
    if (this.#isLoading) throw new InvalidRequest('A scenario cannot load another one.')
    await this.#enqueue(async () => {
      this.#ahead = 0
      this.queue.all = []
      for (const { operation, ...response } of this.options.responses)
        this.queue.add(operation, response)
      this.receivers.clear(keepReceivers)
      this.#ids = { seed: this.options.seed, next: firstId }
      this.#backend.replace(await this.#newBackend(scenario))
      await this.#runSetUp()
    })
  }

  takeSnapshot(name: string): Promise<void> {
    return this.#enqueue(async () => {
      const { data, scenario } = this.backend
      const [ahead, queued, ids] = [this.#ahead, this.queue.all, { ...this.#ids }]
      const open = await data?.keep()
      this.#snapshots.set(name, async () => {
        this.#ahead = ahead
        this.queue.all = queued
        this.#ids = { ...ids }
        this.#backend.replace(await this.#newBackend(scenario, open))
        this.resetRateLimit()
      })
    })
  }

  /** Restores what a snapshot keeps, and resets the rate limit. @throws {InvalidRequest} if there is none. */
  async restoreSnapshot(name: string): Promise<void> {
    const restore = this.#snapshots.get(name)
    if (!restore)
      throw new InvalidRequest(
        `There is no snapshot ${name}. Take it with POST /__mock/snapshots/${name} first.`,
      )
    await this.#enqueue(restore)
  }

  /** Uses another document from now on. Its generated code must be current. */
  useDocument(document: Document): Promise<void> {
    return this.#enqueue(async () => {
      this.#parts.replies = this.#repliesOf(document)
      await this.#backend.rebuild()
    })
  }

  /** Stops all backends. Delayed responses are sent at once. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#changes
    await this.#backend.stop()
  }

  #enqueue(change: () => Promise<void>): Promise<void> {
    const changed = this.#changes.then(change)
    this.#changes = changed.catch(() => {})
    return changed
  }

  async #runSetUp(): Promise<void> {
    this.#isLoading = true
    try {
      await this.#setUp()
    } finally {
      this.#isLoading = false
    }
    this.requests.entries = []
    this.resetRateLimit()
  }

  async #newBackend(scenario: string, open?: () => Promise<Database>): Promise<Backend> {
    return this.options.stateful
      ? createStatefulBackend(this.#parts, scenario, open)
      : createStatelessBackend(this.#parts)
  }

  #newCounts() {
    return unloggedCounts(this.options.config.windowSeconds, this.clock)
  }

  #repliesOf(document: Document): DocumentReplies {
    return new DocumentReplies(document, this.options.config.baseUrl, this.options.loadGenerator)
  }
}
