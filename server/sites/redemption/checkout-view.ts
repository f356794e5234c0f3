import { html } from 'hono/html'
import { cartStamp } from '../../domain/cart.ts'
import { errorSummary, hidden, hiddenToken, textField } from '../kit/fields.ts'
import type { Markup } from '../kit/markup.ts'
import { addressFields, type FieldError, type Typed } from './address.ts'
import type { View } from './layout.ts'
import { linesView } from './lines-view.ts'
import { notice } from './notice.ts'
import type { Shop } from './shop.ts'
import type { Site } from './site.ts'
import type { Visit } from './visit.ts'

/** The field that holds the stamp of the cart that the page shows. */
export const seenField = 'seen'

/** What a checkout shows besides the cart. */
export type Filled = {
  typed: Typed
  errors?: readonly FieldError[]
  /** Why there is no order. */
  refused?: string
}

const form = ({ paths, token }: Visit, { cart }: Shop, { typed, errors = [] }: Filled): Markup =>
  html`<form class="card address" method="post" action="${paths.checkout}" novalidate data-once="Placing your order…">
${hiddenToken(token)}${hidden(seenField, cartStamp(cart))}
<h2>Where should it go?</h2>
<div class="fields">${addressFields.map((field) =>
    textField({
      ...field,
      value: typed.get(field.name) ?? '',
      error: errors.find(({ name }) => name === field.name)?.error,
    }),
  )}</div>
<button>Place the order</button>
<p class="muted small">It costs you nothing. The address is used to send this order.</p>
</form>`

/** The address form beside what is going to be ordered. */
export const checkoutView = (site: Site, visit: Visit, shop: Shop, filled: Filled): View => {
  const { errors = [], refused } = filled
  const { invite, paths } = visit
  return {
    title: `${errors.length > 0 ? 'Error: ' : ''}Address – ${invite.campaign.name}`,
    from: invite.companyName,
    step: 'Address',
    main: html`<h1>Almost yours</h1>
${notice(refused)}
${errors.length > 0 && errorSummary(errors)}
<div class="shop">
${form(visit, shop, filled)}
<section class="card cart" aria-labelledby="order-title">
<h2 id="order-title">Your order</h2>
${linesView(site, shop.lines)}
<p><a href="${paths.products}#cart">Change it</a></p>
</section>
</div>`,
  }
}
