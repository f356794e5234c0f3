import type { Actions, EventTransaction } from '../../server/actions/actions.ts'
import { deliverOrder, returnOrder } from '../../server/actions/order-transitions.ts'
import { shipOrder } from '../../server/actions/ship-order.ts'
import { type AccountId, type OrderId, toId } from '../../server/domain/ids.ts'

/** Changes an order as a warehouse or a carrier would. The API cannot. */
export const changeOrder = (
  actions: Actions,
  account: AccountId,
  id: string,
  change: OrderChange,
  now: number,
) =>
  actions
    .as({ name: 'mock' })
    .run((transaction) => changes[change](transaction, account, toId('ord', id), now))

export type OrderChange = keyof typeof changes

const changes = {
  ship: (transaction: EventTransaction, account: AccountId, id: OrderId, now: number) =>
    shipOrder(transaction, account, id, shipment, now),
  deliver: deliverOrder,
  return: returnOrder,
}

const shipment = { trackingNumber: '1Z999AA10123456784', carrierCode: 'ups' }
