import type { Operations } from '../generated/operations.ts'
import type { Call } from '../server/http/api/env.ts'
import { type Interceptor, interceptOperations } from './browser/intercept-operations.ts'
import { currentContext } from './request-context.ts'

const bodyOf = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && 'body' in input ? input.body : undefined

/** Wraps operations: records each call in the request context, then calls the interceptor. */
export const mockOperations = (
  operations: Operations<Call>,
  intercept: Interceptor,
): Operations<Call> =>
  interceptOperations(operations, (operationId, input, call, next) => {
    const context = currentContext.getStore()
    if (context) {
      context.reached = operationId
      context.body = bodyOf(input)
    }
    return intercept(operationId, input, call, next)
  })
