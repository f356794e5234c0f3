import { redeemInvite } from '../../actions/redeem-invite.ts'
import { refusesRedemption } from '../../domain/invite.ts'
import { seeOther } from '../kit/document.ts'
import { readForm } from '../kit/read-form.ts'
import { addressFields, readAddress } from './address.ts'
import { checkoutView, type Filled, seenField } from './checkout-view.ts'
import { show } from './layout.ts'
import { formProblemPage } from './problem.ts'
import { isExplained, refusalWords } from './refusal-words.ts'
import { answerRefused } from './refused.ts'
import { readShop, type Shop } from './shop.ts'
import type { Site } from './site.ts'
import type { Visit } from './visit.ts'

const showCheckout = (site: Site, visit: Visit, status: number, shop: Shop, filled: Filled) =>
  shop.cart.length === 0
    ? seeOther(visit.paths.products, visit.headers)
    : show(site, status, checkoutView(site, visit, shop, filled), visit.headers)

/** The address form, with what the invite says of its recipient filled in. */
export const openCheckout = async (site: Site, visit: Visit): Promise<Response> => {
  const { invite, now } = visit
  const refusal = refusesRedemption(invite, invite.campaign, now)
  if (refusal) return answerRefused(site, visit, refusal)
  const { firstName, lastName, email, companyName } = invite
  const typed = new Map(Object.entries({ firstName, lastName, email, companyName }))
  const shop = await readShop(site.store, invite, site.cdnUrl)
  return showCheckout(site, visit, 200, shop, { typed })
}

/** Places the order: once, however often it is asked for. What was typed is kept until then. */
export const postCheckout = async (site: Site, visit: Visit): Promise<Response> => {
  const { context, invite, paths, now, secret, headers } = visit
  const { store, actions } = site
  const names = addressFields.map(({ name }) => name)
  const form = await readForm(context, {
    fields: [...names, seenField],
    secret,
    about: invite.slug,
    origin: site.origin,
  })
  if (form.refusal) return formProblemPage(site, form.refusal, paths.checkout, headers)
  const typed = new Map(names.map((name) => [name, form.field(name)]))
  const address = readAddress(typed)
  if (address.errors) {
    const refusal = refusesRedemption(invite, invite.campaign, now)
    if (refusal) return answerRefused(site, visit, refusal)
    const shop = await readShop(store, invite, site.cdnUrl)
    return showCheckout(site, visit, 422, shop, { typed, errors: address.errors })
  }
  const request = { shipTo: address.shipTo, seen: form.field(seenField) }
  const result = await actions.run((transaction) =>
    redeemInvite(transaction, invite.slug, request, now),
  )
  if ('refused' in result) {
    if (!isExplained(result)) return answerRefused(site, visit, result)
    const shop = await readShop(store, invite, site.cdnUrl)
    return showCheckout(site, visit, 409, shop, { typed, refused: refusalWords(shop, result) })
  }
  return seeOther(paths.done, headers)
}
