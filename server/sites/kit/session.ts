import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { parse } from 'hono/utils/cookie'
import type { Env } from '../../http/api/env.ts'
import { header } from '../../http/api/header.ts'

/** What tells one browser from another: a secret that only its cookie holds. */
export type Session = {
  readonly secret: string
  /** The header that gives the cookie to a browser that had none. */
  readonly setCookie: string | undefined
}

const secretPattern = /^[A-Za-z0-9_-]{43}$/

const cookieName = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name)

const cookieAttributes = (isSecure: boolean): string =>
  `; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`

/**
 * Reads a browser's session, or begins one. Nothing is kept of it here.
 *
 * Over HTTPS the `__Host-` prefix keeps other hosts of the domain from planting a cookie
 * (RFC 6265bis §4.1.3.2); plain HTTP is for development. The cookie is `SameSite=Lax`: a link in an
 * e-mail then finds the session of a page that is open already, whose forms would not be taken any
 * more if `Strict` had it begin another. Forms of other sites get no cookie either way.
 * @param name of the cookie, without prefix.
 */
export const sessionReader = (name: string, isSecure: boolean) => {
  const full = cookieName(name, isSecure)
  return (context: Context<Env>): Session => {
    const given = parse(header(context, 'cookie') ?? '', full)[full] ?? ''
    if (secretPattern.test(given)) return { secret: given, setCookie: undefined }
    const secret = randomBytes(32).toString('base64url')
    return { secret, setCookie: sessionCookie(name, isSecure, secret) }
  }
}

/**
 * The header that gives a browser another session's cookie, in the place of the one that it has.
 * @param name and `isSecure` as they are read.
 */
export const sessionCookie = (name: string, isSecure: boolean, secret: string): string =>
  `${cookieName(name, isSecure)}=${secret}${cookieAttributes(isSecure)}`
