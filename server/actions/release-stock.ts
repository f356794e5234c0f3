import { timestamp } from '../domain/clock.ts'
import type { AccountId } from '../domain/ids.ts'
import { demandOf } from '../domain/inventory.ts'
import type { Order } from '../domain/order.ts'
import { moveItem } from '../store/inventory.ts'
import { leaveWarehouse } from '../store/orders.ts'
import type { Transaction } from '../store/store.ts'

/** Releases an order's stock, clears its warehouse and marks it BACKORDERED. */
export const releaseStock = (
  transaction: Transaction,
  account: AccountId,
  { id, warehouse, products }: Order,
  now: number,
): void => {
  if (warehouse === null) return
  for (const [sku, quantity] of demandOf(products))
    moveItem(
      transaction,
      { account, sku, warehouse },
      { type: 'order_released', quantity: -quantity, order: id, at: timestamp(now) },
    )
  leaveWarehouse(transaction, account, id)
}
