import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { AccountId } from '../domain/ids.ts'

/** Hono's environment of a request: Node's request and response, if it came through a socket. */
export type Env = { Bindings: Partial<HttpBindings> }

/** The context that an operation gets besides its input. */
export type Call = { readonly account: AccountId }

/**
 * Returns a request's header. Node has parsed all headers already; Hono's accessor searches them again
 * for each name.
 * @param name in lower case.
 */
export const header = (context: Context<Env>, name: string): string | undefined => {
  const incoming = context.env?.incoming
  if (!incoming) return context.req.header(name)
  const value = incoming.headers[name]
  // Node joins repeated headers, except `Set-Cookie`, which requests do not have.
  return typeof value === 'string' ? value : undefined
}

/** The scheme is case-insensitive (RFC 9110 §11.1). One or more spaces separate it from the key. */
const bearer = /^bearer +([^ ]+)$/i

/** Returns the key in the `Authorization` header, valid or not. */
export const bearerKey = (context: Context<Env>): string | undefined => {
  const authorization = header(context, 'authorization')
  return authorization === undefined ? undefined : bearer.exec(authorization)?.[1]
}
