import { endpoints, type OperationId, type Operations } from '../../generated/operations.ts'
import type { Call } from '../../server/http/env.ts'

/** Handles a call in place of the operation. */
export type Interceptor = (
  operationId: OperationId,
  input: unknown,
  call: Call,
  /** Calls the operation. */
  next: () => unknown,
) => unknown

const isOperationId = (name: string | symbol): name is OperationId =>
  typeof name === 'string' && Object.hasOwn(endpoints, name)

/** Wraps operations: every call goes through the interceptor. */
export const interceptOperations = (
  operations: Operations<Call>,
  intercept: Interceptor,
): Operations<Call> =>
  new Proxy(operations, {
    get: (target, name): unknown => {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function' || !isOperationId(name)) return method
      return (input: unknown, call: Call): unknown =>
        intercept(name, input, call, () => Reflect.apply(method, target, [input, call]))
    },
  })
