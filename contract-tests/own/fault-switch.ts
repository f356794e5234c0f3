import type { Operations } from '../../generated/operations.ts'
import type { Call } from '../../server/http/env.ts'

/** Makes operations fail where nobody expects it, to see what becomes of it. */
export class FaultSwitch {
  readonly #failing = new Set<string | symbol>()

  /** The next call of an operation throws. */
  failNext(operationId: string): void {
    this.#failing.add(operationId)
  }

  /** The same operations, with the switch in front of each. */
  around(operations: Operations<Call>): Operations<Call> {
    return new Proxy(operations, {
      get: (target, id): unknown => {
        const method: unknown = Reflect.get(target, id)
        if (typeof method !== 'function') return method
        return (...input: unknown[]): unknown => {
          if (this.#failing.delete(id)) throw new Error('The fault switch was thrown')
          return Reflect.apply(method, target, input)
        }
      },
    })
  }
}
