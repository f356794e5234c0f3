import { html } from 'hono/html'
import { hiddenField, hiddenTokenField } from '../kit/form-fields.ts'
import type { Markup } from '../kit/markup.ts'
import type { InviteVisit } from './invite-visit.ts'
import { itemCountText, lineName, lineView } from './lines-view.ts'
import { quantities } from './product-card.ts'
import type { RedemptionSite } from './redemption-site.ts'
import type { Line, Shop } from './shop.ts'

const lineForm = ({ paths, token }: InviteVisit, line: Line, i: number): Markup => {
  const name = lineName(line)
  return html`<form method="post" action="${paths.cart}" class="row" data-cart>
${hiddenTokenField(token)}${hiddenField('sku', line.sku)}
<label class="visually-hidden" for="line-${i}">Quantity of ${name}</label>
<select id="line-${i}" name="quantity">${quantities.map((n) => html`<option${n === line.quantity && html` selected`}>${n}</option>`)}</select>
<button class="quiet update" name="do" value="update">Update<span class="visually-hidden"> ${name}</span></button>
<button class="quiet" id="remove-${i}" name="do" value="remove">Remove<span class="visually-hidden"> ${name}</span></button>
</form>`
}

/** Returns the cart with its forms and the link to the checkout. */
export const cartView = (site: RedemptionSite, visit: InviteVisit, { lines }: Shop): Markup =>
  html`<section class="card cart" id="cart" aria-labelledby="cart-title" data-live data-summary="Your cart has ${itemCountText(lines)}">
<h2 id="cart-title" tabindex="-1">Your cart${lines.length > 0 && html` <span class="muted">${itemCountText(lines)}</span>`}</h2>
${
  lines.length === 0
    ? html`<p class="muted">Nothing yet. Add what you like.</p>`
    : html`<ul class="lines">${lines.map((line, i) => lineView(site, line, lineForm(visit, line, i)))}</ul>
<p><a class="button" href="${visit.paths.checkout}">Check out</a></p>
<p class="muted small">Nothing is set aside for you until you order.</p>`
}
</section>`
