import { html } from 'hono/html'
import { hiddenField, hiddenTokenField } from '../kit/form-fields.ts'
import type { Markup } from '../kit/markup.ts'
import type { InviteVisit } from './invite-visit.ts'
import { lineName } from './lines-view.ts'
import type { Line } from './shop.ts'

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
