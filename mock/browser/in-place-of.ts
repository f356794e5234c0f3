import { endpoints, type OperationId, type Operations } from '../../generated/operations.ts'
import type { Call } from '../../server/http/api/env.ts'

/** How an operation is answered instead. */
export type Instead = (
  operationId: OperationId,
  input: unknown,
  call: Call,
  /** Answers as the operation itself would. */
  itself: () => unknown,
) => unknown

const isOperationId = (name: string | symbol): name is OperationId =>
  typeof name === 'string' && Object.hasOwn(endpoints, name)

/** Stands in front of operations: each call is answered by something else if that wants to. */
export const inPlaceOf = (operations: Operations<Call>, instead: Instead): Operations<Call> =>
  new Proxy(operations, {
    get: (target, name): unknown => {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function' || !isOperationId(name)) return method
      return (input: unknown, call: Call): unknown =>
        instead(name, input, call, () => Reflect.apply(method, target, [input, call]))
    },
  })
