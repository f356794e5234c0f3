import { readFileSync } from 'node:fs'
import type { Logger } from 'pino'
import { type Document, parseDocument } from '../codegen/model/document.ts'
import type { Config } from '../server/config.ts'
import { createMailer } from '../server/email/mailer.ts'
import { operationOfRoute } from '../server/http/mount-operations.ts'
import { matchedRoute } from '../server/http/router.ts'
import type { Store } from '../server/store/store.ts'
import { Controls } from './controls.ts'
import { withCors } from './cors.ts'
import {
  assertExamplesMatch,
  assertSameOperations,
  assertSchemasCompile,
} from './document/check-document.ts'
import { contractOf } from './document/contract-of.ts'
import { type Layer, loadedLayer, useLayer } from './document/generate-layer.ts'
import { PrismEngine, type Resources, readResources } from './prism-engine.ts'
import { Receivers } from './receivers.ts'
import { RequestLog } from './request-log.ts'
import { type Backend, Backends } from './scenarios/backends.ts'
import type { Scenario } from './scenarios/scenarios.ts'
import { createStatefulBackend } from './stateful-backend.ts'
import { createStatelessBackend } from './stateless-backend.ts'
import { type Fetch, withPreferences } from './with-preferences.ts'
import { withRequestLog } from './with-request-log.ts'

export type MockOptions = {
  config: Config
  log: Logger
  /** Whether the mock keeps data. */
  stateful: boolean
  scenario: Scenario
  /** The seed of dynamic responses. */
  seed: string
}

/** The largest rate limit that `exhaustBudget` uses up. */
const largestExhaustible = 1_000_000

/** Sends no e-mails, but reports success. */
const mailer = createMailer(async () => true)

/** A valid document as Prism and the mock use it. */
type Prepared = { text: string; contract: string; resources: Resources }

/** The last valid document, so that several mocks prepare it only once. */
let lastValid: Prepared | undefined

/** @throws {UnusableDocumentError} when the document has a schema that cannot be checked. */
const readGenerated = async (): Promise<Prepared> => {
  const text = readFileSync(new URL('../generated/openapi.json', import.meta.url), 'utf8')
  if (lastValid?.text === text) return lastValid
  const document = parseDocument(text)
  assertSchemasCompile(document)
  lastValid = { text, contract: contractOf(document), resources: await readResources(document) }
  return lastValid
}

/** A mock of the contract: the server's HTTP layer in front of Prism's engine, with controls. */
export class Mock {
  readonly options: MockOptions
  readonly controls = new Controls()
  readonly requests = new RequestLog()
  readonly receivers: Receivers
  readonly #engine: PrismEngine
  readonly #backends: Backends
  #contract: string

  private constructor(options: MockOptions, engine: PrismEngine, contract: string) {
    this.options = options
    this.#engine = engine
    this.#contract = contract
    this.receivers = new Receivers(this.controls.clock)
    this.#backends = new Backends(
      createStatelessBackend({ ...options, controls: this.controls, engine }),
    )
  }

  /** @throws {UnusableDocumentError} when the document has a schema that cannot be checked. */
  static async of(options: MockOptions): Promise<Mock> {
    const { contract, resources } = await readGenerated()
    const mock = new Mock(options, new PrismEngine(resources), contract)
    if (options.stateful) await mock.loadScenario(options.scenario)
    return mock
  }

  get backend(): Backend {
    return this.#backends.current
  }

  /** Handles a request. */
  readonly fetch: Fetch = (request, ...rest) => this.#handle(request, ...rest)

  readonly #handle: Fetch = withCors(
    withRequestLog(
      withPreferences((request, ...rest) => this.#backends.fetch(request, ...rest)),
      {
        requests: () => this.requests,
        clock: () => this.controls.clock(),
        baseUrl: () => this.options.config.baseUrl,
        operationOf: (incoming) => {
          const route = matchedRoute(this.backend.app.router)(incoming)
          return route && operationOfRoute(incoming.method ?? 'GET', route)
        },
      },
    ),
  )

  /** Resets the mock, and loads the scenario if it is stateful. */
  async loadScenario(scenario: Scenario): Promise<void> {
    const { options, controls } = this
    const parts = { ...options, controls, engine: this.#engine }
    const deliverer = (store: Store) => this.receivers.deliverer(store, options.log)
    await this.#backends.replace(async () => {
      controls.reset()
      this.requests.clear()
      this.receivers.clear()
      return options.stateful
        ? createStatefulBackend({ ...parts, mailer, deliverer }, scenario)
        : createStatelessBackend(parts)
    })
  }

  /**
   * Uses another document from now on.
   * @param generate generates the code of the document. Called if its contract has changed.
   * @throws {UnusableDocumentError} if the document cannot be used. The mock does not change then.
   */
  async useDocument(document: Document, generate: () => Promise<Layer>): Promise<void> {
    assertSchemasCompile(document)
    assertSameOperations(document)
    const engine = new PrismEngine(await readResources(document))
    const contract = contractOf(document)
    const hasChanged = contract !== this.#contract
    const layer = hasChanged ? await generate() : loadedLayer
    await assertExamplesMatch(engine, layer.replies)
    this.#engine.replaceDocument(engine)
    if (!hasChanged) return
    this.#contract = contract
    useLayer(layer)
    await this.#backends.rebuild()
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

  stop(): Promise<void> {
    return this.#backends.stop()
  }
}
