import { html } from 'hono/html'
import { ShipTo } from '../../../generated/schemas.ts'
import type { components } from '../../../generated/types.ts'
import { redeemInvite } from '../../actions/redeem-invite.ts'
import { cartStamp } from '../../domain/cart.ts'
import { rejectsRedemption } from '../../domain/invite.ts'
import { secretDigest } from '../../domain/portal.ts'
import {
  errorSummary,
  hiddenField,
  hiddenTokenField,
  type InputField,
  inputField,
  readForm,
} from '../kit/forms.ts'
import { type Markup, seeOther } from '../kit/pages.ts'
import { linesView } from './cart-view.ts'
import { countries } from './countries.ts'
import {
  type InviteVisit,
  isCartProblem,
  notice,
  type RedemptionSite,
  type RedemptionView,
  redemptionFormErrorPage,
  redemptionPage,
  rejectionResponse,
  rejectionText,
} from './redemption-page.ts'
import { readShop, type Shop } from './shop.ts'

type Address = components['schemas']['ShipTo']

/** How a field is shown. The document defines its valid values. */
type FieldLook = Pick<InputField, 'label' | 'type' | 'autocomplete' | 'options'>

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
  state: { label: 'State or region', autocomplete: 'address-level1' },
  country: {
    label: 'Country',
    autocomplete: 'country',
    options: new Map([['', 'Choose a country'], ...countries]),
  },
  phone: { label: 'Phone', type: 'tel', autocomplete: 'tel' },
}

const issuesOfEmptyAddress = ShipTo.safeParse({}).error?.issues ?? []

/** The fields of the form. The document defines which are required. */
export const addressFields = Object.entries(fieldLooks).map(([name, rest]) => ({
  ...rest,
  name,
  isRequired: issuesOfEmptyAddress.some(({ path }) => path[0] === name),
}))

/** The values as typed, by field name. */
type AddressInput = ReadonlyMap<string, string>

/** The error message of a field. */
type FieldError = { name: string; error: string }

/** Returns the error message of a value that the document does not allow. */
const errorText = (name: string, label: string, value: string, reason: string): string => {
  if (value === '') return `Enter your ${label.toLowerCase()}`
  return name === 'email' && value.length <= 254 ? 'Enter a valid email' : `${label} ${reason}`
}

/** Trims the values and validates them against the document. The country must be one of the list. */
export const readAddress = (
  typed: AddressInput,
): { shipTo: Address; errors?: undefined } | { errors: FieldError[] } => {
  const values = new Map([...typed].map(([name, value]) => [name, value.trim()]))
  const result = ShipTo.safeParse(Object.fromEntries(values))
  const isCountry = countries.has(values.get('country') ?? '')
  if (result.success && isCountry) return { shipTo: result.data }
  const reasons = new Map(result.error?.issues.map(({ path, message }) => [path[0], message]))
  return {
    errors: addressFields.flatMap(({ name, label }) => {
      if (name === 'country') return isCountry ? [] : [{ name, error: 'Choose your country' }]
      const reason = reasons.get(name)
      if (reason === undefined) return []
      return [{ name, error: errorText(name, label, values.get(name) ?? '', reason) }]
    }),
  }
}

/** The name of the field with the stamp of the cart that the page shows. */
const cartStampField = 'seen'

/** The values, errors and message of the address form. */
type CheckoutInput = {
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
const checkoutView = (
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

const renderCheckout = (
  site: RedemptionSite,
  visit: InviteVisit,
  status: number,
  shop: Shop,
  input: CheckoutInput,
) =>
  shop.cart.length === 0
    ? seeOther(visit.paths.cart, visit.headers)
    : redemptionPage(site, status, checkoutView(site, visit, shop, input), visit.headers)

/** Shows the address form, filled in with the invite's names and email. */
export const showCheckoutPage = async (
  site: RedemptionSite,
  visit: InviteVisit,
): Promise<Response> => {
  const { invite, now } = visit
  const rejection = rejectsRedemption(invite, invite.campaign, now)
  if (rejection) return rejectionResponse(site, visit, rejection)
  const { firstName, lastName, email, companyName } = invite
  const typed = new Map(Object.entries({ firstName, lastName, email, companyName }))
  const shop = await readShop(site.store, invite, site.cdnUrl)
  return renderCheckout(site, visit, 200, shop, { address: typed })
}

/** Places the order. A form that is sent twice places one order. An error keeps the typed values. */
export const submitCheckout = async (
  site: RedemptionSite,
  visit: InviteVisit,
): Promise<Response> => {
  const { context, invite, paths, now, secret, headers } = visit
  const { store, actions } = site
  const names = addressFields.map(({ name }) => name)
  const form = await readForm(context, {
    fields: [...names, cartStampField],
    secret,
    scope: invite.slug,
    origin: site.origin,
  })
  if (form.rejection) return redemptionFormErrorPage(site, form.rejection, paths.checkout, headers)
  const typed = new Map(names.map((name) => [name, form.field(name)]))
  const address = readAddress(typed)
  const rejection = rejectsRedemption(invite, invite.campaign, now)
  if (rejection) return rejectionResponse(site, visit, rejection)
  if (address.errors) {
    const shop = await readShop(store, invite, site.cdnUrl)
    return renderCheckout(site, visit, 422, shop, { address: typed, errors: address.errors })
  }
  const request = {
    shipTo: address.shipTo,
    seen: form.field(cartStampField),
    session: secretDigest(secret),
  }
  const result = await actions.run((transaction) => redeemInvite(transaction, invite, request, now))
  if ('rejected' in result) {
    if (!isCartProblem(result)) return rejectionResponse(site, visit, result)
    const shop = await readShop(store, invite, site.cdnUrl)
    return renderCheckout(site, visit, 409, shop, {
      address: typed,
      rejection: rejectionText(shop, result),
    })
  }
  return seeOther(paths.done, headers)
}
