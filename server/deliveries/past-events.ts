import type { components } from '../../generated/types.ts'
import { webhookExamples } from '../../generated/webhook-examples.ts'
import type { WebhookName, WebhookPayloads } from '../../generated/webhooks.ts'
import type { Cart } from '../domain/cart.ts'
import { type AccountId, toId } from '../domain/ids.ts'
import { listOffers } from '../store/campaigns.ts'
import { type EventInvite, findCart, findInvite, redemptionOfInvite } from '../store/invites.ts'
import { findOrder } from '../store/orders.ts'
import type { Reader } from '../store/store.ts'
import {
  cartUpdated,
  inviteRedeemed,
  inviteViewed,
  type OrderEventName,
  orderEvent,
} from './payloads.ts'

type Order = components['schemas']['Order']

/** The status that an order has at an event, and whether an order has had the event. */
const past: Record<OrderEventName, { status: Order['status']; had: (order: Order) => boolean }> = {
  'order.created': { status: 'AWAITING_SHIPMENT', had: () => true },
  'order.shipped': { status: 'SHIPPED', had: ({ shipDate }) => shipDate !== null },
  'order.delivered': { status: 'SHIPPED', had: ({ deliveredAt }) => deliveredAt !== null },
  'order.cancelled': { status: 'CANCELLED', had: ({ status }) => status === 'CANCELLED' },
  'order.returned': { status: 'RETURNED', had: ({ status }) => status === 'RETURNED' },
}

/** Returns the payload of an event in an order's past, or nothing if the order never had that event. */
export const pastOrderEvent = (event: OrderEventName, order: Order) => {
  const { status, had } = past[event]
  return had(order) ? orderEvent(event, { ...order, status }) : undefined
}

/**
 * Returns the payload of an event in the past of an order or invite, as they are now. Nothing if it is not known that
 * they had it.
 */
export const pastEventOf = async (
  reader: Reader,
  account: AccountId,
  event: WebhookName,
  subject: string,
): Promise<WebhookPayloads[WebhookName] | undefined> => {
  if (isOrderEvent(event)) {
    const order = await findOrder(reader, account, toId('ord', subject))
    return order && pastOrderEvent(event, order)
  }
  if (!isInviteEvent(event)) return undefined
  const invite = await findInvite(reader, account, toId('inv', subject))
  if (!invite) return undefined
  const isEmpty = (await findCart(reader, account, invite.id)).length === 0
  // Earlier contents of a cart are not kept.
  if (event === 'invite.cart_updated' && isEmpty) return undefined
  return exampleInviteEvent(reader, account, event, invite)
}

export function isOrderEvent(event: WebhookName): event is OrderEventName {
  return event.startsWith('order.')
}

export function isInviteEvent(event: WebhookName): event is InviteEvent {
  return event.startsWith('invite.')
}

export type InviteEvent = Extract<WebhookName, `invite.${string}`>

const pages = {
  viewed: webhookExamples['invite.viewed'].data.eventDetails?.page ?? '',
  cart: webhookExamples['invite.cart_updated'].data.eventDetails.page,
}

/** Returns an example payload of an event for an invite, or nothing if the invite cannot have that event. */
export const exampleInviteEvent = async (
  reader: Reader,
  account: AccountId,
  event: InviteEvent,
  invite: EventInvite,
): Promise<WebhookPayloads[InviteEvent] | undefined> => {
  switch (event) {
    case 'invite.viewed':
      return inviteViewed(invite, pages.viewed)
    case 'invite.cart_updated': {
      const cart = await cartOf(reader, account, invite)
      return cart.length === 0 ? undefined : cartUpdated(invite, 'CART_ADD', pages.cart, cart)
    }
    case 'invite.redeemed': {
      const redemption = await redemptionOfInvite(reader, account, invite.id)
      return redemption && inviteRedeemed(invite, redemption.order.products)
    }
  }
}

/** Returns the invite's cart. If it is empty, returns a cart with the campaign's first offer. */
async function cartOf(reader: Reader, account: AccountId, invite: EventInvite): Promise<Cart> {
  const cart = await findCart(reader, account, invite.id)
  if (cart.length > 0) return cart
  const [offer] = await listOffers(reader, account, invite.campaignId)
  return offer ? [{ sku: offer.sku, quantity: 1 }] : []
}
