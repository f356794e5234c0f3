import { orderOfInvite } from '../../store/held-invites.ts'
import { seeOther } from '../kit/document.ts'
import { doneView } from './done-view.ts'
import { show } from './layout.ts'
import { choiceOf, readShop } from './shop.ts'
import type { Site } from './site.ts'
import type { Visit } from './visit.ts'

/** Shows what an invite became. */
export const showUsed = async (
  site: Site,
  visit: Visit,
  isJustDone: boolean,
): Promise<Response> => {
  const { invite, headers } = visit
  const order = await orderOfInvite(site.store, invite.account, invite.id)
  const shop = await readShop(site.store, invite, site.cdnUrl)
  const lines = (order?.products ?? []).map(({ sku, quantity }) => ({
    sku,
    quantity,
    choice: choiceOf(shop, sku),
    trouble: undefined,
  }))
  return show(site, 200, doneView(site, visit, order, lines, isJustDone), headers)
}

/** Where an order leads; who has not ordered is led back to where one can. */
export const openDone = (site: Site, visit: Visit): Response | Promise<Response> =>
  visit.invite.status === 'USED'
    ? showUsed(site, visit, true)
    : seeOther(visit.paths.products, visit.headers)
