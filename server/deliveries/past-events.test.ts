import { expect, test } from 'vitest'
import { stubs } from '../../generated/stubs.ts'
import type { components } from '../../generated/types.ts'
import * as schemas from '../../generated/zod/schemas.ts'
import { pastOrderEvent } from './past-events.ts'

type Current = components['schemas']['Order']

const shipment = {
  shipDate: '2026-11-20T09:00:00.000Z',
  trackingNumber: '1Z9',
  carrierCode: 'ups',
}
const delivered = { deliveredAt: '2026-11-21T09:00:00.000Z' }
const unshipped = { shipDate: null, trackingNumber: null, carrierCode: null, deliveredAt: null }

const orderAs = async (changes: Partial<Current>): Promise<Current> => {
  const response = await stubs.getOrder({ path: { orderId: 'ord_1' } }, undefined)
  if (response.status !== 200) throw new Error('the stub has an order')
  return { ...response.body, ...unshipped, ...changes }
}

const payloads = [
  ['order.created', schemas.OrderCreatedEvent],
  ['order.shipped', schemas.OrderShippedEvent],
  ['order.delivered', schemas.OrderDeliveredEvent],
  ['order.cancelled', schemas.OrderCancelledEvent],
  ['order.returned', schemas.OrderReturnedEvent],
] as const

const created = { 'order.created': 'AWAITING_SHIPMENT' }
const shippedToo = { ...created, 'order.shipped': 'SHIPPED' }
const deliveredToo = { ...shippedToo, 'order.delivered': 'SHIPPED' }

test.each<[string, Partial<Current>, Record<string, string>]>([
  ['awaits shipment', { status: 'AWAITING_SHIPMENT' }, created],
  ['has shipped', { status: 'SHIPPED', ...shipment }, shippedToo],
  ['is delivered', { status: 'SHIPPED', ...shipment, ...delivered }, deliveredToo],
  ['is cancelled', { status: 'CANCELLED' }, { ...created, 'order.cancelled': 'CANCELLED' }],
  [
    'is returned',
    { status: 'RETURNED', ...shipment, ...delivered },
    { ...deliveredToo, 'order.returned': 'RETURNED' },
  ],
])(
  'an order that %s has had these events, each with the status of that time',
  async (_, changes, expected) => {
    const order = await orderAs(changes)
    const found = payloads.flatMap(([event, schema]) => {
      const payload = pastOrderEvent(event, order)
      if (!payload) return []
      schema.parse(payload)
      return [[event, payload.data.status]]
    })
    expect(Object.fromEntries(found)).toEqual(expected)
  },
)
