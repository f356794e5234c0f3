import type { components } from '../../../generated/types.ts'
import type { WebhookName, WebhookPayloads } from '../../../generated/webhooks.ts'
import { shippedEvent, unshippedEvent } from './payload.ts'

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
