import fc from 'fast-check'
import { Api, type Recorder } from './api.ts'
import { LeftBehind } from './left-behind.ts'
import { NotOnStage, Stage } from './stage.ts'
import type { Controls, Target } from './target.ts'
import { type Exchange, Violation } from './violation.ts'

/** A number that a name always has, to seed each law apart from the others. */
const numberOf = (name: string): number => {
  let hash = 0
  for (const letter of name) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0
  return hash
}

export type WorldOptions = {
  target: Target
  /** Two worlds with one seed ask the same. */
  seed: number
  /** How many values a property is tried with. */
  runs: number
  recorder?: Recorder
}

/** What a law works with. */
export class World {
  readonly api: Api
  readonly stage: Stage
  readonly options: WorldOptions
  readonly #law: string
  readonly #leftBehind = new LeftBehind()

  constructor(options: WorldOptions, law: string) {
    this.options = options
    this.#law = law
    const { target, recorder = {} } = options
    this.api = new Api(target.url, target.key, {
      ...recorder,
      answered: (exchange) => {
        this.#leftBehind.see(exchange, target.key)
        recorder.answered?.(exchange)
      },
    })
    this.stage = new Stage(this.api)
  }

  /** Cancels the orders and ends the subscriptions that are left over. */
  takeBack(): Promise<void> {
    return this.#leftBehind.takeBack(this.api)
  }

  /** Something that the law says it needs; the runner has seen to it that it is there. */
  control<C extends keyof Controls>(name: C): Controls[C] {
    const control = this.options.target.controls[name]
    if (control === undefined) throw new Error(`The law needs ${name} and does not say so`)
    return control
  }

  /** Another world on a server of the same kind with fresh data and its own budget, for as long as it is used. */
  async onFresh(budget: number, use: (world: World) => Promise<void>): Promise<void> {
    const target = await this.control('fresh')(budget)
    try {
      await use(new World({ ...this.options, target }, this.#law))
    } finally {
      await target.stop()
    }
  }

  /**
   * Tries a property with many values; what fails is shrunk to the smallest that does.
   * @param runs how many values, if not as many as the suite was asked for.
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
    if (errorInstance instanceof Violation || errorInstance instanceof NotOnStage)
      throw errorInstance
    throw new Violation(
      `${errorInstance instanceof Error ? errorInstance.message : errorInstance} (with ${fc.stringify(counterexample)})`,
    )
  }
}

/** Fails with the exchange that shows it. */
export const must: (
  holds: boolean,
  message: string,
  shown?: { exchange: Exchange },
) => asserts holds = (holds, message, shown) => {
  if (!holds) throw new Violation(message, shown?.exchange)
}
