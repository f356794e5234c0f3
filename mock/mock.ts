import { readFileSync } from 'node:fs'
import type { Logger } from 'pino'
import { type Document, parseDocument } from '../codegen/model/document.ts'
import type { Config } from '../server/config.ts'
import { createMailer } from '../server/email/create-mailer.ts'
import type { Store } from '../server/store/store.ts'
import { type Fetch, withWishes } from './around.ts'
import { Controls } from './controls.ts'
import { withCors } from './cors.ts'
import { mustCompile, mustFitLayer } from './documents.ts'
import { PrismEngine } from './prism-engine.ts'
import { Receivers } from './receivers.ts'
import { RequestLog } from './request-log.ts'
import type { Scenario } from './scenarios/scenarios.ts'
import type { World } from './scenarios/world.ts'
import { Worlds } from './scenarios/worlds.ts'
import { statefulWorld } from './stateful.ts'
import { statelessWorld } from './stateless.ts'
import { withLog } from './with-log.ts'

export type MockOptions = {
  config: Config
  log: Logger
  /** Whether it remembers what it is told. */
  stateful: boolean
  scenario: Scenario
  /** Decides what dynamic answers hold. */
  seed: string
}

/** The largest budget that can be used up at a request. */
const largestExhaustible = 1_000_000

/** E-mails that nobody gets: the invite says whether one was asked for. */
const mailer = createMailer(async () => true)

/** The text of the document that was found to be sound last: it is looked at once, however many mocks there are. */
let sound = ''

/** @throws {DocumentProblem} when the document has a schema that cannot be checked. */
const readGenerated = (): Document => {
  const text = readFileSync(new URL('../generated/openapi.json', import.meta.url), 'utf8')
  const document = parseDocument(text)
  if (text !== sound) mustCompile(document)
  sound = text
  return document
}

/** A mock of the contract: the contract's own edge, Prism's engine behind it, and everything that can be turned. */
export class Mock {
  readonly options: MockOptions
  readonly controls = new Controls()
  readonly requests = new RequestLog()
  readonly receivers: Receivers
  readonly #engine: PrismEngine
  readonly #worlds: Worlds

  private constructor(options: MockOptions, engine: PrismEngine) {
    this.options = options
    this.#engine = engine
    this.receivers = new Receivers(this.controls.clock)
    this.#worlds = new Worlds(statelessWorld({ ...options, controls: this.controls, engine }))
  }

  /** @throws {DocumentProblem} when the document has a schema that cannot be checked. */
  static async of(options: MockOptions): Promise<Mock> {
    const mock = new Mock(options, await PrismEngine.of(readGenerated()))
    if (options.stateful) await mock.load(options.scenario)
    return mock
  }

  get world(): World {
    return this.#worlds.current
  }

  /** Answers a request as the contract does. */
  readonly fetch: Fetch = (request, ...rest) => this.#answer(request, ...rest)

  readonly #answer: Fetch = withCors(
    withLog(
      withWishes((request, ...rest) => this.#worlds.fetch(request, ...rest)),
      {
        requests: () => this.requests,
        clock: () => this.controls.clock(),
        baseUrl: () => this.options.config.baseUrl,
      },
    ),
  )

  /** Begins anew with a scenario's data; without memory, with the examples. */
  async load(scenario: Scenario): Promise<void> {
    const { options, controls } = this
    const parts = { ...options, controls, engine: this.#engine }
    const deliverer = (store: Store) => this.receivers.deliverer(store, options.log)
    await this.#worlds.replace(async () => {
      controls.reset()
      this.requests.clear()
      this.receivers.clear()
      return options.stateful
        ? statefulWorld({ ...parts, mailer, deliverer }, scenario)
        : statelessWorld(parts)
    })
  }

  /**
   * Answers with another document's examples from now on.
   * @throws {DocumentProblem} where it cannot; nothing changes then.
   */
  async use(document: Document): Promise<void> {
    mustCompile(document)
    const engine = await PrismEngine.of(document)
    await mustFitLayer(engine)
    this.#engine.become(engine)
  }

  /**
   * Uses up what is left to an address.
   * @returns whether that could be done: request by request, a large budget would take too long.
   */
  async exhaustBudget(address: string): Promise<boolean> {
    if (this.options.config.budget > largestExhaustible) return false
    while ((await this.world.budget.take(address)).allowed);
    return true
  }

  stop(): Promise<void> {
    return this.#worlds.stop()
  }
}
