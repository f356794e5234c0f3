import { html } from 'hono/html'
import { hiddenField, hiddenTokenField } from '../kit/form-fields.ts'
import type { Markup } from '../kit/markup.ts'
import type { InviteVisit } from './invite-visit.ts'
import { itemCountText, lineName, lineView } from './lines-view.ts'
import type { RedemptionSite } from './redemption-site.ts'
import type { Line, Shop } from './shop.ts'
import { stepper } from './stepper.ts'

const lineForms = (visit: InviteVisit, line: Line, i: number): Markup => html`<div class="row">
${stepper(visit, line, `line-${i}`)}
<form method="post" action="${visit.paths.cart}" data-cart>
${hiddenTokenField(visit.token)}${hiddenField('sku', line.sku)}
<button class="quiet" id="remove-${i}" name="do" value="remove">Remove<span class="visually-hidden"> ${lineName(line)}</span></button>
</form>
</div>`

/** Returns the cart with its forms and the link to the checkout. */
export const cartView = (site: RedemptionSite, visit: InviteVisit, { lines }: Shop): Markup =>
  html`<section class="card cart" id="cart" aria-labelledby="cart-title" data-live data-summary="Your cart has ${itemCountText(lines)}">
<h2 id="cart-title" tabindex="-1">Your cart${lines.length > 0 && html` <span class="muted">${itemCountText(lines)}</span>`}</h2>
${
  lines.length === 0
    ? html`<p class="muted">Your cart is empty. Add a gift to continue.</p>`
    : html`<ul class="lines">${lines.map((line, i) => lineView(site, line, lineForms(visit, line, i)))}</ul>
<p><a class="button" href="${visit.paths.checkout}">Check out</a></p>
<p class="muted small">Items aren’t reserved until you order.</p>`
}
</section>`
