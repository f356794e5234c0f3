import fc from 'fast-check'
import { z } from 'zod'
import { Api, type Recorder } from './api.ts'
import { Fixtures, MissingFixture } from './fixtures.ts'
import type { Controls, Target } from './target.ts'
import { type Exchange, Violation } from './violation.ts'

const Identified = z.looseObject({ id: z.string() })

const idIn = (text: string): string | undefined => {
  try {
    return Identified.safeParse(JSON.parse(text)).data?.id
  } catch {
    return undefined
  }
}

/** Records the orders and subscriptions that a law creates, and removes them afterwards. */
export class Cleanup {
  readonly #orders = new Set<string>()
  readonly #webhooks = new Set<string>()

  /** Records what a response created or deleted. */
  record(
    { sent: { method = 'GET', path, headers = {} }, received: { status, text } }: Exchange,
    key: string,
  ): void {
    // Ignore resources of other accounts.
    if (headers.authorization !== `Bearer ${key}`) return
    const request = `${method} ${path}`
    const id = status === 200 || status === 201 ? idIn(text) : undefined
    if (request === 'POST /v1/orders/create' && id) this.#orders.add(id)
    if (request === 'POST /v1/orders/cancel' && id) this.#orders.delete(id)
    if (request === 'POST /v1/webhooks' && id) this.#webhooks.add(id)
    const [, deleted] = /^DELETE \/v1\/webhooks\/(.+)$/.exec(request) ?? []
    if (deleted && status === 200) this.#webhooks.delete(deleted)
  }

  /** Cancels orders and deletes subscriptions. Shipped orders remain. */
  async cleanUp(api: Api): Promise<void> {
    for (const orderId of [...this.#orders]) await api.post('/v1/orders/cancel', { orderId })
    for (const id of [...this.#webhooks]) await api.delete(`/v1/webhooks/${id}`)
  }
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

/** The client, fixtures and controls that a law uses. */
export class LawContext {
  readonly api: Api
  readonly fixtures: Fixtures
  readonly options: LawContextOptions
  readonly #law: string
  readonly #cleanup = new Cleanup()

  constructor(options: LawContextOptions, law: string) {
    this.options = options
    this.#law = law
    const { target, recorder = {} } = options
    this.api = new Api(target.url, target.key, {
      ...recorder,
      received: (exchange) => {
        this.#cleanup.record(exchange, target.key)
        recorder.received?.(exchange)
      },
    })
    this.fixtures = new Fixtures(this.api)
  }

  /** Cancels the orders and deletes the subscriptions that the law created. */
  cleanUp(): Promise<void> {
    return this.#cleanup.cleanUp(this.api)
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
    const { errorInstance, counterexample } = details
    if (errorInstance instanceof Violation || errorInstance instanceof MissingFixture)
      throw errorInstance
    throw new Violation(
      `${errorInstance instanceof Error ? errorInstance.message : errorInstance} (with ${fc.stringify(counterexample)})`,
    )
  }
}
