import { cartUpdated } from '../deliveries/payloads.ts'
import {
  type Cart,
  type CartChange,
  type CartRejection,
  cartEventOf,
  isWithinBounds,
  unitsAfter,
  unitsOf,
  withUnits,
} from '../domain/cart.ts'
import { rejectsRedemption } from '../domain/invite.ts'
import type { Rejection } from '../domain/rejection.ts'
import { listOffers, type Offer } from '../store/campaigns.ts'
import {
  findCart,
  type HeldInvite,
  type InviteKeys,
  lockInvite,
  writeCartLine,
} from '../store/invites.ts'
import type { EventTransaction } from './actions.ts'

/**
 * Changes the cart of an invite, or returns a rejection and changes nothing. Emits invite.cart_updated if
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
): Promise<{ cart: Cart } | CartRejection | Rejection> => {
  const { account, id, campaignId } = keys
  const { sku } = change
  const needsOffer = change.do !== 'remove'
  const [invite, cart, [offer]] = await Promise.all([
    lockInvite(transaction, keys),
    findCart(transaction, account, id),
    needsOffer ? listOffers(transaction, account, campaignId, sku) : [],
  ])
  if (!invite) return { rejected: 'invite-not-found' }
  const rejection = rejectsRedemption(invite, invite.campaign, now)
  if (rejection) return rejection

  const before = unitsOf(cart, sku)
  const units = unitsAfter(before, change)
  const rejected = needsOffer ? rejectsUnits(invite, offer, change, units) : undefined
  if (rejected) return rejected
  const event = cartEventOf(before, units)
  if (!event) return { cart }
  const after = withUnits(cart, sku, units)
  transaction.emit(account, cartUpdated(invite, event, page, after))
  await writeCartLine(transaction, account, id, { sku, quantity: units })
  return { cart: after }
}

/** Returns why the cart cannot hold this many units of the SKU; undefined if it can. */
function rejectsUnits(
  { campaign }: HeldInvite,
  offer: Offer | undefined,
  { sku, quantity }: CartChange,
  units: number,
): CartRejection | undefined {
  if (!offer) return { rejected: 'sku-not-offered', sku }
  if (!isWithinBounds(quantity) || !isWithinBounds(units))
    return { rejected: 'units-out-of-bounds', sku }
  if (units > offer.servable && !campaign.allowOutOfStockOrders)
    return { rejected: 'units-not-there', sku, left: offer.servable }
  return undefined
}
