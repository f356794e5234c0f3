import fc from 'fast-check'
import { z } from 'zod'
import { jsonOrText } from '../../testkit/http.ts'
import { Api, type Exchange, type Recorder, Violation } from './api.ts'
import { Fixtures, MissingFixture } from './fixtures.ts'
import type { Control, Controls, Target } from './target.ts'

/** The areas of laws, for `--only`. */
export const areas = [
  'auth',
  'budget',
  'routing',
  'input',
  'faults',
  'paging',
  'catalogue',
  'contacts',
  'invites',
  'orders',
  'inventory',
  'webhooks',
  'accounts',
] as const

export type Area = (typeof areas)[number]

/** A promise of the contract, and how to check it over HTTP. */
export type Law = AreaLaw & { area: Area }

/** A law in the list of its area. */
export type AreaLaw = {
  /** The promise, as a sentence. */
  promise: string
  /** The source of the promise: sections of the specification, or design decisions. */
  source: string
  /** The controls that the target must have. Otherwise, the law is skipped. */
  needs?: readonly Control[]
  /**
   * Declared responses that only this law produces: `operation status example`, or `* status` for
   * every operation. They are not required when the law is skipped.
   */
  shows?: readonly string[]
  /** Why this run leaves the law out. */
  leftOut?: string
  /** Throws if the target breaks the promise. */
  run(context: LawContext): Promise<void>
}

/** Hashes a name to a number, so that each law has its own seed. */
const numberOf = (name: string): number => {
  let hash = 0
  for (const letter of name) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0
  return hash
}

export type LawContextOptions = {
  target: Target
  /** Two runs with the same seed send the same requests. */
  seed: number
  /** The number of values per property. */
  runs: number
  recorder?: Recorder
}

const Created = z.object({ id: z.string() })

/** The client, fixtures and controls that a law uses. */
export class LawContext {
  readonly api: Api
  readonly fixtures: Fixtures
  readonly options: LawContextOptions
  readonly #law: string
  readonly #orders = new Set<string>()
  readonly #webhooks = new Set<string>()

  constructor(options: LawContextOptions, law: string) {
    this.options = options
    this.#law = law
    const { target, recorder = {} } = options
    this.api = new Api(target.url, target.key, {
      ...recorder,
      received: (exchange) => {
        this.#record(exchange)
        recorder.received?.(exchange)
      },
    })
    this.fixtures = new Fixtures(this.api)
  }

  /** Records the orders and subscriptions that the law creates with the target's own key. */
  #record({ sent, received: { status, text } }: Exchange): void {
    if (sent.headers?.authorization !== `Bearer ${this.api.key}` || status > 201) return
    const { data } = Created.safeParse(jsonOrText(text))
    const request = `${sent.method} ${sent.path}`
    if (request === 'POST /v1/orders/create' && data) this.#orders.add(data.id)
    if (request === 'POST /v1/orders/cancel' && data) this.#orders.delete(data.id)
    if (request === 'POST /v1/webhooks' && data) this.#webhooks.add(data.id)
    if (sent.method === 'DELETE') this.#webhooks.delete(sent.path.slice('/v1/webhooks/'.length))
  }

  /** Cancels the orders and deletes the subscriptions that the law created. Shipped orders remain. */
  async cleanUp(): Promise<void> {
    for (const orderId of [...this.#orders]) await this.api.post('/v1/orders/cancel', { orderId })
    for (const id of [...this.#webhooks]) await this.api.delete(`/v1/webhooks/${id}`)
  }

  /** Returns a control that the law lists in `needs`. The runner has checked that the target has it. */
  control<C extends keyof Controls>(name: C): Controls[C] {
    const control = this.options.target.controls[name]
    if (control === undefined) throw new Error(`The law uses ${name}. Add it to needs.`)
    return control
  }

  /** Runs a function on a new server of the same kind with fresh data and its own rate limit. */
  async onFresh(budget: number, use: (context: LawContext) => Promise<void>): Promise<void> {
    const target = await this.control('fresh')(budget)
    try {
      await use(new LawContext({ ...this.options, target }, this.#law))
    } finally {
      await target.stop()
    }
  }

  /**
   * Checks a property with many values. Shrinks a failing value to the smallest one that fails.
   * @param runs the number of values; default: the suite's setting
   */
  async forAll<T>(
    values: fc.Arbitrary<T>,
    holds: (value: T) => Promise<void>,
    runs = this.options.runs,
  ): Promise<void> {
    const seed = this.options.seed + numberOf(this.#law)
    const details = await fc.check(fc.asyncProperty(values, holds), { seed, numRuns: runs })
    if (!details.failed) return
    const { errorInstance: error, counterexample } = details
    if (error instanceof Violation || error instanceof MissingFixture) throw error
    const message = error instanceof Error ? error.message : error
    throw new Violation(`${message} (with ${fc.stringify(counterexample)})`)
  }
}
