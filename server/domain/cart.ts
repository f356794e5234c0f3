import { createHash } from 'node:crypto'
import type { components } from '../../generated/types.ts'

type OrderLine = components['schemas']['OrderLine']

/** What a recipient has chosen, in the order of choosing; each SKU stands on one line. */
export type Cart = readonly OrderLine[]

/** What `invite.cart_updated` says has happened (specification §6). */
export type CartEventType =
  components['schemas']['InviteCartUpdatedData']['eventDetails']['eventType']

/** Most units of one SKU in a cart. Designed: the specification names no bound, and an invite is one person's. */
export const mostOfOneSku = 10

/** Why a cart is left as it is, or cannot be ordered. */
export type CartRefusal =
  | { refused: 'cart-empty' }
  | { refused: 'cart-changed' }
  | { refused: 'sku-not-offered'; sku: string }
  | { refused: 'units-out-of-bounds'; sku: string }
  | { refused: 'units-not-there'; sku: string; left: number }

/** What a recipient asks for: some units more, a number of units, or none. */
export type CartChange = { sku: string; do: 'add' | 'update' | 'remove'; quantity: number }

/** The units of a SKU in a cart. */
export const unitsOf = (cart: Cart, sku: string): number =>
  cart.find((line) => line.sku === sku)?.quantity ?? 0

/** The units of its SKU that a change leaves in a cart. */
export const unitsAfter = (before: number, change: CartChange): number => {
  switch (change.do) {
    case 'add':
      return before + change.quantity
    case 'update':
      return change.quantity
    case 'remove':
      return 0
  }
}

/** Which event a change of a SKU's units is; none if nothing changed. */
export const cartEventOf = (before: number, after: number): CartEventType | undefined => {
  if (before === after) return undefined
  if (before === 0) return 'CART_ADD'
  return after === 0 ? 'CART_REMOVE' : 'CART_UPDATE'
}

/** Tells carts apart, so that nobody orders what another tab has put into theirs meanwhile. */
export const cartStamp = (cart: Cart): string =>
  createHash('sha256')
    .update(JSON.stringify(cart.map(({ sku, quantity }) => [sku, quantity])))
    .digest('base64url')

/** Whether a cart may hold so many units of a SKU. */
export const isWithinBounds = (units: number): boolean =>
  Number.isInteger(units) && units >= 1 && units <= mostOfOneSku
