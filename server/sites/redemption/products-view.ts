import { html } from 'hono/html'
import type { Markup } from '../kit/markup.ts'
import { cartView } from './cart-view.ts'
import type { InviteVisit } from './invite-visit.ts'
import { itemCountText } from './lines-view.ts'
import { notice } from './notice.ts'
import { productCard } from './product-card.ts'
import type { RedemptionView } from './redemption-page.ts'
import type { RedemptionSite } from './redemption-site.ts'
import type { Shop } from './shop.ts'
import { closingTime, endText } from './texts/date-text.ts'

const closing = ({ invite: { expiresAt, campaign }, now }: InviteVisit): Markup | undefined => {
  const end = closingTime(expiresAt, campaign.expiration)
  if (end === undefined) return undefined
  return html`Open until <time datetime="${new Date(end).toISOString()}">${endText(end, now)}</time>. `
}

const greeting = (visit: InviteVisit): Markup => {
  const { campaign, firstName, sender } = visit.invite
  return html`<div class="greeting">
<h1>${campaign.name}</h1>
<p class="lead">${firstName === '' ? 'Pick' : `Hi ${firstName}, pick`} your gifts and tell us where to send them.</p>
<p class="muted">A gift from ${sender.name}: you pay nothing. ${closing(visit)}This invite is for one order.</p>
</div>`
}

/** Returns the products of the invite's campaign, and the cart. */
export const productsView = (
  site: RedemptionSite,
  visit: InviteVisit,
  shop: Shop,
  rejection?: string,
): RedemptionView => {
  const { invite } = visit
  const { products, lines } = shop
  return {
    title: invite.campaign.name,
    sender: invite.sender,
    step: 'Choose',
    main: html`${greeting(visit)}
${notice(rejection)}
<p class="visually-hidden" role="status" id="cart-status"></p>
<div class="shop">
<section aria-labelledby="products-title">
<h2 class="visually-hidden" id="products-title">Products</h2>
${
  products.length === 0
    ? html`<p class="card">This campaign has no gifts yet. Try again later.</p>`
    : html`<ul class="products">${products.map((product) => productCard(site, visit, product, shop))}</ul>`
}
<div id="cart-bar" data-live>${lines.length > 0 && html`<a class="button cart-bar" href="#cart">Your cart: ${itemCountText(lines)}</a>`}</div>
</section>
${cartView(site, visit, shop)}
</div>`,
  }
}
