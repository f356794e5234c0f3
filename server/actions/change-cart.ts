import {
  type Cart,
  type CartChange,
  type CartRefusal,
  cartEventOf,
  isWithinBounds,
  unitsAfter,
  unitsOf,
  withUnits,
} from '../domain/cart.ts'
import { type InviteRefusal, refusesRedemption } from '../domain/invite.ts'
import type { Refusal } from '../domain/refusal.ts'
import { cartUpdated } from '../events/payloads/invite-payload.ts'
import { findCart, writeCartLine } from '../store/redemption/carts.ts'
import {
  findInviteByKeys,
  type HeldInvite,
  type InviteKeys,
} from '../store/redemption/held-invites.ts'
import { findOffer, type Offer } from '../store/redemption/offers.ts'
import type { EventTransaction } from './actions.ts'

/** Returns why the cart cannot hold this many units of the SKU; undefined if it can. */
const refusesUnits = (
  { campaign }: HeldInvite,
  offer: Offer | undefined,
  { sku, quantity }: CartChange,
  units: number,
): CartRefusal | undefined => {
  if (!offer) return { refused: 'sku-not-offered', sku }
  if (!isWithinBounds(quantity) || !isWithinBounds(units))
    return { refused: 'units-out-of-bounds', sku }
  if (units > offer.servable && !campaign.allowOutOfStockOrders)
    return { refused: 'units-not-there', sku, left: offer.servable }
  return undefined
}

/**
 * Changes the cart of an invite, or returns a refusal and changes nothing. Emits invite.cart_updated if
 * the cart differs afterwards. A cart allocates no stock; only orders do.
 * @param page the page of the change, as the event names it.
 * @returns the cart after the change.
 */
export const changeCart = async (
  transaction: EventTransaction,
  keys: InviteKeys,
  change: CartChange,
  page: string,
  now: number,
): Promise<{ cart: Cart } | InviteRefusal | CartRefusal | Refusal> => {
  const { account, id, campaignId } = keys
  const { sku } = change
  const needsOffer = change.do !== 'remove'
  const [invite, cart, offer] = await Promise.all([
    findInviteByKeys(transaction, keys),
    findCart(transaction, account, id),
    needsOffer ? findOffer(transaction, account, campaignId, sku) : undefined,
  ])
  if (!invite) return { refused: 'invite-not-found' }
  const refusal = refusesRedemption(invite, invite.campaign, now)
  if (refusal) return refusal

  const before = unitsOf(cart, sku)
  const units = unitsAfter(before, change)
  const refused = needsOffer ? refusesUnits(invite, offer, change, units) : undefined
  if (refused) return refused
  const event = cartEventOf(before, units)
  if (!event) return { cart }
  const after = withUnits(cart, sku, units)
  writeCartLine(transaction, account, id, { sku, quantity: units })
  transaction.emit(account, cartUpdated(invite, event, page, after))
  return { cart: after }
}
