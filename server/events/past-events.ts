import type { components } from '../../generated/types.ts'
import { webhookExamples } from '../../generated/webhook-examples.ts'
import type { WebhookName, WebhookPayloads } from '../../generated/webhooks.ts'
import type { Cart } from '../domain/cart.ts'
import type { AccountId } from '../domain/ids.ts'
import { listOffers } from '../store/campaigns.ts'
import { type EventInvite, findCart, redemptionOfInvite } from '../store/invites.ts'
import type { Reader } from '../store/store.ts'
import {
  cartUpdated,
  inviteRedeemed,
  inviteViewed,
  shippedEvent,
  unshippedEvent,
} from './payloads.ts'

type Order = components['schemas']['Order']

export type OrderEvent = Extract<WebhookName, `order.${string}`>

const past: {
  [Name in OrderEvent]: (order: Order) => WebhookPayloads[Name] | undefined
} = {
  'order.created': (order) =>
    unshippedEvent('order.created', { ...order, status: 'AWAITING_SHIPMENT' }),
  'order.shipped': (order) =>
    order.shipDate === null
      ? undefined
      : shippedEvent('order.shipped', { ...order, status: 'SHIPPED' }),
  'order.delivered': (order) =>
    order.deliveredAt === null
      ? undefined
      : shippedEvent('order.delivered', { ...order, status: 'SHIPPED' }),
  'order.cancelled': (order) =>
    order.status === 'CANCELLED' ? unshippedEvent('order.cancelled', order) : undefined,
  'order.returned': (order) =>
    order.status === 'RETURNED' ? shippedEvent('order.returned', order) : undefined,
}

/** Returns the payload of an event in an order's past, or nothing if the order never had that event. */
export const pastOrderEvent = (
  event: OrderEvent,
  order: Order,
): WebhookPayloads[OrderEvent] | undefined => past[event](order)

export type InviteEvent = Extract<WebhookName, `invite.${string}`>

const pages = {
  viewed: webhookExamples['invite.viewed'].data.eventDetails?.page ?? '',
  cart: webhookExamples['invite.cart_updated'].data.eventDetails.page,
}

/** Returns the invite's cart. If it is empty, returns a cart with the campaign's first offer. */
const cartOf = async (reader: Reader, account: AccountId, invite: EventInvite): Promise<Cart> => {
  const cart = await findCart(reader, account, invite.id)
  if (cart.length > 0) return cart
  const [offer] = await listOffers(reader, account, invite.campaignId)
  return offer ? [{ sku: offer.sku, quantity: 1 }] : []
}

/** Returns an example payload of an event for an invite, or nothing if the invite cannot have that event. */
export const pastInviteEvent = async (
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
