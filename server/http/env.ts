import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { headerOf } from '../../generated/bodies.ts'
import type { AccountId } from '../domain/ids.ts'

/** Hono's environment of a request: Node's request and response, if it came through a socket. */
export type Env = { Bindings: Partial<HttpBindings> }

/** The context that an operation gets besides its input. */
export type Call = { readonly account: AccountId }

/** The scheme is case-insensitive (RFC 9110 §11.1). One or more spaces separate it from the key. */
const bearer = /^bearer +([^ ]+)$/i

/** Returns the key in the `Authorization` header, valid or not. */
export const bearerKey = (context: Context<Env>): string | undefined => {
  const authorization = headerOf(context, 'authorization')
  return authorization === undefined ? undefined : bearer.exec(authorization)?.[1]
}
