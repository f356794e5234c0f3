import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Env } from '../../http/call.ts'
import type { Site } from './site.ts'

/**
 * Starts a session. With `SameSite=Strict`, a link in an email would open the site without its session.
 * Forms of other sites get no cookie either way.
 * @param maxAge how long the browser keeps it, in seconds. Default: until it is closed.
 */
export const startSession = (
  site: Site,
  context: Context<Env>,
  secret: string,
  maxAge?: number,
): void => {
  const prefix = cookiePrefix(site)
  const options = { httpOnly: true, sameSite: 'Lax', ...(maxAge && { maxAge }) } as const
  setCookie(context, site.name, secret, prefix ? { ...options, prefix } : options)
}

/** Returns the secret of the browser's session; empty if it has none. */
export const sessionSecret = (site: Site, context: Context<Env>): string =>
  getCookie(context, site.name, cookiePrefix(site)) || ''

/**
 * Over HTTPS the `__Host-` prefix prevents other hosts of the domain from setting the cookie
 * (RFC 6265bis §4.1.3.2). Plain HTTP is for development.
 */
function cookiePrefix({ origin }: Site): 'host' | undefined {
  return origin.startsWith('https:') ? 'host' : undefined
}
