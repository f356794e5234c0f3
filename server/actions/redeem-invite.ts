import type { components } from '../../generated/types.ts'
import { type Cart, type CartRefusal, cartStamp } from '../domain/cart.ts'
import { timestamp } from '../domain/clock.ts'
import { type InviteRefusal, refusesRedemption } from '../domain/invite.ts'
import { unsetFields } from '../domain/order.ts'
import { recipientOf } from '../domain/recipient.ts'
import { isRefusal, type Refusal } from '../domain/refusal.ts'
import { emptyCart, findCart } from '../store/carts.ts'
import { findHeldInvite, type HeldInvite } from '../store/held-invites.ts'
import { useInvite } from '../store/invites.ts'
import { listOffers } from '../store/offers.ts'
import type { Transaction } from '../store/store.ts'
import { placeOrder } from './place-order.ts'

type Schemas = components['schemas']

/** What a recipient asks for: an address, and the cart that they have seen, by its stamp. */
export type RedemptionRequest = { shipTo: Schemas['ShipTo']; seen: string }

/** An invite that has just become an order. */
export type Redeemed = { invite: HeldInvite; cart: Cart; order: Schemas['Order'] }

/**
 * Makes an order of an invite's cart and uses the invite up, all or nothing: of two who try, the
 * second is told that it was used (specification §3).
 */
export const redeemInvite = async (
  transaction: Transaction,
  slug: string,
  { shipTo, seen }: RedemptionRequest,
  now: number,
): Promise<Redeemed | InviteRefusal | CartRefusal | Refusal> => {
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
  await useInvite(transaction, { account, id, order: order.id, at: timestamp(now) })
  await emptyCart(transaction, account, id)
  return { invite, cart, order }
}
