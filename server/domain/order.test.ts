import { expect, test } from 'vitest'
import { cancel, deliver, returned, ship } from './order.ts'

type State = Parameters<typeof cancel>[0]

const at = '2026-11-20T09:15:02.511Z'
const shipment = { trackingNumber: '1Z', carrierCode: 'ups' }
const transitions = {
  cancel,
  ship: (state: State) => ship(state, shipment, at),
  deliver: (state: State) => deliver(state, at),
  returned,
}
const states: Record<string, State> = {
  waiting: { status: 'AWAITING_SHIPMENT', deliveredAt: null },
  shipped: { status: 'SHIPPED', deliveredAt: null },
  delivered: { status: 'SHIPPED', deliveredAt: at },
  cancelled: { status: 'CANCELLED', deliveredAt: null },
  returned: { status: 'RETURNED', deliveredAt: null },
}

test('the result of every transition from every state', () => {
  const table = Object.fromEntries(
    Object.entries(states).map(([name, state]) => [
      name,
      Object.fromEntries(
        Object.entries(transitions).map(([verb, change]) => {
          const result = change(state)
          return [verb, 'rejected' in result ? result.rejected : Object.values(result).join(' ')]
        }),
      ),
    ]),
  )
  expect(table).toEqual({
    waiting: {
      cancel: 'CANCELLED RELEASED',
      ship: `SHIPPED ${at} 1Z ups`,
      deliver: 'order-not-shipped',
      returned: 'order-not-shipped',
    },
    shipped: {
      cancel: 'order-already-shipped',
      ship: 'order-already-shipped',
      deliver: at,
      returned: 'RETURNED',
    },
    delivered: {
      cancel: 'order-already-shipped',
      ship: 'order-already-shipped',
      deliver: 'order-already-delivered',
      returned: 'RETURNED',
    },
    cancelled: {
      cancel: 'order-already-cancelled',
      ship: 'order-already-cancelled',
      deliver: 'order-not-shipped',
      returned: 'order-not-shipped',
    },
    returned: {
      cancel: 'order-returned',
      ship: 'order-already-shipped',
      deliver: 'order-not-shipped',
      returned: 'order-not-shipped',
    },
  })
})
