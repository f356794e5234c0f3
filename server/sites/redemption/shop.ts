import { type Cart, type CartRejection, mostOfOneSku, unitsOf } from '../../domain/cart.ts'
import type { Rejection } from '../../domain/rejection.ts'
import { listOffers, type Offer } from '../../store/campaigns.ts'
import { findCart } from '../../store/carts.ts'
import type { HeldInvite } from '../../store/invites.ts'
import type { Reader } from '../../store/store.ts'
import { withImage } from '../../store/variants.ts'

/** Returns a count with its noun: `1 item`, `2 items`. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

type Variant = Pick<Offer, 'title' | 'sku' | 'options'>

const areDistinct = (names: readonly string[]): boolean => new Set(names).size === names.length

const optionsOf = ({ options }: Variant): string => JSON.stringify(Object.keys(options).toSorted())

/**
 * Returns the names of a product's options, such as `Color` and `Size`, and their values for each variant.
 * Values of different variants differ. A product with one variant has no options.
 */
export const variantNames = (
  variants: readonly Variant[],
): { options: string[]; values: string[][] } => {
  if (variants.length < 2) return { options: [], values: variants.map(() => []) }
  const options = Object.keys(variants[0]?.options ?? {})
  const values = variants.map((each) => options.map((name) => each.options[name] ?? ''))
  const haveSameOptions = new Set(variants.map(optionsOf)).size === 1
  if (haveSameOptions && areDistinct(values.map((each) => each.join(', '))))
    return { options, values }
  const titles = variants.map(({ title }) => title)
  const names = areDistinct(titles) ? titles : variants.map(({ sku }) => `Item ${sku}`)
  return { options: ['Option'], values: names.map((name) => [name]) }
}

type StockText = { text: string; tone: 'good' | 'low' | 'gone' }

/**
 * Returns the stock of a variant as text.
 * @param servable the units that one warehouse can ship.
 * @param backorders whether orders may exceed the stock.
 * @param productionTime in days.
 */
export const stockText = (
  servable: number,
  backorders: boolean,
  productionTime: number,
): StockText => {
  if (servable >= mostOfOneSku) return { text: 'In stock', tone: 'good' }
  if (servable > 0)
    return { text: `Only ${servable} left${backorders ? ', more to order' : ''}`, tone: 'low' }
  if (!backorders) return { text: 'Sold out', tone: 'gone' }
  return { text: `Made to order, ${countText(productionTime, 'day')}`, tone: 'low' }
}

/** A variant that can be chosen. */
export type Choice = Offer & {
  /** The values of the product's options. */
  values: readonly string[]
  /** The values as one text; empty if the product has one variant. */
  label: string
  stock: StockText
  isAvailable: boolean
  /** The most units that a cart may have. */
  most: number
}

/** A product with its variants. */
export type Product = {
  anchor: string
  title: string
  /** The names of the options, such as `Color` and `Size`. */
  options: readonly string[]
  choices: readonly Choice[]
}

/** A line of a cart or an order. */
export type Line = {
  sku: string
  quantity: number
  /** Undefined if the SKU is no longer offered. */
  choice: Choice | undefined
  /** Why the line cannot be ordered. */
  problem: string | undefined
}

/** The products of an invite's campaign, and the invite's cart. */
export type Shop = { products: readonly Product[]; cart: Cart; lines: readonly Line[] }

/** Groups variants by product. Keeps the campaign's order. */
const productsOf = (offers: readonly Offer[], backorders: boolean): Product[] => {
  const groups = Map.groupBy(offers, ({ id }) => id)
  return [...groups.values()].map((group, i) => {
    const title = group[0]?.title ?? ''
    const { options, values: valuesOf } = variantNames(group)
    const choices = group.map((offer, n): Choice => {
      const { servable, productionTime } = offer
      const values = valuesOf[n] ?? []
      return {
        ...offer,
        title,
        values,
        label: values.join(', '),
        stock: stockText(servable, backorders, productionTime),
        isAvailable: servable > 0 || backorders,
        most: backorders ? mostOfOneSku : Math.min(servable, mostOfOneSku),
      }
    })
    return { anchor: `product-${i + 1}`, title, options, choices }
  })
}

