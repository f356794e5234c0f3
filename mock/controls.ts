import type { OperationId } from '../generated/operations.ts'

/** What is in store for the next calls of an operation. */
export type Trouble = {
  /** How long each answer is held back. */
  latencyMilliseconds: number
  /** Whether each call fails inside, which a client sees as a 500. */
  fails: boolean
  /** How many calls are left to it. */
  calls: number
}

/** How far the clock may be turned: a thousand years. */
const farthest = 1000 * 366 * 86_400_000

/** The mock's own clock and what it does to operations: everything that a person can turn. */
export class Controls {
  #ahead = 0
  readonly #troubles = new Map<OperationId, Trouble>()

  /** The mock's time: the system's, as far ahead as it was turned. */
  readonly clock = (): number => Date.now() + this.#ahead

  /** @returns whether it could be turned so far: times past the year 9999 cannot be written. */
  advance(seconds: number): boolean {
    const ahead = this.#ahead + seconds * 1000
    if (ahead > farthest) return false
    this.#ahead = ahead
    return true
  }

  trouble(operationId: OperationId, trouble: Trouble): void {
    this.#troubles.set(operationId, trouble)
  }

  /** Takes one call of an operation's trouble, if there is some. */
  take(operationId: OperationId): Trouble | undefined {
    const trouble = this.#troubles.get(operationId)
    if (!trouble) return undefined
    if (trouble.calls > 1) this.#troubles.set(operationId, { ...trouble, calls: trouble.calls - 1 })
    else this.#troubles.delete(operationId)
    return trouble
  }

  reset(): void {
    this.#ahead = 0
    this.#troubles.clear()
  }

  /** What is in store, for people to see. */
  get state(): { ahead: number; troubles: Record<string, Trouble> } {
    return { ahead: this.#ahead / 1000, troubles: Object.fromEntries(this.#troubles) }
  }
}
