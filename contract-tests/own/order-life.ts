import type { components } from '../../generated/types.ts'
import { deliverOrder, returnOrder, shipOrder } from '../../server/actions/change-order.ts'
import { isRefusal, type Refusal } from '../../server/domain/refusal.ts'
import type { SubscribableEvent } from '../../server/events/dispatch/deliverer.ts'
import { shippedEvent } from '../../server/events/payloads/payload.ts'
import type { Store, Transaction } from '../../server/store/store.ts'
import type { Controls } from '../support/target.ts'

type Order = components['schemas']['Order']

type Server = { store: Store; time: { now: number } }
type Event = Parameters<typeof shippedEvent>[0]

/** What happens to an order outside the API: the warehouse ships it, the carrier delivers it or brings it back. */
export const orderLife = (
  { store, time }: Server,
  account: string,
  publish: (event: SubscribableEvent) => void,
): Pick<Controls, 'ship' | 'deliver' | 'returnOrder'> => {
  const change = async (
    event: Event,
    transition: (transaction: Transaction) => Promise<Order | Refusal>,
  ): Promise<void> => {
    const changed = await store.write(transition)
    if (isRefusal(changed)) throw new Error(`The order's life is refused: ${changed.refused}`)
    publish(shippedEvent(event, changed))
  }
  const shipment = { trackingNumber: '1Z999AA10123456784', carrierCode: 'ups' }
  return {
    ship: (id) =>
      change('order.shipped', (transaction) =>
        shipOrder(transaction, account, id, shipment, time.now),
      ),
    deliver: (id) =>
      change('order.delivered', (transaction) => deliverOrder(transaction, account, id, time.now)),
    returnOrder: (id) =>
      change('order.returned', (transaction) => returnOrder(transaction, account, id, time.now)),
  }
}
