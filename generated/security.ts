// Generated from the OpenAPI document. Do not edit.

import type { Context, Env } from 'hono'
import { getCookie } from 'hono/cookie'
import { auth } from 'hono/utils/basic-auth'
import type { BadRequest } from './bad-request.ts'
import { own } from './check.ts'

/** Where a security scheme has its credentials. */
export type Scheme = {
  /** Returns the credentials in a request; null if there are none. */
  credentials: (context: Context) => string | BasicCredentials | undefined | null
  /** The name of its challenge in a 401 (RFC 9110 §11.6.1). API keys have none. */
  challenge?: string
}

/**
 * The alternatives of an operation: the scopes of each scheme. All schemes of one alternative apply.
 * Without `exactOptionalPropertyTypes`, the compiler adds the others as undefined.
 */
export type Alternatives = readonly Readonly<Record<string, readonly string[] | undefined>>[]

export type BasicCredentials = { username: string; password: string }

/**
 * Returned by a security handler for credentials that are valid, but do not allow the operation. The
 * request is rejected with 403 (RFC 9110 §15.5.4).
 * @example
 * token: (token, scopes) => scopes.includes('write') ? new Forbidden('needs the scope write') : find(token)
 */
export class Forbidden {
  /** Why, for the client. */
  readonly reason: string | undefined
  constructor(reason?: string) {
    this.reason = reason
  }
}

/** What a security handler returns: the principal, such as the user; undefined if there is none. */
type Verdict<Principal> = Principal | Forbidden | undefined

/**
 * Checks credentials. Called for requests that have some.
 * @param scopes those that the operation needs.
 * @returns the principal; undefined if the credentials are not valid; `Forbidden` if they are not enough.
 */
export type SecurityHandler<Credentials, Principal, E extends Env = Env> = (
  credentials: Credentials,
  scopes: readonly string[],
  context: Context<E>,
) => Verdict<Principal> | Promise<Verdict<Principal>>

export type SecurityHandlers<Principal, E extends Env> = Readonly<
  Record<string, AnyHandler<Principal, E>>
>

/** The principal of a request, or why it is rejected. */
type Authenticated<Principal> =
  | { principal: Principal | undefined; rejection?: undefined }
  | { rejection: BadRequest; challenge?: string | undefined }

/** Returns a function that checks the credentials of requests to an operation with these alternatives. */
export type Authenticator = <Principal, E extends Env>(
  alternatives: Alternatives,
  handlers: SecurityHandlers<Principal, E>,
) => (context: Context<E>) => Promise<Authenticated<Principal>>

/**
 * Returns a function that finds the principal of a request by the first alternative whose schemes all
 * accept it. The principal is that of the alternative's first scheme. An alternative without schemes accepts
 * every request. If none does, the request is rejected with 403 if one forbids it, else with 401.
 */
export const authenticator =
  (schemes: Readonly<Record<string, Scheme>>): Authenticator =>
  (alternatives, handlers) => {
    // Credentials that a request has count, even if it could do without.
    const ordered = [...alternatives].sort(
      (a, b) => Number(Object.keys(a).length === 0) - Number(Object.keys(b).length === 0),
    )
    const challenge = challenges(alternatives, schemes)
    return async (context) => {
      let forbidden: Forbidden | undefined
      for (const alternative of ordered) {
        const principals = []
        const names = Object.keys(alternative)
        for (const name of names) {
          const credentials = own(schemes, name)?.credentials(context)
          if (credentials === null) break
          const principal = await handlers[name]?.(credentials, alternative[name] ?? [], context)
          if (principal instanceof Forbidden) forbidden ??= principal
          if (principal === undefined || principal instanceof Forbidden) break
          principals.push(principal)
        }
        if (principals.length === names.length) return { principal: principals[0] }
      }
      if (!forbidden) return { rejection: { status: 401, failures: [] }, challenge }
      const { reason } = forbidden
      const failures =
        reason === undefined ? [] : [{ in: 'security' as const, field: 'security', reason }]
      return { rejection: { status: 403, failures } }
    }
  }

export const headerKey = (name: string): Scheme => ({
  credentials: ({ req }) => req.header(name) ?? null,
})

export const queryKey = (name: string): Scheme => ({
  credentials: ({ req }) => req.query(name) ?? null,
})

export const cookieKey = (name: string): Scheme => ({
  credentials: (context) => getCookie(context, name) ?? null,
})

export const basic: Scheme = {
  credentials: ({ req }) => auth(req.raw) ?? null,
  challenge: 'Basic',
}

/** A scheme of HTTP whose credentials are one text, such as `Bearer`. */
export const http = (challenge: string): Scheme => ({
  credentials: ({ req }) => {
    const [, given, rest] = /^([^ ]+) +(.*)$/.exec(req.header('Authorization') ?? '') ?? []
    return (given?.toLowerCase() === challenge.toLowerCase() && rest) || null
  },
  challenge,
})

function challenges(
  alternatives: Alternatives,
  schemes: Readonly<Record<string, Scheme>>,
): string | undefined {
  const names = new Set(alternatives.flatMap((each) => Object.keys(each)))
  const found = [...names].flatMap((name) => {
    const { challenge } = own(schemes, name) ?? {}
    if (!challenge) return []
    // RFC 7617 §2 requires a realm. The name of the scheme is one for each set of credentials.
    const realm = `realm="${name.replaceAll(/[^\w.-]/g, '_')}", charset="UTF-8"`
    return challenge === 'Basic' ? [`Basic ${realm}`] : [challenge]
  })
  return found.length === 0 ? undefined : [...new Set(found)].join(', ')
}

/** A handler of any scheme. Its credentials are those of its scheme. */
type AnyHandler<Principal, E extends Env> = {
  handle(
    credentials: string | BasicCredentials | undefined,
    scopes: readonly string[],
    context: Context<E>,
  ): Verdict<Principal> | Promise<Verdict<Principal>>
}['handle']
