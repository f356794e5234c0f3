import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Document } from '../../packages/openapi-hono/model/document.ts'
import type { Config } from '../../server/config.ts'
import type { Env } from '../../server/http/call.ts'
import { allowOrigins } from '../../server/http/cors.ts'
import { operationOfRoute } from '../../server/http/mount-operations.ts'
import { memoryCounts } from '../../server/http/rate-limit/memory-counts.ts'
import type { RequestCounts } from '../../server/http/rate-limit/rate-limiter.ts'
import { matchedRoute } from '../../server/http/router.ts'
import {
  InvalidRequest,
  type RequestContext,
  ResponseQueue,
  readContext,
  withPreference,
} from '../responses/choose-reply.ts'
import { DocumentReplies } from '../responses/document-replies.ts'
import type { LoadGenerator } from '../responses/load-generator.ts'
import { isOperationId, operationGroup, operationGroups } from '../responses/operations.ts'
import type { Drop, LoggedRequest, QueuedCall, State } from '../types.ts'
import {
  type Backend,
  type BackendParts,
  createStatefulBackend,
  createStatelessBackend,
  currentContext,
  type SessionOptions,
} from './backends.ts'
import { dropConnection } from './drop-connection.ts'
import { explain, warnOfLimit } from './explain.ts'
import { Receivers } from './receivers.ts'
import { type Fetch, RequestLog, withRequestLog } from './request-log.ts'
import { scenarioDescriptions } from './scenarios.ts'

export type SessionParts = SessionOptions & {
  /** Its base URL is that of the session. */
  config: Config
  log: Logger
  /** Empty for the default session. */
  name: string
  document: Document
  loadGenerator: LoadGenerator
  responses: readonly QueuedCall[]
  /** Gets a line for each response that is explained. */
  onLine: (line: string) => void
}

export type Session = Awaited<ReturnType<typeof createSession>>

/** The largest rate limit that `exhaustRateLimit` uses up. */
const maxExhaustible = 1_000_000

/** The maximum advance of the clock, in milliseconds: timestamps end with the year 9999. */
const maxAhead = 1000 * 366 * 86_400_000

