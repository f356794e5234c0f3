import { orderOfInvite } from '../../store/redemption/held-invites.ts'
import { seeOther } from '../kit/html-response.ts'
import { doneView } from './done-view.ts'
import type { InviteVisit } from './invite-visit.ts'
import { redemptionPage } from './redemption-page.ts'
import type { RedemptionSite } from './redemption-site.ts'
import { findChoice, readShop } from './shop.ts'

/** Shows the order of a used invite. */
export const showUsedInvite = async (
  site: RedemptionSite,
  visit: InviteVisit,
  isJustDone: boolean,
): Promise<Response> => {
  const { invite, headers } = visit
  const order = await orderOfInvite(site.store, invite.account, invite.id)
  const shop = await readShop(site.store, invite, site.cdnUrl)
  const lines = (order?.products ?? []).map(({ sku, quantity }) => ({
    sku,
    quantity,
    choice: findChoice(shop, sku),
    problem: undefined,
  }))
  return redemptionPage(site, 200, doneView(site, visit, order, lines, isJustDone), headers)
}

/** Shows the page after an order. Redirects to the products if there is no order. */
export const showDonePage = (
  site: RedemptionSite,
  visit: InviteVisit,
): Response | Promise<Response> =>
  visit.invite.status === 'USED'
    ? showUsedInvite(site, visit, true)
    : seeOther(visit.paths.products, visit.headers)
