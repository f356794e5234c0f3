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

/** An order that is to be written down, and where its stock is taken from. */
export type NewOrder = Pick<
  Order,
  | 'sourceOrderNumber'
  | 'orderSource'
  | 'orderDate'
  | 'campaignId'
  | 'recipient'
  | 'companyName'
  | 'notes'
  | 'products'
> & { allocation: Allocation }

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
    id: newId('ord'),
    orderNumber: await nextNumber(transaction, account, 'order'),
    sourceOrderNumber: given.sourceOrderNumber,
    status: 'AWAITING_SHIPMENT',
    paymentStatus: 'PAID',
    allocationStatus: allocation.status,
    orderSource: given.orderSource,
    orderDate: given.orderDate,
    shipDate: null,
    deliveredAt: null,
    trackingNumber: null,
    carrierCode: null,
    campaignId,
    warehouse: allocation.warehouse,
    recipient,
    companyName: given.companyName,
    notes: given.notes,
    products,
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
