import { html } from 'hono/html'
import { parseAccept } from 'hono/utils/accept'
import { failuresOf } from '../../../generated/check.ts'
import { isShipTo } from '../../../generated/checks.ts'
import type { components } from '../../../generated/types.ts'
import { ShipTo } from '../../../generated/zod/schemas.ts'
import { changeCart } from '../../actions/change-cart.ts'
import { redeemInvite } from '../../actions/redeem-invite.ts'
import { cartStamp } from '../../domain/cart.ts'
import { countries } from '../../domain/countries.ts'
import { pasted } from '../../domain/order-names.ts'
import { secretDigest } from '../../domain/sign-in-link.ts'
import {
  errorSummary,
  type FieldError,
  formKeeper,
  type InputField,
  inputField,
} from '../kit/forms.ts'
import type { Markup, View } from '../kit/site.ts'
import {
  actorOf,
  goTo,
  type InviteVisit,
  invitePath,
  linesView,
  notice,
  onForm,
  rejectInvite,
  whileOpen,
} from './invite-visit.ts'
import {
  type CartProblem,
  cartProblemText,
  isCartProblem,
  lineName,
  problemIn,
  problemOfLine,
  problemQuery,
  readOffers,
} from './offers.ts'

type Address = components['schemas']['ShipTo']

/** How a field is shown. The document defines its valid values. */
type FieldLook = Pick<InputField, 'label' | 'type' | 'autocomplete' | 'options' | 'note'>

/** The fields of an address in the order of the form. */
const fieldLooks: Record<keyof Address, FieldLook> = {
  country: {
    label: 'Country',
    autocomplete: 'country',
    options: new Map([['', 'Choose a country'], ...countries]),
  },
  firstName: { label: 'First name', autocomplete: 'given-name' },
  lastName: { label: 'Last name', autocomplete: 'family-name' },
  email: { label: 'Email', type: 'email', autocomplete: 'email' },
  companyName: { label: 'Company', autocomplete: 'organization' },
  street1: { label: 'Street and number', autocomplete: 'address-line1' },
  street2: { label: 'Apartment or floor', autocomplete: 'address-line2' },
  zip: {
    label: 'Postal code',
    autocomplete: 'postal-code',
    note: 'if you have one',
  },
  city: { label: 'City', autocomplete: 'address-level2' },
  state: {
    label: 'State or region',
    autocomplete: 'address-level1',
    note: 'required in US, CA, AU',
  },
  phone: { label: 'Phone', type: 'tel', autocomplete: 'tel' },
}

/** Fields that are often pasted with invisible marks, such as those of the direction around a phone number. */
const codes: ReadonlySet<string> = new Set(['email', 'phone', 'zip'])

const countriesWithState = ['AU', 'CA', 'US']

const issuesOfEmptyAddress = ShipTo.safeParse({}).error?.issues ?? []

/** The fields of the form. The document defines which are required in all countries. */
const addressFields = Object.entries(fieldLooks).map(([name, look]) => ({
  ...look,
  name,
  isRequired: !look.note && issuesOfEmptyAddress.some(({ path }) => path[0] === name),
}))

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
  const { data } = ShipTo.safeParse(typed)
  // Of several reasons for a field, the first one is shown.
  const failures = failuresOf(isShipTo, typed).toReversed()
  const reasons = new Map(failures.map(({ field, reason }) => [field, reason]))
  const errors = addressFields.flatMap((field) => {
    const found = errorOf(field, typed, reasons.get(field.name))
    return found === undefined ? [] : [{ name: field.name, error: found }]
  })
  return { shipTo: data, errors }
}

const hiddenField = ([name, value]: [string, string]): Markup =>
  html`<input type="hidden" name="${name}" value="${value}">`

/** The errors of a form, or the reason why its order was rejected. */
type Rejected = {
  errors?: readonly FieldError[]
  problem?: CartProblem | undefined
  /** Whether what was typed is lost, and with it the errors. */
  isLost?: boolean
}

const lostText =
  'Your order was not placed, and what you typed was not kept. Please allow cookies for this page and enter your address again.'

