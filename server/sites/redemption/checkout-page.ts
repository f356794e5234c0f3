import { html } from 'hono/html'
import { ShipTo } from '../../../generated/schemas.ts'
import type { components } from '../../../generated/types.ts'
import { changeCart } from '../../actions/change-cart.ts'
import { redeemInvite } from '../../actions/redeem-invite.ts'
import { cartStamp } from '../../domain/cart.ts'
import { secretDigest } from '../../domain/portal.ts'
import { errorSummary, type FieldError, form, type InputField, inputField } from '../kit/forms.ts'
import { seeOther } from '../kit/site.ts'
import { countries } from './countries.ts'
import {
  type InviteVisit,
  invitePage,
  linesView,
  notice,
  onForm,
  rejectInvite,
  whileOpen,
} from './redemption-page.ts'
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
const addressFields = Object.entries(fieldLooks).map(([name, rest]) => ({
  ...rest,
  name,
  isRequired: issuesOfEmptyAddress.some(({ path }) => path[0] === name),
}))

/** The values as typed, by field name. */
type AddressInput = ReadonlyMap<string, string>

/** Returns the error message of a value that the document does not allow. */
const errorText = (name: string, label: string, value: string, reason: string): string => {
  if (value === '') return `Enter your ${label.toLowerCase()}`
  return name === 'email' && value.length <= 254 ? 'Enter a valid email' : `${label} ${reason}`
}

/** Trims the values and validates them against the document. The country must be one of the list, and may need a state. */
const readAddress = (
  typed: AddressInput,
): { shipTo: Address; errors?: undefined } | { errors: FieldError[] } => {
  const values = new Map([...typed].map(([name, value]) => [name, value.trim()]))
  const result = ShipTo.safeParse(Object.fromEntries(values))
  const country = values.get('country') ?? ''
  const isCountry = countries.has(country)
  const hasState = values.get('state') !== '' || !countriesWithState.includes(country)
  if (result.success && isCountry && hasState) return { shipTo: result.data }
  const reasons = new Map(result.error?.issues.map(({ path, message }) => [path[0], message]))
  if (!hasState) reasons.set('state', 'is missing')
  return {
    errors: addressFields.flatMap(({ name, label }) => {
      if (name === 'country') return isCountry ? [] : [{ name, error: 'Choose your country' }]
      const reason = reasons.get(name)
      if (reason === undefined) return []
      return [{ name, error: errorText(name, label, values.get(name) ?? '', reason) }]
    }),
  }
}

/** The values and errors of the address form. */
type CheckoutInput = {
  address: AddressInput
  errors?: readonly FieldError[]
  /** Why the order was rejected. */
  problem?: CartProblem
}

/** Shows the address form and the cart. */
const renderCheckout = async (
  visit: InviteVisit,
  status: number,
  { address, errors = [], problem }: CheckoutInput,
): Promise<Response> => {
  const { site, invite, pathOf, token, headers } = visit
  const shop = await readShop(site.store, invite, site.cdnUrl)
  if (shop.cart.length === 0) return seeOther(pathOf('/cart'), headers)
  const addressForm = form(
    {
      action: pathOf('/checkout'),
      // The order is rejected if another tab changes the cart that this page shows.
      hidden: { token, seen: cartStamp(shop.cart) },
      class: 'card',
      data: html`novalidate data-once="Placing your order…"`,
    },
    html`<h2>Shipping address</h2>
<div class="fields">${addressFields.map((field) =>
      inputField({ ...field, value: address.get(field.name) }, errors),
    )}</div>
<button>Place order</button>
<p class="muted small">You pay nothing. ${invite.sender.name} uses the address to send this order.</p>`,
  )
  const line = shop.lines.find(({ sku }) => problem && 'sku' in problem && sku === problem.sku)
  // Contains the address, so that it need not be typed again.
  const removal =
    line &&
    form(
      {
        action: pathOf('/checkout'),
        hidden: { ...Object.fromEntries(address), token, remove: line.sku },
      },
      html`<button class="secondary">Remove ${lineName(line)}</button>`,
    )
  return invitePage(visit, status, {
    title: `${errors.length > 0 ? 'Error: ' : ''}Address – ${invite.campaign.name}`,
    step: 'Address',
    main: html`<h1>Where should we send it?</h1>
${notice(problem && cartProblemText(shop, problem), removal)}
${errors.length > 0 && errorSummary(errors)}
<div class="shop">
${addressForm}
<section class="card cart" aria-labelledby="order-title">
<h2 id="order-title">Your order</h2>
${linesView(visit, shop.lines)}
<p><a href="${pathOf('/products')}#cart">Change cart</a></p>
</section>
</div>`,
  })
}

/** Shows the address form, filled in with the invite's names and email. */
export const showCheckoutPage = whileOpen((visit) => {
  const { firstName, lastName, email, companyName } = visit.invite
  const address = new Map(Object.entries({ firstName, lastName, email, companyName }))
  return renderCheckout(visit, 200, { address })
})

const names = addressFields.map(({ name }) => name)

/**
 * Places the order, or removes an item that cannot be ordered. A form that is sent twice places one order.
 * An error keeps the typed values.
 */
export const submitCheckout = onForm(
  [...names, 'seen', 'remove'],
  '/checkout',
  async (visit, field) => {
    const { site, invite, pathOf, now, secret, headers } = visit
    const address = new Map(names.map((name) => [name, field(name)]))
    const sku = field('remove')
    if (sku !== '') {
      await site.actions.run((transaction) =>
        changeCart(transaction, invite, { sku, do: 'remove', quantity: 0 }, 'checkout', now),
      )
      return renderCheckout(visit, 200, { address })
    }
    const read = readAddress(address)
    if (read.errors) return renderCheckout(visit, 422, { address, errors: read.errors })
    const request = { shipTo: read.shipTo, seen: field('seen'), session: secretDigest(secret) }
    const result = await site.actions.run((transaction) =>
      redeemInvite(transaction, invite, request, now),
    )
    if (!('rejected' in result)) return seeOther(pathOf('/done'), headers)
    return isCartProblem(result)
      ? renderCheckout(visit, 409, { address, problem: result })
      : rejectInvite(visit, result)
  },
)
