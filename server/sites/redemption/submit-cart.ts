import { changeCart } from '../../actions/change-cart.ts'
import type { CartChange } from '../../domain/cart.ts'
import { refusesRedemption } from '../../domain/invite.ts'
import { seeOther } from '../kit/html-response.ts'
import { readForm } from '../kit/read-form.ts'
import type { InviteVisit } from './invite-visit.ts'
import { groupField, mostGroups, skuFieldOf } from './product-card.ts'
import { productsView } from './products-view.ts'
import { redemptionFormErrorPage } from './redemption-error-page.ts'
import { redemptionPage } from './redemption-page.ts'
import type { RedemptionSite } from './redemption-site.ts'
import { refusalResponse } from './refusal-response.ts'
import { isCartProblem, refusalText } from './refusal-text.ts'
import { isAnchor, readShop } from './shop.ts'
import { returnField } from './stepper.ts'

const isCartAction = (text: string): text is CartChange['do'] => /^(add|update|remove)$/.test(text)

const skuFields = Array.from({ length: mostGroups }, (_, group) => skuFieldOf(group))
const cartFields = ['sku', groupField, ...skuFields, 'quantity', 'do', returnField]

/** Returns the SKU that is selected in the selected group. A form without groups has one SKU. */
const selectedSku = (field: (name: string) => string): string => {
  const group = field(groupField)
  return field(group === '' ? 'sku' : skuFieldOf(Number(group)))
}

/** Returns the quantity of a form; 0, which is out of bounds, if it is not a number. */
const readQuantity = (text: string): number => (/^[0-9]{1,9}$/.test(text) ? Number(text) : 0)

/** Returns where the browser goes after a change: to the product if it was changed there, else to the cart. */
const nextLocation = ({ paths }: InviteVisit, back: string): string =>
  `${paths.products}#${isAnchor(back) ? back : 'cart'}`

/** Changes the cart. A rejected change is explained on the products page. */
export const submitCart = async (site: RedemptionSite, visit: InviteVisit): Promise<Response> => {
  const { context, invite, paths, now, secret, headers } = visit
  const form = await readForm(context, {
    fields: cartFields,
    secret,
    scope: invite.slug,
    origin: site.origin,
  })
  if (form.rejection) return redemptionFormErrorPage(site, form.rejection, paths.products, headers)
  const action = form.field('do')
  if (!isCartAction(action)) {
    const reason = 'The form has no action.'
    return redemptionFormErrorPage(site, { status: 400, reason }, paths.products, headers)
  }
  const refusal = refusesRedemption(invite, invite.campaign, now)
  if (refusal) return refusalResponse(site, visit, refusal)
  const change = {
    sku: selectedSku(form.field),
    do: action,
    quantity: readQuantity(form.field('quantity')),
  }
  const result = await site.actions.run((transaction) =>
    changeCart(transaction, invite, change, 'products', now),
  )
  if ('refused' in result) {
    if (!isCartProblem(result)) return refusalResponse(site, visit, result)
    const shop = await readShop(site.store, invite, site.cdnUrl)
    return redemptionPage(
      site,
      400,
      productsView(site, visit, shop, refusalText(shop, result)),
      headers,
    )
  }
  return seeOther(nextLocation(visit, form.field(returnField)), headers)
}
