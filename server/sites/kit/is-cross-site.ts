import type { Context } from 'hono'
import type { Env } from '../../http/api/env.ts'
import { header } from '../../http/api/header.ts'

/**
 * Returns whether a request comes from another site. `Sec-Fetch-Site` (W3C Fetch Metadata) does not
 * depend on the host name that the browser uses. Older browsers send only `Origin` (RFC 6454 §7).
 * Clients that send neither are not browsers, so they are accepted.
 * @param origin the origin of the pages.
 */
export const isCrossSite = (context: Context<Env>, origin: string): boolean => {
  const site = header(context, 'sec-fetch-site')
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const sent = header(context, 'origin')
  return sent !== undefined && sent !== origin
}
