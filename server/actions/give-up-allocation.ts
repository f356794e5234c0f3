import { timestamp } from '../domain/clock.ts'
import type { AccountId } from '../domain/ids.ts'
import { demandOf } from '../domain/inventory.ts'
import type { Order } from '../domain/order.ts'
import { moveStock } from '../store/inventory.ts'
import { updateOrder } from '../store/orders.ts'
import type { Transaction } from '../store/store.ts'

/** Releases an order's stock, clears its warehouse and marks it BACKORDERED. */
export const giveUpAllocation = async (
  transaction: Transaction,
  account: AccountId,
  order: Order,
  now: number,
): Promise<void> => {
  const { id, warehouse, products } = order
  if (warehouse === null) return
  const released = { type: 'order_released', order: id, at: timestamp(now), warehouse } as const
  const events = [...demandOf(products)].map(([sku, quantity]) => ({
    ...released,
    sku,
    quantity: -quantity,
  }))
  await Promise.all([
    moveStock(transaction, account, events),
    updateOrder(transaction, account, {
      ...order,
      warehouse: null,
      allocationStatus: 'BACKORDERED',
    }),
  ])
}
