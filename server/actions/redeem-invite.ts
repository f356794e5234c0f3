import type { components } from '../../generated/types.ts'
import { inviteRedeemed } from '../deliveries/payloads.ts'
import { type CartRejection, cartStamp } from '../domain/cart.ts'
import { timestamp } from '../domain/clock.ts'
import { rejectsRedemption } from '../domain/invite.ts'
import { recipientOf, unsetFields } from '../domain/order.ts'
import { isRejection, type Rejection } from '../domain/rejection.ts'
import { lockStockOf } from '../store/inventory.ts'
import {
  emptyCart,
  findOfferedCart,
  type InviteKeys,
  lockInvite,
  useInvite,
} from '../store/invites.ts'
import type { EventTransaction } from './actions.ts'
import { placeAllowedOrder } from './place-order.ts'

type Schemas = components['schemas']

/** A recipient's request to order the cart. */
type RedemptionRequest = {
  shipTo: Schemas['ShipTo']
  /** The stamp of the cart that the checkout page showed. */
  seen: string
  /** The digest of the browser session. */
  session: string
}

/**
 * Places an order for an invite's cart and marks the invite as used. Of two concurrent requests, the
 * second is rejected because the invite is used (specification §3). Emits order.created, then
 * invite.redeemed.
 */
export const redeemInvite = async (
  transaction: EventTransaction,
  keys: InviteKeys,
  { shipTo, seen, session }: RedemptionRequest,
  now: number,
): Promise<Schemas['Order'] | CartRejection | Rejection> => {
  const { account, id, campaignId } = keys
  const takenNumber = transaction.takeOrderNumber()
  const [invite, { cart, notOffered }] = await Promise.all([
    lockInvite(transaction, keys),
    findOfferedCart(transaction, keys),
  ])
  if (!invite) return { rejected: 'invite-not-found' }
  const rejection = rejectsRedemption(invite, invite.campaign, now)
  if (rejection) return rejection

  if (cart.length === 0 || cartStamp(cart) !== seen) return { rejected: 'cart-changed' }
  if (notOffered !== undefined) return { rejected: 'sku-not-offered', sku: notOffered }

  const skus = cart.map(({ sku }) => sku)
  const stock = await lockStockOf(transaction, account, skus)
  const order = await placeAllowedOrder(
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
    { stock, takenNumber, allowOutOfStockOrders: invite.campaign.allowOutOfStockOrders },
    now,
  )
  if (isRejection(order)) return order
  transaction.emit(account, inviteRedeemed(invite, cart))
  await Promise.all([
    useInvite(transaction, { account, id, order: order.id, at: timestamp(now), session }),
    emptyCart(transaction, account, id),
  ])
  return order
}
