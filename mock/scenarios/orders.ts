import { withoutEvents } from '../../server/actions/actions.ts'
import { shipOrder } from '../../server/actions/change-order.ts'
import type { AccountId } from '../../server/domain/ids.ts'
import { isRefusal } from '../../server/domain/refusal.ts'
import { listOrders } from '../../server/store/orders.ts'
import type { Transaction } from '../../server/store/store.ts'

/** Ships every order that awaits shipment. */
export const shipAllOrders = async (
  transaction: Transaction,
  account: AccountId,
  now: number,
): Promise<void> => {
  const waiting = await listOrders(
    transaction,
    account,
    { orderStatus: 'AWAITING_SHIPMENT' },
    { limit: 1000, offset: 0 },
  )
  for (const [i, { id }] of waiting.entries()) {
    const trackingNumber = `1Z999AA1${String(20_000_000 + i)}`
    const shipped = await shipOrder(
      withoutEvents(transaction),
      account,
      id,
      { trackingNumber, carrierCode: 'ups' },
      now,
    )
    if (isRefusal(shipped)) throw new Error(`The scenario cannot ship an order: ${shipped.refused}`)
  }
}
