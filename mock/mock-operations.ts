import type { Operations } from '../generated/operations.ts'
import type { Call } from '../server/http/env.ts'
import { type Interceptor, interceptOperations } from './browser/intercept-operations.ts'
import { currentContext } from './request-context.ts'

/** Wraps operations: records each call in the request context, then calls the interceptor. */
export const mockOperations = (
  operations: Operations<Call>,
  intercept: Interceptor,
): Operations<Call> =>
  interceptOperations(operations, (operationId, input, call, next) => {
    const context = currentContext.getStore()
    if (context) context.reached = operationId
    return intercept(operationId, input, call, next)
  })
