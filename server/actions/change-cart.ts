import {
  type Cart,
  type CartChange,
  type CartEventType,
  type CartRefusal,
  cartEventOf,
  isWithinBounds,
  unitsAfter,
  unitsOf,
} from '../domain/cart.ts'
import { type InviteRefusal, refusesRedemption } from '../domain/invite.ts'
import type { Refusal } from '../domain/refusal.ts'
import { findCart, writeCartLine } from '../store/carts.ts'
import { findHeldInvite, type HeldInvite } from '../store/held-invites.ts'
import { listOffers } from '../store/offers.ts'
import type { Transaction } from '../store/store.ts'

/** A cart after a change, and which event that is; none if nothing changed. */
export type ChangedCart = { invite: HeldInvite; cart: Cart; event: CartEventType | undefined }

/** Why a change cannot leave so many units, or nothing if it can. */
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
 * Changes the cart of an invite, or refuses and leaves it as it is. Nothing is set aside for a cart:
 * stock is promised to orders alone.
 */
export const changeCart = async (
  transaction: Transaction,
  slug: string,
  change: CartChange,
  now: number,
): Promise<ChangedCart | InviteRefusal | CartRefusal | Refusal> => {
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
  if (event) await writeCartLine(transaction, account, id, { sku, quantity: after })
  return { invite, cart: await findCart(transaction, account, id), event }
}
