import { expect, test } from 'vitest'
import { cancel, deliver, returned, ship } from './order.ts'

const at = '2026-11-20T09:15:02.511Z'
const shipment = { trackingNumber: '1Z', carrierCode: 'ups' }

const waiting = 'order-not-shipped'
const shipped = 'order-already-shipped'
const returnedBefore = 'order-returned'
const cancelled = 'order-already-cancelled'

test.each([
  ['AWAITING_SHIPMENT', null, 'CANCELLED RELEASED', `SHIPPED ${at} 1Z ups`, waiting, waiting],
  ['SHIPPED', null, shipped, shipped, at, 'RETURNED RELEASED'],
  ['SHIPPED', at, shipped, shipped, 'order-already-delivered', 'RETURNED RELEASED'],
  ['CANCELLED', null, cancelled, cancelled, waiting, waiting],
  ['RETURNED', null, returnedBefore, shipped, returnedBefore, returnedBefore],
] as const)(
  'an order that is %s, delivered at %s, can be cancelled: %s, shipped: %s, delivered: %s, returned: %s',
  (status, deliveredAt, ...expected) => {
    const state = { status, deliveredAt }
    const results = [cancel(state), ship(state, shipment, at), deliver(state, at), returned(state)]
    expect(
      results.map((result) =>
        'rejected' in result ? result.rejected : Object.values(result).join(' '),
      ),
    ).toEqual(expected)
  },
)
