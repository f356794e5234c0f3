import type { Cart } from '../../domain/cart.ts'
import { unitsOf } from '../../domain/cart.ts'
import { findCart } from '../../store/redemption/carts.ts'
import type { HeldInvite } from '../../store/redemption/held-invites.ts'
import { listOffers, type Offer } from '../../store/redemption/offers.ts'
import type { Reader } from '../../store/store.ts'
import { withImage } from '../../store/variants.ts'
import { type StockText, stockText } from './texts/stock-text.ts'
import { variantLabels } from './texts/variant-labels.ts'

/** A variant that can be chosen. */
export type Choice = Offer & {
  /** The name among the product's variants; empty if there is only one. */
  label: string
  stock: StockText
  isAvailable: boolean
  inCart: number
}

/** A product with its variants. */
export type Product = { anchor: string; title: string; choices: readonly Choice[] }

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
const productsOf = (offers: readonly Offer[], backorders: boolean, cart: Cart): Product[] => {
  const groups = Map.groupBy(offers, ({ id }) => id)
  return [...groups.values()].map((group, i) => {
    const labels = variantLabels(group.map(({ sku }) => sku))
    const choices = group.map((offer, n): Choice => {
      const { servable, productionTime } = offer
      return {
        ...offer,
        label: labels[n] ?? '',
        stock: stockText(servable, backorders, productionTime),
        isAvailable: servable > 0 || backorders,
        inCart: unitsOf(cart, offer.sku),
      }
    })
    return { anchor: `product-${i + 1}`, title: group[0]?.title ?? '', choices }
  })
}

const problemOfLine = (
  quantity: number,
  choice: Choice | undefined,
  backorders: boolean,
): string | undefined => {
  if (!choice) return 'No longer offered'
  if (backorders || quantity <= choice.servable) return undefined
  return choice.servable === 0 ? 'Sold out meanwhile' : `Only ${choice.servable} left`
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
  const offers = await listOffers(reader, account, campaignId)
  const cart = await findCart(reader, account, id)
  const backorders = campaign.allowOutOfStockOrders
  const products = productsOf(
    offers.map((offer) => withImage(offer, cdnUrl)),
    backorders,
    cart,
  )
  const lines = cart.map(({ sku, quantity }): Line => {
    const choice = findChoice({ products }, sku)
    return { sku, quantity, choice, problem: problemOfLine(quantity, choice, backorders) }
  })
  return { products, cart, lines }
}
