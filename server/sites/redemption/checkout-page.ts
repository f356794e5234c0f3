import { redeemInvite } from '../../actions/redeem-invite.ts'
import { refusesRedemption } from '../../domain/invite.ts'
import { secretDigest } from '../../domain/portal.ts'
import { seeOther } from '../kit/html-response.ts'
import { readForm } from '../kit/read-form.ts'
import { type CheckoutInput, cartStampField, checkoutView } from './checkout-view.ts'
import type { InviteVisit } from './invite-visit.ts'
import { addressFields, readAddress } from './read-address.ts'
import { redemptionFormErrorPage } from './redemption-error-page.ts'
import { redemptionPage } from './redemption-page.ts'
import type { RedemptionSite } from './redemption-site.ts'
import { refusalResponse } from './refusal-response.ts'
import { isCartProblem, refusalText } from './refusal-text.ts'
import { readShop, type Shop } from './shop.ts'

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
  const refusal = refusesRedemption(invite, invite.campaign, now)
  if (refusal) return refusalResponse(site, visit, refusal)
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
  const refusal = refusesRedemption(invite, invite.campaign, now)
  if (refusal) return refusalResponse(site, visit, refusal)
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
  if ('refused' in result) {
    if (!isCartProblem(result)) return refusalResponse(site, visit, result)
    const shop = await readShop(store, invite, site.cdnUrl)
    return renderCheckout(site, visit, 409, shop, {
      address: typed,
      rejection: refusalText(shop, result),
    })
  }
  return seeOther(paths.done, headers)
}
