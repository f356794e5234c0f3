import { html } from 'hono/html'
import { cartStamp } from '../../domain/cart.ts'
import { errorSummary, hiddenField, hiddenTokenField, inputField } from '../kit/form-fields.ts'
import type { Markup } from '../kit/markup.ts'
import type { InviteVisit } from './invite-visit.ts'
import { linesView } from './lines-view.ts'
import { notice } from './notice.ts'
import { type AddressInput, addressFields, type FieldError } from './read-address.ts'
import type { RedemptionView } from './redemption-page.ts'
import type { RedemptionSite } from './redemption-site.ts'
import type { Shop } from './shop.ts'

/** The name of the field with the stamp of the cart that the page shows. */
export const cartStampField = 'seen'

/** The values, errors and message of the address form. */
export type CheckoutInput = {
  address: AddressInput
  errors?: readonly FieldError[]
  /** Why the order was rejected. */
  rejection?: string
}

const addressForm = (
  { paths, token, invite }: InviteVisit,
  { cart }: Shop,
  { address, errors = [] }: CheckoutInput,
): Markup =>
  html`<form class="card address" method="post" action="${paths.checkout}" novalidate data-once="Placing your order…">
${hiddenTokenField(token)}${hiddenField(cartStampField, cartStamp(cart))}
<h2>Shipping address</h2>
<div class="fields">${addressFields.map((field) =>
    inputField({
      ...field,
      value: address.get(field.name) ?? '',
      error: errors.find(({ name }) => name === field.name)?.error,
    }),
  )}</div>
<button>Place order</button>
<p class="muted small">You pay nothing. ${invite.sender.name} uses the address to send this order.</p>
</form>`

/** Returns the address form and the cart. */
export const checkoutView = (
  site: RedemptionSite,
  visit: InviteVisit,
  shop: Shop,
  input: CheckoutInput,
): RedemptionView => {
  const { errors = [], rejection } = input
  const { invite, paths } = visit
  return {
    title: `${errors.length > 0 ? 'Error: ' : ''}Address – ${invite.campaign.name}`,
    sender: invite.sender,
    step: 'Address',
    main: html`<h1>Where should we send it?</h1>
${notice(rejection)}
${errors.length > 0 && errorSummary(errors)}
<div class="shop">
${addressForm(visit, shop, input)}
<section class="card cart" aria-labelledby="order-title">
<h2 id="order-title">Your order</h2>
${linesView(site, shop.lines)}
<p><a href="${paths.products}#cart">Change cart</a></p>
</section>
</div>`,
  }
}
