import { html } from 'hono/html'
import { changeCart } from '../../actions/change-cart.ts'
import type { CartChange } from '../../domain/cart.ts'
import { rejectsRedemption } from '../../domain/invite.ts'
import { findCart } from '../../store/redemption/carts.ts'
import { readForm } from '../kit/forms.ts'
import { seeOther } from '../kit/pages.ts'
import { returnField } from './cart-view.ts'
import { groupField, mostGroups, productsView, skuFieldOf } from './products-page.ts'
import {
  type InviteVisit,
  illustration,
  isCartProblem,
  type RedemptionSite,
  redemptionFormErrorPage,
  redemptionPage,
  rejectionResponse,
  rejectionText,
} from './redemption-page.ts'
import { isAnchor, readShop } from './shop.ts'

/** Redirects to the cart, which is a part of the products page. Shows the way to the products if it is empty. */
export const showCartPage = async (site: RedemptionSite, visit: InviteVisit): Promise<Response> => {
  const { invite, paths, now, headers } = visit
  const rejection = rejectsRedemption(invite, invite.campaign, now)
  if (rejection) return rejectionResponse(site, visit, rejection)
  const cart = await findCart(site.store, invite.account, invite.id)
  if (cart.length > 0) return seeOther(`${paths.products}#cart`, headers)
  const title = 'Your cart is empty'
  const main = html`<div class="alone card">
${illustration(site, 'empty.svg')}
<h1>${title}</h1>
<p>Pick your gifts from ${invite.campaign.name} first.</p>
<p><a class="button" href="${paths.products}">Pick your gifts</a></p>
</div>`
  return redemptionPage(site, 200, { title, sender: invite.sender, step: 'Choose', main }, headers)
}

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
  const rejection = rejectsRedemption(invite, invite.campaign, now)
  if (rejection) return rejectionResponse(site, visit, rejection)
  const change = {
    sku: selectedSku(form.field),
    do: action,
    quantity: readQuantity(form.field('quantity')),
  }
  const result = await site.actions.run((transaction) =>
    changeCart(transaction, invite, change, 'products', now),
  )
  if ('rejected' in result) {
    if (!isCartProblem(result)) return rejectionResponse(site, visit, result)
    const shop = await readShop(site.store, invite, site.cdnUrl)
    return redemptionPage(
      site,
      400,
      productsView(site, visit, shop, rejectionText(shop, result)),
      headers,
    )
  }
  return seeOther(nextLocation(visit, form.field(returnField)), headers)
}
