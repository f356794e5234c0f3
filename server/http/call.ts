import type { HttpBindings } from '@hono/node-server'
import type { AccountId, KeyId } from '../domain/ids.ts'
import type { Actor } from '../domain/order.ts'

/** The context that an operation gets besides its input. */
export type Call = {
  readonly account: AccountId
  readonly key: KeyId
  /** The author of what the request changes, with its id. */
  readonly actor: Actor
}

/** Hono's environment of a request: Node's request and response, if it came through a socket. */
export type Env = { Bindings: Partial<HttpBindings> }
