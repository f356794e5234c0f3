import { secretDigest } from '../../domain/portal.ts'
import { redemptionOfInvite } from '../../store/redemption/held-invites.ts'
import { seeOther } from '../kit/html-response.ts'
import { doneView } from './done-view.ts'
import type { InviteVisit } from './invite-visit.ts'
import { redemptionPage } from './redemption-page.ts'
import type { RedemptionSite } from './redemption-site.ts'
import { findChoice, readShop } from './shop.ts'

/** Returns the order of an invite as this browser may see it. */
const readDoneOrder = async (site: RedemptionSite, { invite, secret }: InviteVisit) => {
  const [redemption, shop] = await Promise.all([
    redemptionOfInvite(site.store, invite.account, invite.id),
    readShop(site.store, invite, site.cdnUrl),
  ])
  if (!redemption) return undefined
  const { order, session } = redemption
  const lines = order.products.map(({ sku, quantity }) => ({
    sku,
    quantity,
    choice: findChoice(shop, sku),
    problem: undefined,
  }))
  return { order, lines, isOwn: session === secretDigest(secret) }
}

/** Shows the order of a used invite. */
export const showUsedInvite = async (
  site: RedemptionSite,
  visit: InviteVisit,
  isJustDone: boolean,
): Promise<Response> => {
  const done = await readDoneOrder(site, visit)
  return redemptionPage(site, 200, doneView(site, visit, done, isJustDone), visit.headers)
}

/** Shows the page after an order. Redirects to the products if there is no order. */
export const showDonePage = (
  site: RedemptionSite,
  visit: InviteVisit,
): Response | Promise<Response> =>
  visit.invite.status === 'USED'
    ? showUsedInvite(site, visit, true)
    : seeOther(visit.paths.products, visit.headers)
