import type { components } from '../../generated/types.ts'
import type { Actions, EventTransaction } from '../../server/actions/actions.ts'
import { deliverOrder } from '../../server/actions/order-transitions.ts'
import { returnOrder } from '../../server/actions/return-order.ts'
import { shipOrder } from '../../server/actions/ship-order.ts'
import { type AccountId, toId } from '../../server/domain/ids.ts'
import { isRejection, type Rejection } from '../../server/domain/rejection.ts'
import type { ServerControls } from '../support/server.ts'

type Order = components['schemas']['Order']

type Server = { actions: Actions; time: { now: number } }

/** Ships, delivers and returns orders, as a warehouse and a carrier would. The API cannot. */
export const orderLife = (
  { actions, time }: Server,
  account: AccountId,
): Pick<ServerControls, 'ship' | 'deliver' | 'returnOrder'> => {
  const change = async (
    transition: (transaction: EventTransaction) => Promise<Order | Rejection>,
  ): Promise<void> => {
    const changed = await actions.as({ name: 'test' }).run(transition)
    if (isRejection(changed)) throw new Error(`The transition was rejected: ${changed.rejected}`)
  }
  const shipment = { trackingNumber: '1Z999AA10123456784', carrierCode: 'ups' }
  return {
    ship: (id) =>
      change((transaction) => shipOrder(transaction, account, toId('ord', id), shipment, time.now)),
    deliver: (id) =>
      change((transaction) => deliverOrder(transaction, account, toId('ord', id), time.now)),
    returnOrder: (id) =>
      change((transaction) => returnOrder(transaction, account, toId('ord', id), time.now)),
  }
}
