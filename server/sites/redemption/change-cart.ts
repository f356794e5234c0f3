import { changeCart } from '../../actions/change-cart.ts'
import type { CartChange } from '../../domain/cart.ts'
import { seeOther } from '../kit/document.ts'
import { readForm } from '../kit/read-form.ts'
import { show } from './layout.ts'
import { formProblemPage } from './problem.ts'
import { productsView } from './products-view.ts'
import { isExplained, refusalWords } from './refusal-words.ts'
import { answerRefused } from './refused.ts'
import { readShop } from './shop.ts'
import type { Site } from './site.ts'
import type { Visit } from './visit.ts'

const isDo = (text: string): text is CartChange['do'] => /^(add|update|remove)$/.test(text)

/** A number as the form has it; what is none cannot be within bounds either. */
const readUnits = (text: string): number => (/^[0-9]{1,9}$/.test(text) ? Number(text) : 0)

/** Where a browser goes on after a change: to the product that was added, else to the cart. */
const goOnAt = async (site: Site, { invite, paths }: Visit, change: CartChange) => {
  if (change.do !== 'add') return `${paths.products}#cart`
  const { products } = await readShop(site.store, invite, site.cdnUrl)
  const product = products.find(({ choices }) => choices.some(({ sku }) => sku === change.sku))
  return `${paths.products}#${product?.anchor ?? 'cart'}`
}

/** Changes the cart as a form says; what cannot be done is said on the page that it came from. */
export const postCart = async (site: Site, visit: Visit): Promise<Response> => {
  const { context, invite, paths, now, secret, headers } = visit
  const form = await readForm(context, {
    fields: ['sku', 'quantity', 'do'],
    secret,
    about: invite.slug,
    origin: site.origin,
  })
  if (form.refusal) return formProblemPage(site, form.refusal, paths.products, headers)
  const asked = form.field('do')
  if (!isDo(asked)) {
    const reason = 'The form does not say what to do.'
    return formProblemPage(site, { status: 400, reason }, paths.products, headers)
  }
  const change = { sku: form.field('sku'), do: asked, quantity: readUnits(form.field('quantity')) }
  const result = await site.actions.run((transaction) =>
    changeCart(transaction, invite.slug, change, 'products', now),
  )
  if ('refused' in result) {
    if (!isExplained(result)) return answerRefused(site, visit, result)
    const shop = await readShop(site.store, invite, site.cdnUrl)
    return show(site, 400, productsView(site, visit, shop, refusalWords(shop, result)), headers)
  }
  return seeOther(await goOnAt(site, visit, change), headers)
}
