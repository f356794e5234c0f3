import { html } from 'hono/html'
import { ShipTo } from '../../../generated/schemas.ts'
import type { components } from '../../../generated/types.ts'
import { changeCart } from '../../actions/change-cart.ts'
import { redeemInvite } from '../../actions/redeem-invite.ts'
import { cartStamp } from '../../domain/cart.ts'
import { secretDigest } from '../../domain/portal.ts'
import { errorSummary, type FieldError, type InputField, inputField } from '../kit/forms.ts'
import type { Markup, View } from '../kit/site.ts'
import { countries } from './countries.ts'
import {
  goTo,
  type InviteVisit,
  invitePath,
  linesView,
  notice,
  onForm,
  rejectInvite,
  whileOpen,
} from './invite-visit.ts'
import { type CartProblem, cartProblemText, isCartProblem, lineName, readShop } from './shop.ts'

type Address = components['schemas']['ShipTo']

/** How a field is shown. The document defines its valid values. */
type FieldLook = Pick<InputField, 'label' | 'type' | 'autocomplete' | 'options' | 'note'>

/** The fields of an address in the order of the form. */
const fieldLooks: Record<keyof Address, FieldLook> = {
  firstName: { label: 'First name', autocomplete: 'given-name' },
  lastName: { label: 'Last name', autocomplete: 'family-name' },
  email: { label: 'Email', type: 'email', autocomplete: 'email' },
  companyName: { label: 'Company', autocomplete: 'organization' },
  street1: { label: 'Street and number', autocomplete: 'address-line1' },
  street2: { label: 'Apartment or floor', autocomplete: 'address-line2' },
  zip: { label: 'Postal code', autocomplete: 'postal-code' },
  city: { label: 'City', autocomplete: 'address-level2' },
  state: {
    label: 'State or region',
    autocomplete: 'address-level1',
    note: 'required in US, CA, AU',
  },
  country: {
    label: 'Country',
    autocomplete: 'country',
    options: new Map([['', 'Choose a country'], ...countries]),
  },
  phone: { label: 'Phone', type: 'tel', autocomplete: 'tel' },
}

/** The countries whose parcels need a state. */
const countriesWithState = ['AU', 'CA', 'US']

const issuesOfEmptyAddress = ShipTo.safeParse({}).error?.issues ?? []

/** The fields of the form. The document defines which are required. */
const addressFields = Object.entries(fieldLooks).map(([name, look]) => ({
  ...look,
  name,
  isRequired: issuesOfEmptyAddress.some(({ path }) => path[0] === name),
}))

/** The values of the address form. */
type Typed = Readonly<Record<string, string>>

/** @param reason why the document rejects the value, if it does. */
const errorOf = (
  { name, label }: Pick<InputField, 'name' | 'label'>,
  { [name]: value = '', country = '' }: Typed,
  reason: string | undefined,
): string | undefined => {
  if (name === 'country') return countries.has(country) ? undefined : 'Choose your country'
  const lacksState = name === 'state' && countriesWithState.includes(country)
  if (value === '' && (reason || lacksState)) return `Enter your ${label.toLowerCase()}`
  if (name === 'email' && reason && value.length <= 254) return 'Enter a valid email'
  return reason && `${label} ${reason}`
}

/** Validates an address against the document. The country must be one of the list, and may need a state. */
const readAddress = (typed: Typed): { shipTo: Address | undefined; errors: FieldError[] } => {
  const { data, error } = ShipTo.safeParse(typed)
  const reasons = new Map(error?.issues.map(({ path, message }) => [path[0], message]))
  const errors = addressFields.flatMap((field) => {
    const found = errorOf(field, typed, reasons.get(field.name))
    return found === undefined ? [] : [{ name: field.name, error: found }]
  })
  return { shipTo: data, errors }
}

const hiddenField = ([name, value]: [string, string]): Markup =>
  html`<input type="hidden" name="${name}" value="${value}">`

/** The errors of a form, or the reason why its order was rejected. */
type Rejected = { errors?: readonly FieldError[]; problem?: CartProblem }

/** Returns the page with the address form and the cart. */
const checkoutView = async (
  visit: InviteVisit,
  address: Typed,
  { errors = [], problem }: Rejected = {},
): Promise<View | Response> => {
  const { site, invite } = visit
  const shop = await readShop(site.store, invite, site.cdnUrl)
  if (shop.cart.length === 0) return goTo(visit, '/cart')
  const action = invitePath(visit, '/checkout')
  const line = shop.lines.find(({ sku }) => problem && 'sku' in problem && sku === problem.sku)
  // Contains the address, so that it need not be typed again.
  const removal =
    line &&
    html`<form method="post" action="${action}">
${Object.entries({ ...address, remove: line.sku }).map(hiddenField)}
<button class="secondary">Remove ${lineName(line)}</button>
</form>`
  return {
    status: errors.length > 0 ? 422 : problem ? 409 : 200,
    title: `${errors.length > 0 ? 'Error: ' : ''}Address – ${invite.campaign.name}`,
    step: 'Address',
    main: html`<h1>Where should we send it?</h1>
${notice(problem && cartProblemText(shop, problem), removal)}
${errors.length > 0 && errorSummary(errors)}
<div class="shop">
<form class="card" method="post" action="${action}" novalidate data-once="Placing your order…">
<h2>Shipping address</h2>
<div class="fields">${addressFields.map((field) =>
      inputField({ ...field, value: address[field.name] }, errors),
    )}</div>
${
  // The order is rejected if another tab changes the cart that this page shows.
  hiddenField(['seen', cartStamp(shop.cart)])
}
<button>Place order</button>
<p class="muted small">You pay nothing. ${invite.sender.name} uses the address to send this order.</p>
</form>
<section class="card cart" aria-labelledby="order-title">
<h2 id="order-title">Your order</h2>
${linesView(visit, shop.lines)}
<p><a href="${invitePath(visit, '/products')}#cart">Change cart</a></p>
</section>
</div>`,
  }
}

/** Shows the address form, filled in with the invite's names and email. */
export const checkoutPage = whileOpen((visit) => {
  const { firstName, lastName, email, companyName } = visit.invite
  return checkoutView(visit, { firstName, lastName, email, companyName })
})

/**
 * Places the order, or removes an item that cannot be ordered. A form that is sent twice places one order.
 * An error keeps the typed values.
 */
export const submitCheckout = onForm(async (visit, field) => {
  const { site, invite, now, secret } = visit
  const address = Object.fromEntries(addressFields.map(({ name }) => [name, field(name).trim()]))
  const sku = field('remove')
  if (sku !== '') {
    await site.actions.run((transaction) =>
      changeCart(transaction, invite, { sku, do: 'remove', quantity: 0 }, 'checkout', now),
    )
    return checkoutView(visit, address)
  }
  const { shipTo, errors } = readAddress(address)
  if (!shipTo || errors.length > 0) return checkoutView(visit, address, { errors })
  const request = { shipTo, seen: field('seen'), session: secretDigest(secret) }
  const result = await site.actions.run((transaction) =>
    redeemInvite(transaction, invite, request, now),
  )
  if (!('rejected' in result)) return goTo(visit, '/done')
  return isCartProblem(result)
    ? checkoutView(visit, address, { problem: result })
    : rejectInvite(visit, result)
})
