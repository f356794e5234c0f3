import type { components } from '../../../generated/types.ts'
import type { WebhookPayloads } from '../../../generated/webhooks.ts'
import type { SubscribableEvent } from '../../domain/event.ts'

type Order = components['schemas']['Order']
type Unshipped = 'order.created' | 'order.cancelled'
type Shipped = 'order.shipped' | 'order.delivered' | 'order.returned'

export type OrderEventName = Unshipped | Shipped

const common = ({ id, orderNumber, status, campaignId, products }: Order) => ({
  orderId: id,
  orderNumber,
  status,
  campaignId,
  products,
})

/** Returns the payload for an order that has not shipped. Its tracking fields are null (specification §6). */
export const unshippedEvent = <Name extends Unshipped>(
  event: Name,
  order: Order,
): { event: Name; data: WebhookPayloads[Name]['data'] } => ({
  event,
  data: { ...common(order), trackingNumber: null, carrierCode: null, shipDate: null },
})

/** Returns the payload for an order that has shipped (specification §6). */
export const shippedEvent = <Name extends Shipped>(
  event: Name,
  order: Order,
): { event: Name; data: WebhookPayloads[Name]['data'] } => ({
  event,
  data: {
    ...common(order),
    // Imported orders may have shipped without a known carrier or tracking number.
    trackingNumber: order.trackingNumber || null,
    carrierCode: order.carrierCode || null,
    shipDate: order.shipDate,
  },
})

/** Returns the payload for any order event (specification §6). */
export const orderEvent = (event: OrderEventName, order: Order): SubscribableEvent =>
  event === 'order.created' || event === 'order.cancelled'
    ? unshippedEvent(event, order)
    : shippedEvent(event, order)

/** Returns the payload of a test delivery (specification §6). */
export const testEvent = (timestamp: string): WebhookPayloads['webhook.test'] => ({
  event: 'webhook.test',
  data: { message: 'Your webhook endpoint is configured correctly.', timestamp },
})
