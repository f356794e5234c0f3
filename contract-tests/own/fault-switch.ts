import type { Operations } from '../../generated/operations.ts'
import { interceptOperations } from '../../mock/browser/intercept-operations.ts'
import type { Call } from '../../server/http/api/env.ts'

/** Makes operations throw unexpected errors. */
export class FaultSwitch {
  readonly #failing = new Set<string>()

  /** Makes the next call of an operation throw. */
  failNext(operationId: string): void {
    this.#failing.add(operationId)
  }

  /** Wraps operations with the switch. */
  around(operations: Operations<Call>): Operations<Call> {
    return interceptOperations(operations, (operationId, _input, _call, itself) => {
      if (this.#failing.delete(operationId)) throw new Error('simulated failure')
      return itself()
    })
  }
}
