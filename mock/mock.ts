import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { type Document, parseDocument } from '../codegen/model/document.ts'
import { allowOrigins } from '../server/http/cors.ts'
import type { Env } from '../server/http/env.ts'
import { operationOfRoute } from '../server/http/mount-operations.ts'
import { matchedRoute } from '../server/http/router.ts'
import {
  type Backend,
  type BackendParts,
  createStatefulBackend,
  createStatelessBackend,
  currentContext,
  type Options,
} from './backends.ts'
import { isOperationId, operationGroup, operationGroups } from './operations.ts'
import { PrismEngine } from './prism-engine.ts'
import { Receivers } from './receivers.ts'
import { type Entry, type Fetch, RequestLog, withRequestLog } from './request-log.ts'
import { InvalidRequest, ResponseQueue, withPreference } from './responses.ts'
import { type Scenario, scenarioDescriptions } from './scenarios.ts'

export type MockOptions = Options & Pick<BackendParts, 'config' | 'log'>

export type Mock = Awaited<ReturnType<typeof createMock>>

/** The response of `/__mock/state`. */
export type State = ReturnType<Mock['state']>

/** The largest rate limit that `exhaustBudget` uses up. */
const largestExhaustible = 1_000_000

/** The maximum advance of the clock, in milliseconds: timestamps end with the year 9999. */
const maxAhead = 1000 * 366 * 86_400_000

let generated: Document | undefined

/** Returns the generated document. The mocks of a process share it. */
const readGenerated = (): Document => {
  const file = new URL('../generated/openapi.json', import.meta.url)
  generated ??= parseDocument(readFileSync(file, 'utf8'))
  return generated
}

const createBackend = async (parts: BackendParts, scenario: Scenario): Promise<Backend> =>
  parts.stateful ? createStatefulBackend(parts, scenario) : createStatelessBackend(parts)

/** Creates a mock of the contract: the server's HTTP layer in front of Prism's engine, with controls. */
export const createMock = async (options: MockOptions) => {
  const { baseUrl, budget } = options.config
  let ahead = 0
  const clock = () => Date.now() + ahead
  /** Emits `request` with each handled request, and `change` after other changes. */
  const events = new EventEmitter<{ request: [Entry]; change: [] }>().setMaxListeners(0)
  const receivers = new Receivers(clock, () => events.emit('change'))
  const requests = new RequestLog((entry) => events.emit('request', entry))

  const createEngine = async (document: Document) => {
    const engine = new PrismEngine(document, baseUrl)
    if (!options.stateful) await engine.load()
    return engine
  }
  const engine = await createEngine(readGenerated())
  const queue = new ResponseQueue(() => parts.engine.declared)
  const parts: BackendParts = { ...options, clock, engine, queue, receivers }

  let backend = await createBackend(parts, options.scenario)
  /** The requests that the backend handles. */
  let pending = new Set<unknown>()
  let retired: Promise<unknown> = Promise.resolve()
  let replacing: Promise<void> = Promise.resolve()

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
  const respond: Fetch = (request, ...rest) =>
    withPreference(request, async (context) => {
      const [{ app }, ours] = [backend, pending]
      const response = currentContext.run(context, async () => app.fetch(request, ...rest))
      ours.add(response)
      return response.finally(() => ours.delete(response))
    })

  const logged = withRequestLog(respond, {
    requests,
    clock,
    baseUrl,
    operationOf: (incoming) => {
      const route = matchedRoute(backend.app.router)(incoming)
      const id = route && operationOfRoute(incoming.method ?? 'GET', route)
      return id && isOperationId(id) ? operationGroup(id) : undefined
    },
  })
  // The mock is a developer’s own, so pages of any origin may use it.
  const { fetch } = new Hono<Env>()
    .use(allowOrigins(() => true))
    .all('*', ({ req, env }) => logged(req.raw, env))

  return {
    options,
    events,
    queue,
    receivers,
    requests,
    clock,
    fetch,
    backend: () => backend,
    declared: () => parts.engine.declared,

    /** Returns the current state, with the description of each scenario. */
    state: () => ({
      stateful: options.stateful,
      scenario: backend.scenario,
      scenarios: scenarioDescriptions,
      operations: operationGroups,
      clock: new Date(clock()).toISOString(),
      aheadSeconds: ahead / 1000,
      queued: queue.all,
      receivers: receivers.all.map(({ url }) => url),
      subscribersAnswer: receivers.subscribersAnswer,
      requests: requests.entries.length,
    }),

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
    async exhaustBudget(address: string): Promise<void> {
      if (budget > largestExhaustible)
        throw new InvalidRequest(
          'The rate limit is too large to use up. Start the mock with a smaller RATE_LIMIT_BUDGET.',
        )
      while ((await backend.budget.take(address)).allowed);
    },

    /** Resets the mock, and loads the scenario if it is stateful. */
    loadScenario: (scenario: Scenario): Promise<void> =>
      enqueue(async () => {
        ahead = 0
        queue.all = []
        requests.entries = []
        receivers.clear()
        const next = await createBackend(parts, scenario)
        retire()
        backend = next
        pending = new Set()
      }),

    /**
     * Uses another document from now on.
     * @param useLayer makes the generated code of the document current
     */
    useDocument: (document: Document, useLayer: () => void): Promise<void> =>
      enqueue(async () => {
        const next = await createEngine(document)
        useLayer()
        parts.engine = next
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