const problemOfLine = (
  quantity: number,
  choice: Choice | undefined,
  backorders: boolean,
): string | undefined => {
  if (!choice) return 'No longer offered'
  if (backorders || quantity <= choice.servable) return undefined
  return choice.servable === 0 ? 'Sold out' : `Only ${choice.servable} left`
}

export const findChoice = (
  { products }: Pick<Shop, 'products'>,
  sku: string,
): Choice | undefined => {
  for (const { choices } of products) {
    const found = choices.find((choice) => choice.sku === sku)
    if (found) return found
  }
  return undefined
}

/** Reads the invite's products, stock and cart. */
export const readShop = async (
  reader: Reader,
  { account, id, campaignId, campaign }: HeldInvite,
  cdnUrl: string,
): Promise<Shop> => {
  const [offers, cart] = await Promise.all([
    listOffers(reader, account, campaignId),
    findCart(reader, account, id),
  ])
  const backorders = campaign.allowOutOfStockOrders
  const products = productsOf(
    offers.map((offer) => withImage(offer, cdnUrl)),
    backorders,
  )
  const lines = cart.map(({ sku, quantity }): Line => {
    const choice = findChoice({ products }, sku)
    return { sku, quantity, choice, problem: problemOfLine(quantity, choice, backorders) }
  })
  return { products, cart, lines }
}

/** Returns the number of units in a cart or an order. */
export const itemCountText = (lines: readonly { quantity: number }[]): string =>
  countText(
    lines.reduce((sum, { quantity }) => sum + quantity, 0),
    'item',
  )

/** Returns the product and the label of the variant. Names an item that is no longer offered by its SKU. */
export const lineName = ({ choice, sku }: Pick<Line, 'choice' | 'sku'>): string => {
  if (!choice) return `Item ${sku}`
  return choice.label === '' ? choice.title : `${choice.title}, ${choice.label}`
}

const nameOfSku = (shop: Shop, sku: string): string =>
  lineName({ sku, choice: findChoice(shop, sku) })

const leftText = (units: number, name: string): string =>
  `Only ${units} of ${name} ${units === 1 ? 'is' : 'are'} left.`

/** An order ships from one warehouse, so stock can also be short for a combination of products. */
const shortStockText = (shop: Shop, sku: string): string => {
  const name = nameOfSku(shop, sku)
  const servable = findChoice(shop, sku)?.servable ?? 0
  if (servable >= unitsOf(shop.cart, sku))
    return `${name} ships from another warehouse than the rest of your cart. An order ships from one.`
  return servable === 0
    ? `${name} has sold out.`
    : `${leftText(servable, name)} Reduce the quantity to continue.`
}

export type CartProblem = CartRejection | Extract<Rejection, { sku: string }>

/** Returns whether the recipient can solve the problem by changing the cart. */
export const isCartProblem = <R extends { rejected: string }>(
  rejection: R | CartProblem,
): rejection is CartProblem => 'sku' in rejection || rejection.rejected.startsWith('cart-')

/** Returns why a cart change or an order was rejected. */
export const cartProblemText = (shop: Shop, rejection: CartProblem): string => {
  switch (rejection.rejected) {
    case 'cart-empty':
      return 'Your cart is empty.'
    case 'cart-changed':
      return 'Your cart was changed in another tab. Check it, then place the order.'
    case 'sku-not-offered':
    case 'sku-not-in-campaign':
      return `${nameOfSku(shop, rejection.sku)} is no longer available.`
    case 'units-out-of-bounds':
      return `You can have 1 to ${mostOfOneSku} of ${nameOfSku(shop, rejection.sku)}.`
    case 'units-not-there':
      return rejection.left === 0
        ? `${nameOfSku(shop, rejection.sku)} has sold out.`
        : leftText(rejection.left, nameOfSku(shop, rejection.sku))
    case 'not-enough-stock':
      return shortStockText(shop, rejection.sku)
  }
}
