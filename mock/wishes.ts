import { AsyncLocalStorage } from 'node:async_hooks'
import type { OperationId } from '../generated/operations.ts'
import type { EngineAnswer } from './browser/possible.ts'
import type { Wish } from './wish.ts'

/** A request on its way through the edge, with what is known of it outside and not within. */
export type Errand = {
  wish: Wish
  /** The operation that it came to, once the edge let it through and its input validated. */
  reached?: OperationId
  /** Its body, if it has one. */
  body?: unknown
  /** What is to go out in the place of the operation's answer: what no operation may answer itself. */
  replacement?: EngineAnswer
}

/** The errands of requests that were answered, for those who look at them afterwards. */
export const errandOf = new WeakMap<Request, Errand>()

/** The errand of the request that is being answered. */
export const errands = new AsyncLocalStorage<Errand>()
