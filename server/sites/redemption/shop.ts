import type { Cart } from '../../domain/cart.ts'
import { unitsOf } from '../../domain/cart.ts'
import { findCart } from '../../store/redemption/carts.ts'
import type { HeldInvite } from '../../store/redemption/held-invites.ts'
import { listOffers, type Offer } from '../../store/redemption/offers.ts'
import type { Reader } from '../../store/store.ts'
import { withImage } from '../../store/variants.ts'
import { type StockText, stockText } from './texts/stock-text.ts'
import { variantLabels } from './texts/variant-labels.ts'

/** One variant of a product, to be chosen. */
export type Choice = Offer & {
  /** What tells it from the product's others; empty if there is no other. */
  label: string
  stock: StockText
  /** Whether some can be had. */
  isAvailable: boolean
  inCart: number
}

/** A product with its variants. */
export type Product = { anchor: string; title: string; choices: readonly Choice[] }

/** A line of a cart, or of an order. */
export type Line = {
  sku: string
  quantity: number
  /** What is known of it; nothing if it is not offered any more. */
  choice: Choice | undefined
  /** Why it cannot be ordered as it is. */
  problem: string | undefined
}

/** What a campaign offers, and what of it is in an invite's cart. */
export type Shop = { products: readonly Product[]; cart: Cart; lines: readonly Line[] }

/** Variants under their products, both in the campaign's order. */
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

/** A variant by its SKU. */
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

/** The shop of an invite, as it is now. */
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
