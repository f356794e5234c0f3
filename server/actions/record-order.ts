import type { components } from '../../generated/types.ts'
import { timestamp } from '../domain/clock.ts'
import { newId } from '../domain/ids.ts'
import { type Allocation, demandOf } from '../domain/inventory.ts'
import { countOrderFor } from '../store/contacts.ts'
import { moveStock } from '../store/inventory.ts'
import { nextNumber } from '../store/numbers.ts'
import { insertOrder } from '../store/orders.ts'
import type { Transaction } from '../store/store.ts'

type Order = components['schemas']['Order']

/** The fields that are set as an order is recorded. */
type Assigned =
  | 'id'
  | 'orderNumber'
  | 'status'
  | 'paymentStatus'
  | 'allocationStatus'
  | 'shipDate'
  | 'deliveredAt'
  | 'trackingNumber'
  | 'carrierCode'
  | 'warehouse'

/** An order that is to be written down, and where its stock is taken from. */
export type NewOrder = Omit<Order, Assigned> & { allocation: Allocation }

/**
 * Writes an order down, promises its stock to it, and counts it for its contacts. Whether it may be
 * is the caller's to know.
 * @param now when its stock is promised, in milliseconds.
 */
export const recordOrder = async (
  transaction: Transaction,
  account: string,
  { allocation, ...given }: NewOrder,
  now: number,
): Promise<Order> => {
  const { campaignId, recipient, products } = given
  const order: Order = {
    ...given,
    id: newId('ord'),
    orderNumber: await nextNumber(transaction, account, 'order'),
    status: 'AWAITING_SHIPMENT',
    paymentStatus: 'PAID',
    allocationStatus: allocation.status,
    shipDate: null,
    deliveredAt: null,
    trackingNumber: null,
    carrierCode: null,
    warehouse: allocation.warehouse,
  }
  await insertOrder(transaction, account, order)
  const { warehouse } = allocation
  if (warehouse !== null)
    for (const [sku, quantity] of demandOf(products))
      await moveStock(
        transaction,
        { account, sku, warehouse },
        { type: 'order_allocated', quantity, order: order.id, at: timestamp(now) },
      )
  await countOrderFor(transaction, account, campaignId, recipient.email)
  return order
}
