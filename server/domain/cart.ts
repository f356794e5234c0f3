import { createHash } from 'node:crypto'
import type { components } from '../../generated/types.ts'

type OrderLine = components['schemas']['OrderLine']

/** The items that a recipient chose, in the order of choosing. Each SKU has one line. */
export type Cart = readonly OrderLine[]

/** The type of change in an `invite.cart_updated` event (specification §6). */
export type CartEventType =
  components['schemas']['InviteCartUpdatedData']['eventDetails']['eventType']

/** The maximum units of one SKU in a cart. The specification sets no limit; an invite is for one person. */
export const maxOfOneSku = 10

export type CartRejection =
  | { rejected: 'cart-changed' }
  | { rejected: 'sku-not-offered'; sku: string }
  | { rejected: 'units-out-of-bounds'; sku: string }
  | { rejected: 'units-not-there'; sku: string; left: number }

/** A change of a cart: adds units of a SKU, sets their number, or removes the SKU. */
export type CartChange = { sku: string; do: 'add' | 'update' | 'remove'; quantity: number }

export const unitsOf = (cart: Cart, sku: string): number =>
  cart.find((line) => line.sku === sku)?.quantity ?? 0

/** Returns the units of the SKU in a cart after a change. */
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

/** Returns a cart with other units of a SKU. A new line is the last one. */
export const withUnits = (cart: Cart, sku: string, quantity: number): Cart => {
  const line = { sku, quantity }
  if (quantity === 0) return cart.filter((each) => each.sku !== sku)
  if (unitsOf(cart, sku) === 0) return [...cart, line]
  return cart.map((each) => (each.sku === sku ? line : each))
}

/** Returns the event type for a change of a SKU's units, or undefined if they did not change. */
export const cartEventOf = (before: number, after: number): CartEventType | undefined => {
  if (before === after) return undefined
  if (before === 0) return 'CART_ADD'
  return after === 0 ? 'CART_REMOVE' : 'CART_UPDATE'
}

/** Returns a stamp of a cart's content. An order with an old stamp is rejected if another tab changed the cart. */
export const cartStamp = (cart: Cart): string =>
  createHash('sha256')
    .update(JSON.stringify(cart.map(({ sku, quantity }) => [sku, quantity])))
    .digest('base64url')

/** Returns whether a cart may contain this many units of a SKU. */
export const isWithinBounds = (units: number): boolean =>
  Number.isInteger(units) && units >= 1 && units <= maxOfOneSku
