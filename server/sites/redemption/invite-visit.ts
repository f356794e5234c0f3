import type { Context } from 'hono'
import type { Env } from '../../http/api/env.ts'
import type { HeaderMap } from '../../http/api/respond.ts'
import { findHeldInvite, type HeldInvite } from '../../store/redemption/held-invites.ts'
import { formToken } from '../kit/form-token.ts'
import { type InvitePaths, invitePaths } from './invite-paths.ts'
import { redemptionErrorPage } from './redemption-error-page.ts'
import type { RedemptionSite } from './redemption-site.ts'

/** A request for a page of an invite. */
export type InviteVisit = {
  context: Context<Env>
  invite: HeldInvite
  paths: InvitePaths
  now: number
  /** The session's secret. */
  secret: string
  /** The token of the invite's forms. */
  token: string
  /** Headers for every response. */
  headers: HeaderMap
}

type VisitHandler = (site: RedemptionSite, visit: InviteVisit) => Response | Promise<Response>

const slugPattern = /^\/i\/([A-Za-z0-9_-]{1,64})(?:\/|$)/

/** Wraps a handler that needs the invite in the path. An error is reported and shown as a 500 page. */
export const withInvite =
  (site: RedemptionSite, handle: VisitHandler) =>
  async (context: Context<Env>): Promise<Response> => {
    try {
      const [, slug = ''] = slugPattern.exec(context.req.path) ?? []
      const invite = slug === '' ? undefined : await findHeldInvite(site.store, slug)
      if (!invite) return await redemptionErrorPage(site, 'unknown')
      const { secret, setCookie } = site.sessionOf(context)
      return await handle(site, {
        context,
        invite,
        paths: invitePaths(site.base, slug),
        now: site.clock(),
        secret,
        token: formToken(secret, slug),
        headers: { ...site.headers, ...(setCookie && { 'Set-Cookie': setCookie }) },
      })
    } catch (error) {
      site.onFault(context, error)
      return redemptionErrorPage(site, 'failed')
    }
  }