/** Creates a session of a mock: the server's HTTP layer in front of the document's replies, with controls. */
export async function createSession(options: SessionParts) {
  const { baseUrl, rateLimit: limit, windowSeconds } = options.config
  let ahead = 0
  const clock = () => Date.now() + ahead
  /** Emits `request` with each handled request, and `change` after other changes. */
  const events = new EventEmitter<{ request: [LoggedRequest]; change: [] }>().setMaxListeners(0)
  const receivers = new Receivers(clock, () => events.emit('change'))
  const requests = new RequestLog((entry) => events.emit('request', entry))

  /** The counts of the rate limit, which a reset replaces. */
  let counted = memoryCounts(windowSeconds, clock)
  const counts: RequestCounts = {
    take: (...request) => counted.take(...request),
    save: async () => {},
  }
  const resetRateLimit = (): void => {
    counted = memoryCounts(windowSeconds, clock)
  }

  const repliesOf = (document: Document) =>
    new DocumentReplies(document, baseUrl, options.loadGenerator)
  const replies = repliesOf(options.document)
  const queue = new ResponseQueue(() => parts.replies.declared, options.seed)
  const parts: BackendParts = { ...options, clock, counts, replies, queue, receivers }
  queueAll(queue, options.responses)

  let backend = await createBackend(parts, options.scenario)
  /** The requests that the backend handles. */
  let pending = new Set<unknown>()
  let retired: Promise<unknown> = Promise.resolve()
  let replacing: Promise<void> = Promise.resolve()
  let isLoading = false

  /** Changes the backend. Changes run one after the other. */
  const enqueue = (change: () => Promise<void>): Promise<void> => {
    const changed = replacing.then(change)
    replacing = changed.catch(() => {})
    return changed
  }

  /** Stops the current backend when its requests are done. */
  const retire = (): void => {
    const { stop } = backend
    retired = Promise.all([retired, Promise.allSettled(pending).then(stop)])
  }

  /** Handles a request with the current backend, even if it is replaced meanwhile. */
  const respond = (context: RequestContext): Fetch => {
    return (request, ...rest) =>
      withPreference(context, async () => {
        const { app } = backend
        const ours = pending
        const response = currentContext.run(context, async () => app.fetch(request, ...rest))
        ours.add(response)
        return response.finally(() => ours.delete(response))
      })
  }

  const operationOf = (incoming: Pick<IncomingMessage, 'method' | 'url'>) => {
    const route = matchedRoute(backend.app.router)(incoming)
    const id = route && operationOfRoute(incoming.method ?? 'GET', route)
    return id && isOperationId(id) ? operationGroup(id) : undefined
  }

  const handle = async (request: Request, env: Env['Bindings']): Promise<Response> => {
    const context = readContext(request.headers.get('prefer') ?? '')
    const logged = withRequestLog(respond(context), {
      requests,
      clock,
      baseUrl,
      operationOf,
      reasonOf: async (asked, response, body) => {
        const { keyState } = backend
        const reason = await explain({ request: asked, response, body, context, baseUrl, keyState })
        if (isLoading) return reason
        const { pathname } = new URL(asked.url)
        const warning = warnOfLimit(response, baseUrl)
        if (reason) options.onLine(`${asked.method} ${pathname} ${response.status}: ${reason}`)
        if (warning) options.onLine(warning)
        return reason
      },
    })
    const response = await logged(request, env)
    if (context.drop) drops.set(request, context.drop)
    return response
  }
  const drops = new WeakMap<Request, Drop>()
  // The mock is a developer’s own, so pages of any origin may use it.
  const app = new Hono<Env>()
    .use(allowOrigins(() => true))
    .all('*', ({ req, env }) => handle(req.raw, env))
  const fetch = async (request: Request, env: Env['Bindings'] = {}): Promise<Response> => {
    const response = await app.fetch(request, env)
    const drop = drops.get(request)
    return drop ? dropConnection(drop, response, env) : response
  }

  let setUp: () => unknown = () => {}
  const runSetUp = async (): Promise<void> => {
    isLoading = true
    try {
      await setUp()
    } finally {
      isLoading = false
    }
    requests.entries = []
    resetRateLimit()
  }

  return {
    options,
    events,
    queue,
    receivers,
    requests,
    clock,
    fetch,
    backend: () => backend,
    declared: () => parts.replies.declared,
    resetRateLimit,

    /** Returns the current state, with the description of each scenario. */
    state: (): State => ({
      session: options.name,
      stateful: options.stateful,
      scenario: backend.scenario,
      scenarios: scenarioDescriptions,
      operations: operationGroups,
      clock: new Date(clock()).toISOString(),
      aheadSeconds: ahead / 1000,
      queued: queue.all,
      receivers: receivers.all.map(({ url }) => url),
      subscribersStatus: receivers.subscribersStatus,
      requests: requests.entries.length,
    }),

    /** Runs a function now and after each reset. Its requests are neither logged nor counted. */
    setUpWith(run: () => unknown): Promise<void> {
      setUp = run
      return enqueue(runSetUp)
    },

    /** @throws {InvalidRequest} if the clock would pass the maximum. */
    advance(seconds: number): void {
      if (ahead + seconds * 1000 > maxAhead)
        throw new InvalidRequest(
          'The clock cannot be more than a thousand years ahead. Reset the mock.',
        )
      ahead += seconds * 1000
    },

    /**
     * Uses up the rate limit of an address.
     * @throws {InvalidRequest} if the limit is too large to use up.
     */
    async exhaustRateLimit(address: string): Promise<void> {
      if (limit > maxExhaustible)
        throw new InvalidRequest(
          'The rate limit is too large to use up. Start the mock with a smaller --limit.',
        )
      const { remaining } = await backend.rateLimiter.take(address)
      for (let i = 0; i < remaining; i++) await backend.rateLimiter.take(address)
    },

    /**
     * Resets the session, and loads the scenario if it is stateful.
     * @throws {InvalidRequest} if a scenario calls it.
     */
    async loadScenario(scenario: string, keepReceivers = false): Promise<void> {
      if (isLoading) throw new InvalidRequest('A scenario cannot load another one.')
      await enqueue(async () => {
        ahead = 0
        queue.all = []
        queueAll(queue, options.responses)
        resetRateLimit()
        requests.entries = []
        receivers.clear(keepReceivers)
        const next = await createBackend(parts, scenario)
        retire()
        backend = next
        pending = new Set()
        await runSetUp()
      })
    },

    /** Uses another document from now on. Its generated code must be current. */
    useDocument: (document: Document): Promise<void> =>
      enqueue(async () => {
        parts.replies = repliesOf(document)
        backend = await backend.rebuild()
      }),

    /** Stops all backends. */
    async stop(): Promise<void> {
      await replacing
      retire()
      await retired
    },
  }
}

function queueAll(queue: ResponseQueue, responses: readonly QueuedCall[]): void {
  for (const { operation, ...response } of responses) queue.add(operation, response)
}

async function createBackend(parts: BackendParts, scenario: string): Promise<Backend> {
  return parts.stateful ? createStatefulBackend(parts, scenario) : createStatelessBackend(parts)
}
