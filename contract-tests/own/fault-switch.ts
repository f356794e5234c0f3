import type { Operations } from '../../generated/operations.ts'
import { inPlaceOf } from '../../mock/browser/in-place-of.ts'
import type { Call } from '../../server/http/api/env.ts'

/** Makes operations fail where nobody expects it, to see what becomes of it. */
export class FaultSwitch {
  readonly #failing = new Set<string>()

  /** The next call of an operation throws. */
  failNext(operationId: string): void {
    this.#failing.add(operationId)
  }

  /** The same operations, with the switch in front of each. */
  around(operations: Operations<Call>): Operations<Call> {
    return inPlaceOf(operations, (operationId, _input, _call, itself) => {
      if (this.#failing.delete(operationId)) throw new Error('The fault switch was thrown')
      return itself()
    })
  }
}
