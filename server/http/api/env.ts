import type { HttpBindings } from '@hono/node-server'
import type { AccountId } from '../../domain/ids.ts'

/** What Hono carries for a request: Node's own request and response, where there are any. */
export type Env = { Bindings: Partial<HttpBindings> }

/** What an operation knows of a request besides its input. */
export type Call = { readonly account: AccountId }
