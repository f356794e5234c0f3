import { viewInvite } from '../../actions/view-invite.ts'
import { refusesRedemption } from '../../domain/invite.ts'
import { header } from '../../http/api/header.ts'
import { showUsedInvite } from './done-page.ts'
import type { InviteVisit } from './invite-visit.ts'
import { productsView } from './products-view.ts'
import { redemptionPage } from './redemption-page.ts'
import type { RedemptionSite } from './redemption-site.ts'
import { refusalResponse } from './refusal-response.ts'
import { readShop } from './shop.ts'

/** Shows the products and the cart, the order of a used invite, or why the invite cannot be redeemed. */
export const showProductsPage = async (
  site: RedemptionSite,
  visit: InviteVisit,
): Promise<Response> => {
  const { invite, now, headers } = visit
  if (invite.status === 'USED') return showUsedInvite(site, visit, false)
  const refusal = refusesRedemption(invite, invite.campaign, now)
  if (refusal) return refusalResponse(site, visit, refusal)
  const shop = await readShop(site.store, invite, site.cdnUrl)
  return redemptionPage(site, 200, productsView(site, visit, shop), headers)
}

/** Returns whether a person sees the response. Excludes HEAD requests and prefetches. */
const isShownToPerson = ({ context }: InviteVisit): boolean =>
  context.req.method === 'GET' && !header(context, 'sec-purpose')?.startsWith('prefetch')

/** Shows the page at the invite's link. Emits `invite.viewed` if it can be redeemed (specification §6). */
export const showLandingPage = async (
  site: RedemptionSite,
  visit: InviteVisit,
): Promise<Response> => {
  const { invite, now } = visit
  const response = await showProductsPage(site, visit)
  if (isShownToPerson(visit) && !refusesRedemption(invite, invite.campaign, now))
    viewInvite(site.actions, invite, 'landing')
  return response
}
