import type { Context } from 'hono'
import type { Env } from '../../http/api/env.ts'
import { header } from '../../http/api/header.ts'

/**
 * Whether a browser says that a request comes from another site. `Sec-Fetch-Site` (W3C Fetch
 * Metadata) is the browser's own judgement, so it holds whatever name the service is reached by; where it is not
 * sent, `Origin` (RFC 6454 §7) is. What sends neither is no browser that could be led astray.
 * @param origin of the pages.
 */
export const isCrossSite = (context: Context<Env>, origin: string): boolean => {
  const site = header(context, 'sec-fetch-site')
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const sent = header(context, 'origin')
  return sent !== undefined && sent !== origin
}
