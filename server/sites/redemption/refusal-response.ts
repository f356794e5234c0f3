import type { InviteRefusal } from '../../domain/invite.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { seeOther } from '../kit/html-response.ts'
import type { InviteVisit } from './invite-visit.ts'
import {
  expiredError,
  inviteErrorPage,
  pausedError,
  redemptionErrorPage,
} from './redemption-error-page.ts'
import type { RedemptionSite } from './redemption-site.ts'

/** Returns the response for an invite that cannot be redeemed. */
export const refusalResponse = (
  site: RedemptionSite,
  { invite, paths, now, headers }: InviteVisit,
  { refused }: InviteRefusal | Refusal,
): Response | Promise<Response> => {
  switch (refused) {
    case 'invite-used':
      return seeOther(paths.done, headers)
    case 'invite-not-found':
      return redemptionErrorPage(site, 'unknown', headers)
    case 'invite-expired':
    case 'campaign-expired':
      return inviteErrorPage(site, expiredError(invite, now), invite, headers)
    default:
      return inviteErrorPage(
        site,
        invite.campaign.status === 'Expired' ? expiredError(invite, now) : pausedError(invite),
        invite,
        headers,
      )
  }
}
