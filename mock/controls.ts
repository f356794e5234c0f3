import type { OperationId } from '../generated/operations.ts'

/** A simulated failure of the next calls of an operation. */
export type Failure = {
  /** The delay of each response, in milliseconds. */
  latencyMilliseconds: number
  /** Whether each call throws, so that the response is a 500. */
  fails: boolean
  /** The number of calls left. */
  calls: number
}

/** The maximum advance of the clock: a thousand years, in milliseconds. */
const maxAhead = 1000 * 366 * 86_400_000

/** The mock's clock and the simulated failures. */
export class Controls {
  #ahead = 0
  readonly #failures = new Map<OperationId, Failure>()

  /** The mock's time: the system time plus the advance. */
  readonly clock = (): number => Date.now() + this.#ahead

  /** @returns false if the clock would pass the maximum. Timestamps end with the year 9999. */
  advance(seconds: number): boolean {
    const ahead = this.#ahead + seconds * 1000
    if (ahead > maxAhead) return false
    this.#ahead = ahead
    return true
  }

  setFailure(operationId: OperationId, failure: Failure): void {
    this.#failures.set(operationId, failure)
  }

  /** Returns the failure for the next call of an operation, if any, and counts the call. */
  takeFailure(operationId: OperationId): Failure | undefined {
    const failure = this.#failures.get(operationId)
    if (!failure) return undefined
    if (failure.calls > 1) this.#failures.set(operationId, { ...failure, calls: failure.calls - 1 })
    else this.#failures.delete(operationId)
    return failure
  }

  reset(): void {
    this.#ahead = 0
    this.#failures.clear()
  }

  /** The advance of the clock in seconds, and the failures by operation. */
  get state(): { ahead: number; failures: Record<string, Failure> } {
    return { ahead: this.#ahead / 1000, failures: Object.fromEntries(this.#failures) }
  }
}
