import { type CartRefusal, mostOfOneSku, unitsOf } from '../../domain/cart.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { lineName } from './lines-view.ts'
import { findChoice, type Shop } from './shop.ts'

type CartProblem = CartRefusal | Extract<Refusal, { sku: string }>

const nameOfSku = (shop: Shop, sku: string): string =>
  lineName({ sku, choice: findChoice(shop, sku) })

const leftText = (units: number, name: string): string =>
  `Only ${units} of ${name} ${units === 1 ? 'is' : 'are'} left.`

/** An order ships from one warehouse, so stock can also be short for a combination of products. */
const shortStockText = (shop: Shop, sku: string): string => {
  const name = nameOfSku(shop, sku)
  const servable = findChoice(shop, sku)?.servable ?? 0
  if (servable >= unitsOf(shop.cart, sku))
    return `${name} ships from another warehouse than the rest of your cart. An order ships from one. Remove an item to continue.`
  return servable === 0
    ? `${name} has sold out. Remove it from your cart to continue.`
    : `${leftText(servable, name)} Reduce the quantity to continue.`
}

/** Returns why a cart change or an order was rejected. */
export const refusalText = (shop: Shop, refusal: CartProblem): string => {
  switch (refusal.refused) {
    case 'cart-empty':
      return 'Your cart is empty.'
    case 'cart-changed':
      return 'Your cart was changed in another tab. Check it, then place the order.'
    case 'sku-not-offered':
    case 'sku-not-in-campaign':
      return `${nameOfSku(shop, refusal.sku)} is no longer available.`
    case 'units-out-of-bounds':
      return `You can have 1 to ${mostOfOneSku} of ${nameOfSku(shop, refusal.sku)}.`
    case 'units-not-there':
      return refusal.left === 0
        ? `${nameOfSku(shop, refusal.sku)} has sold out.`
        : leftText(refusal.left, nameOfSku(shop, refusal.sku))
    case 'not-enough-stock':
      return shortStockText(shop, refusal.sku)
  }
}

/** Returns whether the recipient can solve the problem by changing the cart. */
export const isCartProblem = <R extends { refused: string }>(
  refusal: R | CartProblem,
): refusal is CartProblem => 'sku' in refusal || refusal.refused.startsWith('cart-')
