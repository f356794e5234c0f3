import type { InviteRefusal } from '../../domain/invite.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { seeOther } from '../kit/document.ts'
import { problemPage } from './problem.ts'
import type { Site } from './site.ts'
import type { Visit } from './visit.ts'

/** What a recipient sees of an invite that cannot be redeemed: what became of it, or why nothing can. */
export const answerRefused = (
  site: Site,
  { invite, paths, headers }: Visit,
  { refused }: InviteRefusal | Refusal,
): Response | Promise<Response> => {
  switch (refused) {
    case 'invite-used':
      return seeOther(paths.done, headers)
    case 'invite-not-found':
      return problemPage(site, 'unknown', headers)
    case 'invite-expired':
    case 'campaign-expired':
      return problemPage(site, 'expired', headers)
    default:
      return problemPage(site, invite.campaign.status === 'Expired' ? 'expired' : 'closed', headers)
  }
}
