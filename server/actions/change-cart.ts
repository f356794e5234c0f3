import {
  type Cart,
  type CartChange,
  type CartRefusal,
  cartEventOf,
  isWithinBounds,
  unitsAfter,
  unitsOf,
} from '../domain/cart.ts'
import { type InviteRefusal, refusesRedemption } from '../domain/invite.ts'
import type { Refusal } from '../domain/refusal.ts'
import { cartUpdated } from '../events/payloads/invite-payload.ts'
import { findCart, writeCartLine } from '../store/redemption/carts.ts'
import { findHeldInvite, type HeldInvite } from '../store/redemption/held-invites.ts'
import { listOffers } from '../store/redemption/offers.ts'
import type { Transaction } from '../store/store.ts'
import type { EventTransaction } from './actions.ts'

/** Returns why the cart cannot hold this many units of the SKU; undefined if it can. */
const refusesUnits = async (
  transaction: Transaction,
  { account, campaignId, campaign }: HeldInvite,
  { sku, quantity }: CartChange,
  units: number,
): Promise<CartRefusal | undefined> => {
  const offers = await listOffers(transaction, account, campaignId)
  const offer = offers.find((each) => each.sku === sku)
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
  slug: string,
  change: CartChange,
  page: string,
  now: number,
): Promise<{ cart: Cart } | InviteRefusal | CartRefusal | Refusal> => {
  const invite = await findHeldInvite(transaction, slug)
  if (!invite) return { refused: 'invite-not-found' }
  const refusal = refusesRedemption(invite, invite.campaign, now)
  if (refusal) return refusal

  const { account, id } = invite
  const { sku } = change
  const before = unitsOf(await findCart(transaction, account, id), sku)
  const after = unitsAfter(before, change)
  if (change.do !== 'remove') {
    const refused = await refusesUnits(transaction, invite, change, after)
    if (refused) return refused
  }
  const event = cartEventOf(before, after)
  if (event) writeCartLine(transaction, account, id, { sku, quantity: after })
  const cart = await findCart(transaction, account, id)
  if (event) transaction.emit(account, cartUpdated(invite, event, page, cart))
  return { cart }
}
