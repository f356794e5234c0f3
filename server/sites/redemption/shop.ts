import type { Cart } from '../../domain/cart.ts'
import { mostOfOneSku } from '../../domain/cart.ts'
import { findCart } from '../../store/redemption/carts.ts'
import type { HeldInvite } from '../../store/redemption/held-invites.ts'
import { listOffers, type Offer } from '../../store/redemption/offers.ts'
import type { Reader } from '../../store/store.ts'
import { withImage } from '../../store/variants.ts'
import { type StockText, stockText } from './texts/stock-text.ts'
import { variantNames } from './texts/variant-names.ts'

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

/** The variants of a product with the same value of its first option. */
export type ChoiceGroup = { name: string; choices: readonly Choice[] }

export const groupsOf = ({ choices }: Product): ChoiceGroup[] =>
  [...Map.groupBy(choices, ({ values }) => values[0] ?? '')].map(([name, choices]) => ({
    name,
    choices,
  }))

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

/** Returns whether a text has the form of a product's anchor. */
export const isAnchor = (text: string): boolean => /^product-[0-9]{1,9}$/.test(text)

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
