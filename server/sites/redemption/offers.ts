import { type Cart, type CartRejection, maxOfOneSku, unitsOf } from '../../domain/cart.ts'
import type { Rejection } from '../../domain/rejection.ts'
import { listOffers, type Offer } from '../../store/campaigns.ts'
import type { HeldInvite } from '../../store/invites.ts'
import { findCart } from '../../store/invites.ts'
import type { Reader } from '../../store/store.ts'
import { withImage } from '../../store/variants.ts'

/** Returns a count with its noun: `1 item`, `2 items`. */
export const countText = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`

export type Choice = Offer & {
  /** The values of the product's options. */
  values: readonly string[]
  /** The values as one text; empty if the product has one variant. */
  label: string
  stock: { text: string; tone: 'good' | 'low' | 'gone' }
  isAvailable: boolean
  /** The most units that a cart may have. */
  most: number
}

export type Product = {
  anchor: string
  title: string
  /** The names of the options, such as `Color` and `Size`. */
  options: readonly string[]
  choices: readonly Choice[]
}

export type Line = {
  sku: string
  quantity: number
  /** Undefined if the SKU is no longer offered. */
  choice: Choice | undefined
  /** Why the line cannot be ordered. */
  problem: string | undefined
}

/** The products of an invite's campaign, and the invite's cart. */
export type Offers = {
  products: readonly Product[]
  choices: ReadonlyMap<string, Choice>
  cart: Cart
  lines: readonly Line[]
}

const areDistinct = (names: readonly string[]): boolean => new Set(names).size === names.length

/**
 * Returns the names of a product's options, such as `Color` and `Size`, and their values for each variant.
 * Variants with other options or the same values are named by their titles, or else by their SKUs. A
 * product with one variant has no options.
 */
const namesOf = (variants: readonly Offer[]): { options: string[]; values: string[][] } => {
  if (variants.length === 1) return { options: [], values: [[]] }
  const options = Object.keys(variants[0]?.options ?? {})
  const values = variants.map((each) => options.map((name) => each.options[name] ?? ''))
  const sameOptions = new Set(
    variants.map((each) => JSON.stringify(Object.keys(each.options).toSorted())),
  )
  if (sameOptions.size === 1 && areDistinct(values.map((each) => each.join(', '))))
    return { options, values }
  const titles = variants.map(({ title }) => title)
  const names = areDistinct(titles) ? titles : variants.map(({ sku }) => `Item ${sku}`)
  return { options: ['Option'], values: names.map((name) => [name]) }
}

const stockOf = ({ servable, productionTime }: Offer, backorders: boolean): Choice['stock'] => {
  if (servable >= maxOfOneSku) return { text: 'In stock', tone: 'good' }
  if (servable > 0)
    return { text: `Only ${servable} left${backorders ? ', more to order' : ''}`, tone: 'low' }
  return backorders
    ? { text: `Made to order, ${countText(productionTime, 'day')}`, tone: 'low' }
    : { text: 'Sold out', tone: 'gone' }
}

/** Groups variants by product: by id, or by title if each variant has an id. Keeps the campaign's order. */
const productsOf = (offers: readonly Offer[], backorders: boolean): Product[] => {
  const titles = new Map(offers.map(({ id, title }) => [id, title]))
  return [...Map.groupBy(offers, ({ id }) => titles.get(id)).values()].map((group, i) => {
    const title = group[0]?.title ?? ''
    const { options, values: valuesOf } = namesOf(group)
    const choices = group.map((offer, n): Choice => {
      const values = valuesOf[n] ?? []
      return {
        ...offer,
        title,
        values,
        label: values.join(', '),
        stock: stockOf(offer, backorders),
        isAvailable: offer.servable > 0 || backorders,
        most: backorders ? maxOfOneSku : Math.min(offer.servable, maxOfOneSku),
      }
    })
    return { anchor: `product-${i + 1}`, title, options, choices }
  })
}

const problemOf = (
  quantity: number,
  choice: Choice | undefined,
  backorders: boolean,
): string | undefined => {
  if (!choice) return 'No longer offered'
  if (backorders || quantity <= choice.servable) return undefined
  return choice.servable === 0 ? 'Sold out' : `Only ${choice.servable} left`
}

export const readOffers = async (
  reader: Reader,
  { account, id, campaignId, campaign }: HeldInvite,
  cdnUrl: string,
): Promise<Offers> => {
  const [offers, cart] = await Promise.all([
    listOffers(reader, account, campaignId),
    findCart(reader, account, id),
  ])
  const backorders = campaign.allowOutOfStockOrders
  const products = productsOf(
    offers.map((offer) => withImage(offer, cdnUrl)),
    backorders,
  )
  const choices = new Map(
    products.flatMap((product) => product.choices.map((choice) => [choice.sku, choice])),
  )
  const lines = cart.map(({ sku, quantity }): Line => {
    const choice = choices.get(sku)
    return { sku, quantity, choice, problem: problemOf(quantity, choice, backorders) }
  })
  return { products, choices, cart, lines }
}

/** Returns the number of units in a cart. */
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

export type CartProblem = CartRejection | Extract<Rejection, { sku: string }>

/** Returns whether the recipient can solve the problem by changing the cart. */
export const isCartProblem = <R extends { rejected: string }>(
  rejection: R | CartProblem,
): rejection is CartProblem => 'sku' in rejection || rejection.rejected.startsWith('cart-')

const maxSkuCharacters = 200

/** Returns the query of a page that explains a problem. */
export const problemQuery = (problem: CartProblem): string => {
  const fields = Object.entries(problem).map(([name, value]): [string, string] => [
    name,
    // A form may name a SKU of any length, and a redirect cannot.
    String(value).slice(0, maxSkuCharacters),
  ])
  return `?${new URLSearchParams(fields)}`
}

/** Returns the problem that a page explains. @param query returns a parameter of the page. */
export const problemIn = (query: (name: string) => string | undefined): CartProblem | undefined => {
  const rejected = query('rejected')
  const sku = query('sku') ?? ''
  switch (rejected) {
    case 'cart-changed':
      return { rejected }
    case 'sku-not-offered':
    case 'sku-not-in-campaign':
    case 'units-out-of-bounds':
    case 'not-enough-stock':
      return { rejected, sku }
    case 'units-not-there':
      return { rejected, sku, left: Number.parseInt(query('left') ?? '', 10) || 0 }
    default:
      return undefined
  }
}

/** Returns why a line of a cart cannot be ordered, if it has a problem. */
export const problemOfLine = ({ sku, choice }: Line): CartProblem => ({
  rejected: choice ? 'not-enough-stock' : 'sku-not-in-campaign',
  sku,
})

const leftText = (units: number, name: string): string =>
  units === 0
    ? `${name} has sold out.`
    : `Only ${units} of ${name} ${units === 1 ? 'is' : 'are'} left.`

/** Returns why a cart change or an order was rejected. */
export const cartProblemText = ({ choices, cart }: Offers, problem: CartProblem): string => {
  if (problem.rejected === 'cart-changed')
    return 'Your cart was changed in another tab. Check it, then place the order.'
  const { sku } = problem
  const choice = choices.get(sku)
  const name = lineName({ sku, choice })
  switch (problem.rejected) {
    case 'sku-not-offered':
    case 'sku-not-in-campaign':
      return `${name} is no longer available.`
    case 'units-out-of-bounds':
      return `You can have 1 to ${maxOfOneSku} of ${name}.`
    case 'units-not-there':
      return leftText(problem.left, name)
    case 'not-enough-stock': {
      const servable = choice?.servable ?? 0
      // An order ships from one warehouse, so stock can also be short for a combination of products.
      if (servable >= unitsOf(cart, sku))
        return `${name} ships from another warehouse than the rest of your cart. An order ships from one.`
      const advice = servable === 0 ? '' : ' Reduce the quantity to continue.'
      return leftText(servable, name) + advice
    }
  }
}
