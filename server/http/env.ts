import type { HttpBindings } from '@hono/node-server'
import type { AccountId } from '../domain/ids.ts'

/** Hono's environment of a request: Node's request and response, if it came through a socket. */
export type Env = { Bindings: Partial<HttpBindings> }

/** The context that an operation gets besides its input. */
export type Call = { readonly account: AccountId }