const checkoutView = async (
  visit: InviteVisit,
  address: Typed,
  { errors = [], problem: found, isLost = false }: Rejected = {},
): Promise<View | Response> => {
  const { site, invite } = visit
  const offers = await readOffers(site.store, invite, site.cdnUrl)
  if (offers.cart.length === 0) return goTo(visit, '/cart')
  const action = invitePath(visit, '/checkout')
  // Said before the address is typed.
  const unavailable = offers.lines.find((each) => each.problem !== undefined)
  const problem = found ?? (unavailable && problemOfLine(unavailable))
  const line = offers.lines.find(({ sku }) => problem && 'sku' in problem && sku === problem.sku)
  // Contains the address, so that it need not be typed again.
  const removal =
    line &&
    html`<form method="post" action="${action}">
${Object.entries({ ...address, remove: line.sku }).map(hiddenField)}
<button class="secondary">Remove ${lineName(line)}</button>
</form>`
  return {
    title: `${errors.length > 0 ? 'Error: ' : ''}Address – ${invite.campaign.name}`,
    step: 'Address',
    main: html`<h1>Where should we send it?</h1>
${notice(isLost ? lostText : problem && cartProblemText(offers, problem), removal)}
${errors.length > 0 && errorSummary(errors)}
<div class="shop">
<form id="address" class="card" method="post" action="${action}" novalidate data-once="Placing your order…">
<h2>Shipping address</h2>
<div class="fields">${addressFields.map((field) =>
      inputField({ ...field, value: address[field.name] }, errors),
    )}</div>
${
  // The order is rejected if another tab changes the cart that this page shows.
  hiddenField(['seen', cartStamp(offers.cart)])
}
<button${unavailable && html` disabled`}>Place order</button>
<p class="muted small">You pay nothing. ${invite.sender.name} uses the address to send this order.</p>
</form>
<section class="card cart" aria-labelledby="order-title">
<h2 id="order-title">Your order</h2>
${linesView(visit, offers.lines)}
<p><a href="${invitePath(visit, '/products')}#cart">Change cart</a></p>
</section>
</div>`,
  }
}

/** Shows the address form, filled in with what was typed before, or with the invite's names and email. */
export const checkoutPage = whileOpen(async (visit) => {
  const { firstName, lastName, email, companyName } = visit.invite
  const query = (name: string) => visit.context.req.query(name)
  const kept = await formOf(visit).kept()
  if (!kept) {
    const country = guessedCountry(visit.context.req.header('accept-language'))
    const address = { country, firstName, lastName, email, companyName }
    const isLost = query('rejected') !== undefined
    return checkoutView(visit, address, { problem: problemIn(query), isLost })
  }
  const errors = query('rejected') === undefined ? [] : readAddress(kept).errors
  return checkoutView(visit, kept, { errors, problem: problemIn(query) })
})

function formOf({ site: { store }, invite, secret, now }: InviteVisit) {
  const page = `${invite.slug}/checkout`
  return formKeeper({ store, account: invite.account, page, secret, now })
}

/**
 * Places the order, or removes an item that cannot be ordered. A form that is sent twice places one order.
 * After an error, or a pause of the campaign, the page shows the typed values again.
 */
export const submitCheckout = onForm(async (visit, field) => {
  const { site, invite, now, secret } = visit
  const address = Object.fromEntries(
    addressFields.map(({ name }) => {
      const typed = field(name)
      return [name, codes.has(name) ? pasted(typed) : typed.trim()]
    }),
  )
  const sku = field('remove')
  if (sku !== '') {
    const result = await site.actions
      .as(actorOf(invite))
      .run((transaction) =>
        changeCart(transaction, invite, { sku, do: 'remove', quantity: 0 }, 'checkout', now),
      )
    if ('cart' in result && result.cart.length === 0) return goTo(visit, '/products', '?removed')
    await formOf(visit).keep(address)
    return goTo(visit, '/checkout')
  }
  const { shipTo, errors } = readAddress(address)
  if (!shipTo || errors.length > 0) {
    await formOf(visit).keep(address)
    return goTo(visit, '/checkout', '?rejected')
  }
  const request = { shipTo, seen: field('seen'), session: secretDigest(secret) }
  const result = await site.actions
    .as(actorOf(invite))
    .run((transaction) => redeemInvite(transaction, invite, request, now))
  if (!('rejected' in result)) {
    await formOf(visit).drop()
    return goTo(visit, '/done')
  }
  if (result.rejected !== 'invite-used') await formOf(visit).keep(address)
  return isCartProblem(result)
    ? goTo(visit, '/checkout', problemQuery(result))
    : rejectInvite(visit, result)
})

/**
 * Returns the code of the country that the languages of a browser name, such as `AT` for `de-AT, en;q=0.5`,
 * or else the country where most people speak the first one; empty if there is none.
 */
function guessedCountry(languages = ''): string {
  const locales = parseAccept(languages).flatMap(({ type }) => localeOf(type))
  const named = locales.find(({ region }) => region !== undefined) ?? locales[0]?.maximize()
  return countries.has(named?.region ?? '') ? (named?.region ?? '') : ''
}

function localeOf(tag: string): Intl.Locale[] {
  try {
    return [new Intl.Locale(tag)]
  } catch {
    return []
  }
}
