import { isRefusal, type Refusal } from '../../server/domain/refusal.ts'
import type { Store, Transaction } from '../../server/store/store.ts'
import { deliverOrder, returnOrder, shipOrder } from '../../server/transactions/change-order.ts'
import type { Controls } from '../support/target.ts'

type Server = { store: Store; time: { now: number } }

/** What happens to an order outside the API: the warehouse ships it, the carrier delivers it or brings it back. */
export const orderLife = (
  { store, time }: Server,
  account: string,
): Pick<Controls, 'ship' | 'deliver' | 'returnOrder'> => {
  const change = async (
    transition: (transaction: Transaction) => Promise<object | Refusal>,
  ): Promise<void> => {
    const changed = await store.write(transition)
    if (isRefusal(changed)) throw new Error(`The order's life is refused: ${changed.refused}`)
  }
  const shipment = { trackingNumber: '1Z999AA10123456784', carrierCode: 'ups' }
  return {
    ship: (id) => change((transaction) => shipOrder(transaction, account, id, shipment, time.now)),
    deliver: (id) => change((transaction) => deliverOrder(transaction, account, id, time.now)),
    returnOrder: (id) => change((transaction) => returnOrder(transaction, account, id, time.now)),
  }
}
