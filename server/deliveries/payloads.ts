import type { components } from '../../generated/types.ts'
import { type WebhookName, type WebhookPayloads, webhooks } from '../../generated/webhooks.ts'
import type { Cart, CartEventType } from '../domain/cart.ts'
import { timestamp } from '../domain/clock.ts'

type EventDescription = components['schemas']['EventDescription']

/** The events that a subscription can list, as described in the document. */
export const catalog: EventDescription[] = Object.values(webhooks).flatMap((webhook) =>
  'category' in webhook
    ? [{ name: webhook.name, category: webhook.category, description: webhook.fires }]
    : [],
)

type Order = components['schemas']['Order']

export type OrderEventName = Extract<WebhookName, `order.${string}`>

/** Returns the payload for any order event. Before a shipment, its tracking fields are null (specification §6). */
export const orderEvent = (
  event: OrderEventName,
  order: Order,
): WebhookPayloads[OrderEventName] => {
  const { id, orderNumber, status, campaignId, products } = order
  const data = { orderId: id, orderNumber, status, campaignId, products }
  if (event === 'order.created' || event === 'order.cancelled')
    return { event, data: { ...data, trackingNumber: null, carrierCode: null, shipDate: null } }
  // Imported orders may have shipped without a known carrier or tracking number.
  const trackingNumber = order.trackingNumber || null
  const carrierCode = order.carrierCode || null
  return { event, data: { ...data, trackingNumber, carrierCode, shipDate: order.shipDate } }
}

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

/** Returns the payload for a changed cart, as it is then (specification §6). */
export const cartUpdated = (
  invite: Subject,
  eventType: CartEventType,
  page: string,
  cart: Cart,
): WebhookPayloads['invite.cart_updated'] => ({
  event: 'invite.cart_updated',
  data: { ...inviteData(invite), eventDetails: { eventType, page, cartItems: [...cart] } },
})

/** Returns the payload for an invite that became an order (specification §6). */
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

/** Returns the payload of a test delivery (specification §6). @param now in milliseconds. */
export const testEvent = (now: number): WebhookPayloads['webhook.test'] => ({
  event: 'webhook.test',
  data: {
    message: 'Your webhook endpoint is configured correctly.',
    timestamp: timestamp(now),
  },
})
