import { html } from 'hono/html'
import type { Markup } from '../kit/markup.ts'
import { cartView } from './cart-view.ts'
import type { View } from './layout.ts'
import { itemsIn } from './lines-view.ts'
import { notice } from './notice.ts'
import { productCard } from './product-card.ts'
import type { Shop } from './shop.ts'
import type { Site } from './site.ts'
import type { Visit } from './visit.ts'
import { untilWords } from './words.ts'

/** When an invite can be redeemed no more: when it or its campaign is over, whichever comes first. */
const ending = ({ invite: { expiresAt, campaign }, now }: Visit): Markup | undefined => {
  const ends = [expiresAt, campaign.expiration].map(Date.parse).filter(Number.isFinite)
  if (ends.length === 0) return undefined
  const end = Math.min(...ends)
  return html`Open until <time datetime="${new Date(end).toISOString()}">${untilWords(end, now)}</time>. `
}

const greeting = (visit: Visit): Markup => {
  const { campaign, firstName } = visit.invite
  return html`<div class="greeting">
<h1>${campaign.name}</h1>
<p class="lead">${firstName === '' ? 'Choose' : `For ${firstName}: choose`} what you like, and say where it should go.</p>
<p class="muted">${ending(visit)}The invite is good for one order.</p>
</div>`
}

/** The products of an invite's campaign, and the cart. */
export const productsView = (site: Site, visit: Visit, shop: Shop, refused?: string): View => {
  const { invite, paths, token } = visit
  const { products, lines } = shop
  return {
    title: invite.campaign.name,
    from: invite.companyName,
    step: 'Choose',
    main: html`${greeting(visit)}
${notice(refused)}
<p class="unseen" role="status" id="said"></p>
<div class="shop">
<section aria-labelledby="products-title">
<h2 class="unseen" id="products-title">Products</h2>
${
  products.length === 0
    ? html`<p class="card">There is nothing to choose from yet.</p>`
    : html`<ul class="products">${products.map((product) => productCard(site, product, { action: paths.cart, token }))}</ul>`
}
<div id="cart-bar" data-live>${lines.length > 0 && html`<a class="button cart-bar" href="#cart">Your cart: ${itemsIn(lines)}</a>`}</div>
</section>
${cartView(site, visit, shop)}
</div>`,
  }
}
