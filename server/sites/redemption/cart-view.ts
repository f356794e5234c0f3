import { html } from 'hono/html'
import { hiddenField, hiddenTokenField } from '../kit/forms.ts'
import type { Markup } from '../kit/pages.ts'
import { type InviteVisit, picture, type RedemptionSite } from './redemption-page.ts'
import { itemCountText, type Line, lineName, type Shop } from './shop.ts'

/** The field that says where the browser goes after a change: a product's anchor, or empty for the cart. */
export const returnField = 'back'

/**
 * Returns a form whose buttons send the next smaller and the next larger quantity of a line. They name
 * the quantity, not the difference, so a repeated request changes nothing.
 * @param id makes the ids of the buttons unique on the page.
 */
export const stepper = (
  { paths, token }: InviteVisit,
  line: Line,
  id: string,
  back = '',
): Markup => {
  const { sku, quantity, choice } = line
  const most = choice?.most ?? 0
  const fewer = Math.min(quantity - 1, most)
  const name = lineName(line)
  return html`<form method="post" action="${paths.cart}" class="stepper" data-cart data-most="${most}">
${hiddenTokenField(token)}${hiddenField('sku', sku)}${hiddenField('do', 'update')}${hiddenField(returnField, back)}
<button id="fewer-${id}" name="quantity" value="${fewer}"${fewer < 1 && html` disabled`}><span aria-hidden="true">−</span><span class="visually-hidden">One fewer ${name}</span></button>
<output>${quantity}</output>
<button id="more-${id}" name="quantity" value="${quantity + 1}"${quantity >= most && html` disabled`}><span aria-hidden="true">+</span><span class="visually-hidden">One more ${name}</span></button>
</form>`
}

/** Returns a line with its picture, name and problem. */
const lineView = (site: RedemptionSite, line: Line, rest: Markup): Markup => html`<li class="line">
${picture(site, line.choice?.imageUrl, '', 64)}
<div><p class="name">${lineName(line)}</p>
${line.problem && html`<p class="error">${line.problem}</p>`}
${rest}</div>
</li>`

/** Returns lines that cannot be edited. */
export const linesView = (site: RedemptionSite, lines: readonly Line[]): Markup =>
  html`<ul class="lines">${lines.map((line) =>
    lineView(site, line, html`<p class="muted">Quantity: ${line.quantity}</p>`),
  )}</ul>`

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
