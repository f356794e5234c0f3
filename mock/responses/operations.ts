import { z } from 'zod'
import {
  endpoints,
  type OperationId,
  type Operations,
  operationIds,
} from '../../generated/operations.ts'
import { canonicalWebhookUrl } from '../../server/domain/webhook-url.ts'
import type { Call } from '../../server/http/call.ts'
import { reject } from '../../server/http/respond.ts'

export type Interceptor = (
  operationId: OperationId,
  input: unknown,
  call: Call,
  /** Calls the operation. Returns undefined if it is not implemented. */
  next: () => unknown,
) => unknown

export const isOperationId = (name: string | symbol): name is OperationId =>
  typeof name === 'string' && Object.hasOwn(endpoints, name)

/** The operations whose path accepts every method. */
const anyMethod = operationIds.filter((id) => 'otherMethods' in endpoints[id])

/** Returns the operation that users choose for another: `checkAuth` for all methods of `/v1/auth`. */
export const operationGroup = (id: OperationId): OperationId =>
  anyMethod.find((each) => endpoints[each].path === endpoints[id].path) ?? id

/** The operations that users choose from. */
export const operationGroups = operationIds.filter((id) => operationGroup(id) === id)

/** Wraps operations: every call goes through the interceptor. */
export const interceptOperations = (
  operations: Operations<Call>,
  intercept: Interceptor,
): Operations<Call> =>
  new Proxy(operations, {
    get: (target, name): unknown => {
      const method: unknown = Reflect.get(target, name)
      if (!isOperationId(name)) return method
      // A document that has changed may have operations that the target has not.
      const next = (...args: unknown[]) =>
        typeof method === 'function' ? Reflect.apply(method, target, args) : undefined
      return (input: unknown, call: Call): unknown =>
        intercept(name, input, call, () => next(input, call))
    },
  })

const WithUrl = z.object({ body: z.object({ url: z.string() }) })

/**
 * Returns the 400 for a webhook URL that the service does not deliver to (specification §4), or
 * undefined. The document cannot express this rule, so validation does not apply it.
 */
export const rejectWebhookUrl = (operationId: OperationId, input: unknown) => {
  if (operationId !== 'createWebhook' && operationId !== 'updateWebhook') return undefined
  const { data } = WithUrl.safeParse(input)
  if (!data || canonicalWebhookUrl(data.body.url) !== undefined) return undefined
  return reject({ rejected: 'webhook-url' })
}
