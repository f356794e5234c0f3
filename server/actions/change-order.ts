import type { components } from '../../generated/types.ts'
import { timestamp } from '../domain/clock.ts'
import { demandOf, type EventType, shortOf } from '../domain/inventory.ts'
import { cancel, deliver, returned, type Shipment, ship } from '../domain/order.ts'
import { isRefusal, type Refusal } from '../domain/refusal.ts'
import { moveStock, stockOf } from '../store/inventory.ts'
import { findOrder, updateOrder } from '../store/orders.ts'
import type { Transaction } from '../store/store.ts'

type Order = components['schemas']['Order']

/** What a transition does to an order, and to the stock that is promised to it. */
type Transition = {
  change: (order: Order, at: string) => Partial<Order> | Refusal
  stock?: { type: EventType; sign: 1 | -1 }
}

/** An order can only leave a warehouse that has all of it. */
const missing = async (
  transaction: Transaction,
  account: string,
  order: Order,
): Promise<Refusal | undefined> => {
  const demand = demandOf(order.products)
  const stock = await stockOf(transaction, account, demand.keys())
  const there = stock.find(({ warehouse }) => warehouse === order.warehouse)
  const sku = there && shortOf(there.onHand, demand)
  return sku === undefined ? undefined : { refused: 'not-enough-stock', sku }
}

const changeOrder = async (
  transaction: Transaction,
  account: string,
  id: string,
  { change, stock }: Transition,
  now: number,
): Promise<Order | Refusal> => {
  const order = await findOrder(transaction, account, id)
  if (!order) return { refused: 'order-not-found' }
  const at = timestamp(now)
  const changed = change(order, at)
  if (isRefusal(changed)) return changed
  if (stock?.type === 'order_shipped') {
    const refusal = await missing(transaction, account, order)
    if (refusal) return refusal
  }
  const after: Order = { ...order, ...changed }
  await updateOrder(transaction, account, after)
  if (stock && order.warehouse !== null)
    for (const [sku, quantity] of demandOf(order.products))
      await moveStock(
        transaction,
        { account, sku, warehouse: order.warehouse },
        { type: stock.type, quantity: stock.sign * quantity, order: id, at },
      )
  return after
}

/** Cancels an order that has not shipped and releases its stock. */
export const cancelOrder = (transaction: Transaction, account: string, id: string, now: number) =>
  changeOrder(
    transaction,
    account,
    id,
    { change: cancel, stock: { type: 'order_released', sign: -1 } },
    now,
  )

/**
 * Ships an order: its stock leaves the warehouse.
 * @param shippedAt when the parcel left, if that was not just now.
 */
export const shipOrder = (
  transaction: Transaction,
  account: string,
  id: string,
  shipment: Shipment,
  now: number,
  shippedAt?: string,
) =>
  changeOrder(
    transaction,
    account,
    id,
    {
      change: (order, at) => ship(order, shipment, shippedAt ?? at),
      stock: { type: 'order_shipped', sign: -1 },
    },
    now,
  )

/** Confirms delivery of a shipped order. */
export const deliverOrder = (transaction: Transaction, account: string, id: string, now: number) =>
  changeOrder(transaction, account, id, { change: deliver }, now)

/** Takes a shipped order back: its stock is in the warehouse again. */
export const returnOrder = (transaction: Transaction, account: string, id: string, now: number) =>
  changeOrder(
    transaction,
    account,
    id,
    { change: returned, stock: { type: 'order_returned', sign: 1 } },
    now,
  )
