import type { Context, Env } from 'hono'
import { getCookie } from 'hono/cookie'
import { auth } from 'hono/utils/basic-auth'

export type Scheme = { type: string; scheme?: string; name?: string; in?: string }

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

/**
 * Returns a function that finds the principal of a request by the first alternative whose schemes all
 * accept it. The principal is that of the alternative's first scheme. An alternative without schemes accepts
 * every request. If none does, the function returns why one is forbidden, or undefined.
 */
export const authenticator = <Principal, E extends Env>(
  alternatives: Alternatives,
  schemes: Readonly<Record<string, Scheme>>,
  handlers: SecurityHandlers<Principal, E>,
) => {
  // Credentials that a request has count, even if it could do without.
  const ordered = [...alternatives].sort(
    (a, b) => Number(Object.keys(a).length === 0) - Number(Object.keys(b).length === 0),
  )
  return async (
    context: Context<E>,
  ): Promise<{ principal: Principal | undefined } | Forbidden | undefined> => {
    let forbidden: Forbidden | undefined
    for (const alternative of ordered) {
      const principals: Principal[] = []
      const names = Object.keys(alternative)
      for (const name of names) {
        const credentials = credentialsOf(context, schemes[name])
        if (credentials === null) break
        const principal = await handlers[name]?.(credentials, alternative[name] ?? [], context)
        if (principal instanceof Forbidden) forbidden ??= principal
        if (principal === undefined || principal instanceof Forbidden) break
        principals.push(principal)
      }
      if (principals.length === names.length) return { principal: principals[0] }
    }
    return forbidden
  }
}

/** Returns the credentials of a scheme in a request; null if there are none. */
function credentialsOf(context: Context, scheme: Scheme | undefined) {
  // A client certificate, or a scheme that is not declared: the handler knows where to look.
  if (!scheme || scheme.type === 'mutualTLS') return undefined
  if (scheme.type === 'apiKey') return apiKey(context, scheme) ?? null
  const name = httpScheme(scheme)
  if (name === 'basic') return auth(context.req.raw) ?? null
  const [, given, rest] = /^([^ ]+) +(.*)$/.exec(context.req.header('Authorization') ?? '') ?? []
  return (given?.toLowerCase() === name && rest) || null
}

function apiKey(context: Context, { in: place, name = '' }: Scheme): string | undefined {
  if (place === 'header') return context.req.header(name)
  return place === 'query' ? context.req.query(name) : getCookie(context, name)
}

function httpScheme({ type, scheme = '' }: Scheme): string | undefined {
  return type === 'http' ? scheme.toLowerCase() : /^o/.test(type) ? 'bearer' : undefined
}

/** Returns the challenges of a 401 (RFC 9110 §11.6.1). API keys have none. */
export const challenges = (
  alternatives: Alternatives,
  schemes: Readonly<Record<string, Scheme>>,
): string | undefined => {
  const names = new Set(alternatives.flatMap((each) => Object.keys(each)))
  const found = [...names].flatMap((name) => {
    const scheme = httpScheme(schemes[name] ?? { type: '' })
    if (!scheme) return []
    // RFC 7617 §2 requires a realm. The name of the scheme is one for each set of credentials.
    const realm = `realm="${name.replaceAll(/[^\w.-]/g, '_')}", charset="UTF-8"`
    return scheme === 'basic'
      ? [`Basic ${realm}`]
      : [scheme.charAt(0).toUpperCase() + scheme.slice(1)]
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
