import { html } from 'hono/html'
import { hidden, hiddenToken } from '../kit/fields.ts'
import type { Markup } from '../kit/markup.ts'
import { itemsIn, lineView, nameOf } from './lines-view.ts'
import { units } from './product-card.ts'
import type { Line, Shop } from './shop.ts'
import type { Site } from './site.ts'
import type { Visit } from './visit.ts'

const change = ({ paths, token }: Visit, line: Line, i: number): Markup => {
  const name = nameOf(line)
  return html`<form method="post" action="${paths.cart}" class="row" data-cart>
${hiddenToken(token)}${hidden('sku', line.sku)}
<label class="unseen" for="line-${i}">Quantity of ${name}</label>
<select id="line-${i}" name="quantity">${units.map((n) => html`<option${n === line.quantity && html` selected`}>${n}</option>`)}</select>
<button class="quiet update" name="do" value="update">Update<span class="unseen"> ${name}</span></button>
<button class="quiet" id="remove-${i}" name="do" value="remove">Remove<span class="unseen"> ${name}</span></button>
</form>`
}

/** The cart, to be changed and ordered. */
export const cartView = (site: Site, visit: Visit, { lines }: Shop): Markup =>
  html`<section class="card cart" id="cart" aria-labelledby="cart-title" data-live data-said="Your cart has ${itemsIn(lines)}">
<h2 id="cart-title" tabindex="-1">Your cart${lines.length > 0 && html` <span class="muted">${itemsIn(lines)}</span>`}</h2>
${
  lines.length === 0
    ? html`<p class="muted">Nothing yet. Add what you like.</p>`
    : html`<ul class="lines">${lines.map((line, i) => lineView(site, line, change(visit, line, i)))}</ul>
<p><a class="button" href="${visit.paths.checkout}">Check out</a></p>
<p class="muted small">Nothing is set aside for you until you order.</p>`
}
</section>`
