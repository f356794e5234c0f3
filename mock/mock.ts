import { readFileSync } from 'node:fs'
import { type Document, parseDocument } from '../codegen/model/document.ts'
import { operationIds } from '../generated/operations.ts'
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
import { Controls } from './controls.ts'
import { type Fetch, withCors } from './cors.ts'
import {
  assertExamplesMatch,
  assertSameOperations,
  assertSchemasCompile,
  contractOf,
  type Layer,
  loadedLayer,
  useLayer,
} from './document.ts'
import { withPreference } from './preference.ts'
import { PrismEngine, readResources } from './prism-engine.ts'
import { Receivers } from './receivers.ts'
import { RequestLog, withRequestLog } from './request-log.ts'
import { type Scenario, scenarioDescriptions } from './scenarios.ts'

export type MockOptions = Options & Pick<BackendParts, 'config' | 'log'>

/** The response of `/__mock/state`. */
export type State = Mock['state']

/** The largest rate limit that `exhaustBudget` uses up. */
const largestExhaustible = 1_000_000

/** @throws {UnusableDocumentError} when the document has a schema that cannot be checked. */
const prepare = async (document: Document) => {
  assertSchemasCompile(document)
  return { contract: contractOf(document), resources: await readResources(document) }
}

/** The generated document. Several mocks in a process prepare it once. */
let generated: ReturnType<typeof prepare> | undefined

const readGenerated = () => {
  const file = new URL('../generated/openapi.json', import.meta.url)
  generated ??= prepare(parseDocument(readFileSync(file, 'utf8')))
  return generated
}

/** A backend with its pending requests. */
type Current = { backend: Backend; readonly pending: Set<unknown> }

/** A mock of the contract: the server's HTTP layer in front of Prism's engine, with controls. */
export class Mock {
  readonly options: MockOptions
  readonly controls: Controls
  readonly receivers: Receivers
  readonly requests = new RequestLog()
  readonly #parts: BackendParts
  #contract: string
  #current: Current
  #replacing: Promise<void> = Promise.resolve()
  #retired: Promise<unknown> = Promise.resolve()

  private constructor(parts: BackendParts, contract: string, backend: Backend) {
    this.options = parts
    this.controls = parts.controls
    this.receivers = parts.receivers
    this.#parts = parts
    this.#contract = contract
    this.#current = { backend, pending: new Set() }
    this.fetch = withCors(
      withRequestLog(this.#respond, {
        requests: this.requests,
        clock: this.controls.clock,
        baseUrl: parts.config.baseUrl,
        operationOf: (incoming) => {
          const route = matchedRoute(this.backend.app.router)(incoming)
          return route && operationOfRoute(incoming.method ?? 'GET', route)
        },
      }),
    )
  }

  /** @throws {UnusableDocumentError} when the document has a schema that cannot be checked. */
  static async of(options: MockOptions): Promise<Mock> {
    const { contract, resources } = await readGenerated()
    const controls = new Controls()
    const receivers = new Receivers(controls.clock)
    const parts = { ...options, controls, receivers, engine: new PrismEngine(resources) }
    return new Mock(parts, contract, await createBackend(parts, options.scenario))
  }

  get backend(): Backend {
    return this.#current.backend
  }

  /** The current state, with the description of each scenario. */
  get state() {
    const { controls, receivers } = this
    const { ahead, failures } = controls.state
    return {
      stateful: this.options.stateful,
      scenario: this.backend.scenario,
      scenarios: scenarioDescriptions,
      operations: operationIds,
      clock: new Date(controls.clock()).toISOString(),
      aheadSeconds: ahead,
      failures,
      receivers: receivers.all.map(({ url }) => url),
      subscribersAnswer: receivers.subscribersAnswer,
      requests: this.requests.entries.length,
    }
  }

  /** Handles a request. */
  readonly fetch: Fetch

  /** Handles a request with the current backend, even if it is replaced meanwhile. */
  readonly #respond: Fetch = (request, ...rest) =>
    withPreference(request, async (context) => {
      const { backend, pending } = this.#current
      const response = currentContext.run(context, async () => backend.app.fetch(request, ...rest))
      pending.add(response)
      return response.finally(() => pending.delete(response))
    })

  /** Resets the mock, and loads the scenario if it is stateful. */
  loadScenario(scenario: Scenario): Promise<void> {
    return this.#enqueue(async () => {
      this.controls.reset()
      this.requests.clear()
      this.receivers.clear()
      const backend = await createBackend(this.#parts, scenario)
      this.#retire()
      this.#current = { backend, pending: new Set() }
    })
  }

  /**
   * Uses another document from now on.
   * @param generate generates the code of the document. Called if its contract has changed.
   * @throws {UnusableDocumentError} if the document cannot be used. The mock does not change then.
   */
  async useDocument(document: Document, generate: () => Promise<Layer>): Promise<void> {
    const { contract, resources } = await prepare(document)
    assertSameOperations(document)
    const engine = new PrismEngine(resources)
    const hasChanged = contract !== this.#contract
    const layer = hasChanged ? await generate() : loadedLayer
    await assertExamplesMatch(engine, layer.replies)
    this.#parts.engine = engine
    if (!hasChanged) return
    this.#contract = contract
    useLayer(layer)
    await this.#enqueue(async () => {
      this.#current.backend = await this.#current.backend.rebuild()
    })
  }

  /**
   * Uses up the rate limit of an address.
   * @returns false if the limit is too large to use up.
   */
  async exhaustBudget(address: string): Promise<boolean> {
    if (this.options.config.budget > largestExhaustible) return false
    while ((await this.backend.budget.take(address)).allowed);
    return true
  }

  /** Stops all backends. */
  async stop(): Promise<void> {
    await this.#replacing
    this.#retire()
    await this.#retired
  }

  /** Changes the backend. Changes run one after the other. */
  #enqueue(change: () => Promise<void>): Promise<void> {
    const changed = this.#replacing.then(change)
    this.#replacing = changed.catch(() => {})
    return changed
  }

  /** Stops the current backend when its requests are done. */
  #retire(): void {
    const { backend, pending } = this.#current
    const stopped = Promise.allSettled(pending).then(() => backend.stop())
    this.#retired = Promise.all([this.#retired, stopped])
  }
}

const createBackend = async (parts: BackendParts, scenario: Scenario): Promise<Backend> =>
  parts.stateful ? createStatefulBackend(parts, scenario) : createStatelessBackend(parts)
