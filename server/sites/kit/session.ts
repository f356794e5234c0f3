import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { generateCookie, getCookie } from 'hono/cookie'
import type { Env } from '../../http/env.ts'

/** A browser's session: a secret that only its cookie contains. */
export type Session = {
  readonly secret: string
  /** The `Set-Cookie` header of a new session. */
  readonly setCookie: string | undefined
}

const secretPattern = /^[A-Za-z0-9_-]{43}$/

/**
 * Returns a function that reads a request's session, or starts one. The server stores nothing.
 *
 * Over HTTPS the `__Host-` prefix prevents other hosts of the domain from setting the cookie
 * (RFC 6265bis §4.1.3.2). Plain HTTP is for development.
 * @param name the cookie's name without prefix.
 */
export const sessionReader =
  (name: string, isSecure: boolean) =>
  (context: Context<Env>): Session => {
    const given = getCookie(context, name, isSecure ? 'host' : undefined) ?? ''
    if (secretPattern.test(given)) return { secret: given, setCookie: undefined }
    const secret = randomBytes(32).toString('base64url')
    return { secret, setCookie: sessionCookie(name, isSecure, secret) }
  }

/**
 * Returns the `Set-Cookie` header for a session.
 *
 * The cookie is `SameSite=Lax`, so that a link in an email finds the session of an open page. With
 * `Strict`, the link would start a new session, and the open page's forms would be rejected. Forms
 * of other sites get no cookie either way.
 */
export const sessionCookie = (name: string, isSecure: boolean, secret: string): string =>
  generateCookie(name, secret, {
    httpOnly: true,
    sameSite: 'Lax',
    ...(isSecure && { prefix: 'host' }),
  })
