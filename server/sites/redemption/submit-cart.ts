import { changeCart } from '../../actions/change-cart.ts'
import type { CartChange } from '../../domain/cart.ts'
import { seeOther } from '../kit/html-response.ts'
import { readForm } from '../kit/read-form.ts'
import type { InviteVisit } from './invite-visit.ts'
import { productsView } from './products-view.ts'
import { redemptionFormErrorPage } from './redemption-error-page.ts'
import { redemptionPage } from './redemption-page.ts'
import type { RedemptionSite } from './redemption-site.ts'
import { refusalResponse } from './refusal-response.ts'
import { isCartProblem, refusalText } from './refusal-text.ts'
import { readShop } from './shop.ts'

const isCartAction = (text: string): text is CartChange['do'] => /^(add|update|remove)$/.test(text)

/** Returns the quantity of a form; 0, which is out of bounds, if it is not a number. */
const readQuantity = (text: string): number => (/^[0-9]{1,9}$/.test(text) ? Number(text) : 0)

/** Returns where the browser goes after a change: to an added product, else to the cart. */
const nextLocation = async (
  site: RedemptionSite,
  { invite, paths }: InviteVisit,
  change: CartChange,
) => {
  if (change.do !== 'add') return `${paths.products}#cart`
  const { products } = await readShop(site.store, invite, site.cdnUrl)
  const product = products.find(({ choices }) => choices.some(({ sku }) => sku === change.sku))
  return `${paths.products}#${product?.anchor ?? 'cart'}`
}

/** Changes the cart. A rejected change is explained on the products page. */
export const submitCart = async (site: RedemptionSite, visit: InviteVisit): Promise<Response> => {
  const { context, invite, paths, now, secret, headers } = visit
  const form = await readForm(context, {
    fields: ['sku', 'quantity', 'do'],
    secret,
    scope: invite.slug,
    origin: site.origin,
  })
  if (form.rejection) return redemptionFormErrorPage(site, form.rejection, paths.products, headers)
  const action = form.field('do')
  if (!isCartAction(action)) {
    const reason = 'The form does not say what to do.'
    return redemptionFormErrorPage(site, { status: 400, reason }, paths.products, headers)
  }
  const change = {
    sku: form.field('sku'),
    do: action,
    quantity: readQuantity(form.field('quantity')),
  }
  const result = await site.actions.run((transaction) =>
    changeCart(transaction, invite.slug, change, 'products', now),
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
  return seeOther(await nextLocation(site, visit, change), headers)
}
