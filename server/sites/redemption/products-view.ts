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
import { endText } from './texts/date-text.ts'

/** Returns when the invite or its campaign expires, whichever is first. */
const closingTime = ({ invite: { expiresAt, campaign }, now }: InviteVisit): Markup | undefined => {
  const ends = [expiresAt, campaign.expiration].map(Date.parse).filter(Number.isFinite)
  if (ends.length === 0) return undefined
  const end = Math.min(...ends)
  return html`Open until <time datetime="${new Date(end).toISOString()}">${endText(end, now)}</time>. `
}

const greeting = (visit: InviteVisit): Markup => {
  const { campaign, firstName } = visit.invite
  return html`<div class="greeting">
<h1>${campaign.name}</h1>
<p class="lead">${firstName === '' ? 'Choose' : `For ${firstName}: choose`} what you like, and say where it should go.</p>
<p class="muted">${closingTime(visit)}The invite is good for one order.</p>
</div>`
}

/** Returns the products of the invite's campaign, and the cart. */
export const productsView = (
  site: RedemptionSite,
  visit: InviteVisit,
  shop: Shop,
  rejection?: string,
): RedemptionView => {
  const { invite, paths, token } = visit
  const { products, lines } = shop
  return {
    title: invite.campaign.name,
    from: invite.companyName,
    step: 'Choose',
    main: html`${greeting(visit)}
${notice(rejection)}
<p class="visually-hidden" role="status" id="cart-status"></p>
<div class="shop">
<section aria-labelledby="products-title">
<h2 class="visually-hidden" id="products-title">Products</h2>
${
  products.length === 0
    ? html`<p class="card">There is nothing to choose from yet.</p>`
    : html`<ul class="products">${products.map((product) => productCard(site, product, { action: paths.cart, token }))}</ul>`
}
<div id="cart-bar" data-live>${lines.length > 0 && html`<a class="button cart-bar" href="#cart">Your cart: ${itemCountText(lines)}</a>`}</div>
</section>
${cartView(site, visit, shop)}
</div>`,
  }
}
