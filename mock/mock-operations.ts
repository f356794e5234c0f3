import { endpoints, type OperationId, type Operations } from '../generated/operations.ts'
import type { Call } from '../server/http/env.ts'
import { errands } from './wishes.ts'

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

const bodyOf = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && 'body' in input ? input.body : undefined

/** Stands in front of operations: each call is noted, and answered by something else if that wants to. */
export const standIn = (operations: Operations<Call>, instead: Instead): Operations<Call> =>
  new Proxy(operations, {
    get: (target, name): unknown => {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function' || !isOperationId(name)) return method
      return (input: unknown, call: Call): unknown => {
        const errand = errands.getStore()
        if (errand) {
          errand.reached = name
          errand.body = bodyOf(input)
        }
        return instead(name, input, call, () => Reflect.apply(method, target, [input, call]))
      }
    },
  })
