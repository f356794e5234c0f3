import type { components } from '../../generated/types.ts'
import { type CartRefusal, cartStamp } from '../domain/cart.ts'
import { timestamp } from '../domain/clock.ts'
import { type InviteRefusal, refusesRedemption } from '../domain/invite.ts'
import { recipientOf, unsetFields } from '../domain/order.ts'
import { isRefusal, type Refusal } from '../domain/refusal.ts'

import { inviteRedeemed } from '../events/payloads/invite-payload.ts'
import { useInvite } from '../store/invites.ts'
import { emptyCart, findCart } from '../store/redemption/carts.ts'
import { findHeldInvite } from '../store/redemption/held-invites.ts'

import { listOffers } from '../store/redemption/offers.ts'
import type { EventTransaction } from './actions.ts'
import { placeOrder } from './place-order.ts'

type Schemas = components['schemas']

/** A recipient's request to order the cart. */
export type RedemptionRequest = {
  shipTo: Schemas['ShipTo']
  /** The stamp of the cart that the checkout page showed. */
  seen: string
  /** The digest of the browser session. */
  session: string
}

/**
 * Places an order for an invite's cart and marks the invite as used. Of two concurrent requests, the
 * second is refused because the invite is used (specification §3). Emits order.created, then
 * invite.redeemed.
 */
export const redeemInvite = async (
  transaction: EventTransaction,
  slug: string,
  { shipTo, seen, session }: RedemptionRequest,
  now: number,
): Promise<Schemas['Order'] | InviteRefusal | CartRefusal | Refusal> => {
  const invite = await findHeldInvite(transaction, slug)
  if (!invite) return { refused: 'invite-not-found' }
  const refusal = refusesRedemption(invite, invite.campaign, now)
  if (refusal) return refusal

  const { account, id, campaignId } = invite
  const cart = await findCart(transaction, account, id)
  if (cart.length === 0) return { refused: 'cart-empty' }
  if (cartStamp(cart) !== seen) return { refused: 'cart-changed' }
  const offered = new Set(
    (await listOffers(transaction, account, campaignId)).map(({ sku }) => sku),
  )
  const gone = cart.find(({ sku }) => !offered.has(sku))
  if (gone) return { refused: 'sku-not-offered', sku: gone.sku }

  const order = await placeOrder(
    transaction,
    account,
    {
      ...unsetFields,
      campaignId,
      orderSource: 'REDEMPTION',
      recipient: recipientOf(shipTo),
      companyName: shipTo.companyName ?? '',
      products: [...cart],
      warehouse: undefined,
    },
    now,
  )
  if (isRefusal(order)) return order
  useInvite(transaction, { account, id, order: order.id, at: timestamp(now), session })
  emptyCart(transaction, account, id)
  transaction.emit(account, inviteRedeemed(invite, cart))
  return order
}
