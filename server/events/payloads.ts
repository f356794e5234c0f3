import type { components } from '../../generated/types.ts'
import { type WebhookPayloads, webhooks } from '../../generated/webhooks.ts'
import type { Cart, CartEventType } from '../domain/cart.ts'

type EventDescription = components['schemas']['EventDescription']

/** The events that a subscription can list, as described in the document. */
export const catalog: EventDescription[] = Object.values(webhooks).flatMap((webhook) =>
  'category' in webhook
    ? [{ name: webhook.name, category: webhook.category, description: webhook.fires }]
    : [],
)

type Order = components['schemas']['Order']
type Unshipped = 'order.created' | 'order.cancelled'
type Shipped = 'order.shipped' | 'order.delivered' | 'order.returned'

export type OrderEventName = Unshipped | Shipped

const orderData = ({ id, orderNumber, status, campaignId, products }: Order) => ({
  orderId: id,
  orderNumber,
  status,
  campaignId,
  products,
})

/** Returns the payload for an order that has not shipped. Its tracking fields are null (specification §6). */
const unshippedEvent = <Name extends Unshipped>(
  event: Name,
  order: Order,
): { event: Name; data: WebhookPayloads[Name]['data'] } => ({
  event,
  data: { ...orderData(order), trackingNumber: null, carrierCode: null, shipDate: null },
})

/** Returns the payload for an order that has shipped (specification §6). */
const shippedEvent = <Name extends Shipped>(
  event: Name,
  order: Order,
): { event: Name; data: WebhookPayloads[Name]['data'] } => ({
  event,
  data: {
    ...orderData(order),
    // Imported orders may have shipped without a known carrier or tracking number.
    trackingNumber: order.trackingNumber || null,
    carrierCode: order.carrierCode || null,
    shipDate: order.shipDate,
  },
})

/** Returns the payload for any order event (specification §6). */
export const orderEvent = (event: OrderEventName, order: Order): WebhookPayloads[OrderEventName] =>
  event === 'order.created' || event === 'order.cancelled'
    ? unshippedEvent(event, order)
    : shippedEvent(event, order)

/** The invite that an event is about. */
type Subject = Pick<components['schemas']['Invite'], 'inviteNumber' | 'email'> & {
  id: string
  campaignId: string
}

const inviteData = ({ id, inviteNumber, email, campaignId }: Subject) => ({
  inviteId: id,
  inviteNumber,
  email: email === '' ? null : email,
  campaignId,
  campaignTitle: null,
})

/** Returns the payload for an opened invite page (specification §6). */
export const inviteViewed = (invite: Subject, page: string): WebhookPayloads['invite.viewed'] => ({
  event: 'invite.viewed',
  data: { ...inviteData(invite), eventDetails: { page } },
})

/**
 * Returns the payload for a changed cart (specification §6).
 * @param cart the cart after the change.
 */
export const cartUpdated = (
  invite: Subject,
  eventType: CartEventType,
  page: string,
  cart: Cart,
): WebhookPayloads['invite.cart_updated'] => ({
  event: 'invite.cart_updated',
  data: { ...inviteData(invite), eventDetails: { eventType, page, cartItems: [...cart] } },
})

/**
 * Returns the payload for an invite that became an order (specification §6).
 * @param cart the cart that was ordered.
 */
export const inviteRedeemed = (
  invite: Subject,
  cart: Cart,
): WebhookPayloads['invite.redeemed'] => ({
  event: 'invite.redeemed',
  data: {
    ...inviteData(invite),
    eventDetails: { eventType: 'ORDER_COMPLETE', cartItems: [...cart] },
  },
})

/** Returns the payload of a test delivery (specification §6). */
export const testEvent = (timestamp: string): WebhookPayloads['webhook.test'] => ({
  event: 'webhook.test',
  data: { message: 'Your webhook endpoint is configured correctly.', timestamp },
})
