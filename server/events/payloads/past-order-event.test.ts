import { expect, test } from 'vitest'
import * as schemas from '../../../generated/schemas.ts'
import { stubs } from '../../../generated/stubs.ts'
import type { components } from '../../../generated/types.ts'
import { type OrderEvent, pastOrderEvent } from './past-order-event.ts'

type Order = components['schemas']['Order']

const shipment = {
  shipDate: '2026-11-20T09:00:00.000Z',
  trackingNumber: '1Z9',
  carrierCode: 'ups',
}
const delivered = { deliveredAt: '2026-11-21T09:00:00.000Z' }
const unshipped = { shipDate: null, trackingNumber: null, carrierCode: null, deliveredAt: null }

const orderAs = async (changes: Partial<Order>): Promise<Order> => {
  const response = await stubs.getOrder({ path: { orderId: 'ord_1' } }, undefined)
  if (response.status !== 200) throw new Error('the stub has an order')
  return { ...response.body, ...unshipped, ...changes }
}

const payloads = {
  'order.created': schemas.OrderCreatedEvent,
  'order.shipped': schemas.OrderShippedEvent,
  'order.delivered': schemas.OrderDeliveredEvent,
  'order.cancelled': schemas.OrderCancelledEvent,
  'order.returned': schemas.OrderReturnedEvent,
} as const

const events = [
  'order.created',
  'order.shipped',
  'order.delivered',
  'order.cancelled',
  'order.returned',
] as const satisfies OrderEvent[]

test.each<[string, Partial<Order>, Partial<Record<OrderEvent, Order['status']>>]>([
  ['awaits shipment', { status: 'AWAITING_SHIPMENT' }, { 'order.created': 'AWAITING_SHIPMENT' }],
  [
    'has shipped',
    { status: 'SHIPPED', ...shipment },
    { 'order.created': 'AWAITING_SHIPMENT', 'order.shipped': 'SHIPPED' },
  ],
  [
    'is delivered',
    { status: 'SHIPPED', ...shipment, ...delivered },
    {
      'order.created': 'AWAITING_SHIPMENT',
      'order.shipped': 'SHIPPED',
      'order.delivered': 'SHIPPED',
    },
  ],
  [
    'is cancelled',
    { status: 'CANCELLED' },
    { 'order.created': 'AWAITING_SHIPMENT', 'order.cancelled': 'CANCELLED' },
  ],
  [
    'is returned',
    { status: 'RETURNED', ...shipment, ...delivered },
    {
      'order.created': 'AWAITING_SHIPMENT',
      'order.shipped': 'SHIPPED',
      'order.delivered': 'SHIPPED',
      'order.returned': 'RETURNED',
    },
  ],
])(
  'an order that %s has had these events, each with the status of that time',
  async (_, changes, expected) => {
    const order = await orderAs(changes)
    const found = events.flatMap((event) => {
      const payload = pastOrderEvent(event, order)
      if (!payload) return []
      payloads[event].parse(payload)
      return [[event, payload.data.status]]
    })
    expect(Object.fromEntries(found)).toEqual(expected)
  },
)
