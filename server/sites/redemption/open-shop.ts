import { viewInvite } from '../../actions/view-invite.ts'
import { refusesRedemption } from '../../domain/invite.ts'
import { header } from '../../http/api/header.ts'
import { showUsed } from './done.ts'
import { show } from './layout.ts'
import { productsView } from './products-view.ts'
import { answerRefused } from './refused.ts'
import { readShop } from './shop.ts'
import type { Site } from './site.ts'
import type { Visit } from './visit.ts'

/** The products and the cart, what was ordered if that is over, or why they are not to be had. */
export const openProducts = async (site: Site, visit: Visit): Promise<Response> => {
  const { invite, now, headers } = visit
  if (invite.status === 'USED') return showUsed(site, visit, false)
  const refusal = refusesRedemption(invite, invite.campaign, now)
  if (refusal) return answerRefused(site, visit, refusal)
  const shop = await readShop(site.store, invite, site.cdnUrl)
  return show(site, 200, productsView(site, visit, shop), headers)
}

/** Whether a person sees what is asked for: not who asks for its headers alone, or in advance. */
const isSeen = ({ context }: Visit): boolean =>
  context.req.method === 'GET' && !header(context, 'sec-purpose')?.startsWith('prefetch')

/** The same, where an invite's link leads: landing there is an event while it can be redeemed (specification §6). */
export const openLanding = async (site: Site, visit: Visit): Promise<Response> => {
  const { invite, now } = visit
  const response = await openProducts(site, visit)
  if (isSeen(visit) && !refusesRedemption(invite, invite.campaign, now))
    viewInvite(site.actions, invite, 'landing')
  return response
}
