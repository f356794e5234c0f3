import { AsyncLocalStorage } from 'node:async_hooks'
import type { OperationId } from '../generated/operations.ts'
import type { MockReply } from './browser/preferred-status.ts'
import type { Preference } from './preference.ts'

/** The state of a request that the server's HTTP layer does not carry. */
export type RequestContext = {
  preference: Preference
  /** The operation that handled the request, if the HTTP layer did not reject it. */
  reached?: OperationId
  /** The response to send instead, when the operation's type does not allow it. */
  replacement?: MockReply
}

/** The context of the current request. */
export const currentContext = new AsyncLocalStorage<RequestContext>()
