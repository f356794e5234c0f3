import { html } from 'hono/html'
import { refusesRedemption } from '../../domain/invite.ts'
import { findCart } from '../../store/redemption/carts.ts'
import { seeOther } from '../kit/html-response.ts'
import type { InviteVisit } from './invite-visit.ts'
import { illustration, redemptionPage } from './redemption-page.ts'
import type { RedemptionSite } from './redemption-site.ts'
import { refusalResponse } from './refusal-response.ts'

/** Redirects to the cart, which is a part of the products page. Shows the way to the products if it is empty. */
export const showCartPage = async (site: RedemptionSite, visit: InviteVisit): Promise<Response> => {
  const { invite, paths, now, headers } = visit
  const refusal = refusesRedemption(invite, invite.campaign, now)
  if (refusal) return refusalResponse(site, visit, refusal)
  const cart = await findCart(site.store, invite.account, invite.id)
  if (cart.length > 0) return seeOther(`${paths.products}#cart`, headers)
  const title = 'Your cart is empty'
  const main = html`<div class="alone card">
${illustration(site, 'empty.svg')}
<h1>${title}</h1>
<p>Pick your gifts from ${invite.campaign.name} first.</p>
<p><a class="button" href="${paths.products}">Pick your gifts</a></p>
</div>`
  return redemptionPage(site, 200, { title, sender: invite.sender, step: 'Choose', main }, headers)
}
