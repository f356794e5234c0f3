import { timestamp } from '../domain/clock.ts'
import type { AccountId, OrderId } from '../domain/ids.ts'
import { demandOf, type EventType, shortOf, type Units } from '../domain/inventory.ts'
import { cancel, deliver, type Order, returned, type Shipment, ship } from '../domain/order.ts'
import { isRejection, type Rejection } from '../domain/rejection.ts'
import { type OrderEventName, orderEvent } from '../events/payloads/payload.ts'
import { moveItem, onHandForOrder } from '../store/inventory.ts'
import { findOrder, updateOrder } from '../store/orders.ts'
import type { EventTransaction } from './actions.ts'

type Movement = { type: EventType; sign: 1 | -1 }

/** What a transition does to an order and to its allocated stock, and the event that it emits. */
type Transition = {
  event: OrderEventName
  change: (order: Order, at: string) => Partial<Order> | Rejection
  stock?: Movement
}

/** Returns a rejection if the order's warehouse has less on hand than the order needs. */
const refuseIfShort = ({ warehouse, products }: Order, onHand: Units): Rejection | undefined => {
  const sku = warehouse === null ? undefined : shortOf(onHand, demandOf(products))
  return sku === undefined ? undefined : { rejected: 'not-enough-stock', sku }
}

const changeOrder = async (
  transaction: EventTransaction,
  account: AccountId,
  id: OrderId,
  { event, change, stock }: Transition,
  now: number,
): Promise<Order | Rejection> => {
  const [order, onHand] = await Promise.all([
    findOrder(transaction, account, id),
    stock?.type === 'order_shipped' ? onHandForOrder(transaction, account, id) : undefined,
  ])
  if (!order) return { rejected: 'order-not-found' }
  const at = timestamp(now)
  const changed = change(order, at)
  if (isRejection(changed)) return changed
  const rejection = onHand && refuseIfShort(order, onHand)
  if (rejection) return rejection
  const after: Order = { ...order, ...changed }
  updateOrder(transaction, account, after)
  const { warehouse } = order
  if (stock && warehouse !== null)
    for (const [sku, quantity] of demandOf(order.products))
      moveItem(
        transaction,
        { account, sku, warehouse },
        { type: stock.type, quantity: stock.sign * quantity, order: id, at },
      )
  transaction.emit(account, orderEvent(event, after))
  return after
}

/** Returns the action of a transition that needs nothing but the order. */
const actionOf =
  (transition: Transition) =>
  (transaction: EventTransaction, account: AccountId, id: OrderId, now: number) =>
    changeOrder(transaction, account, id, transition, now)

/** Cancels an order that has not shipped and releases its stock. */
export const cancelOrder = actionOf({
  event: 'order.cancelled',
  change: cancel,
  stock: { type: 'order_released', sign: -1 },
})

/** Confirms delivery of a shipped order. */
export const deliverOrder = actionOf({ event: 'order.delivered', change: deliver })

/** Returns a shipped order: its stock is added to the warehouse. */
export const returnOrder = actionOf({
  event: 'order.returned',
  change: returned,
  stock: { type: 'order_returned', sign: 1 },
})

/**
 * Ships an order: its stock leaves the warehouse.
 * @param shippedAt when the parcel left, if not at `now`.
 */
export const shipOrder = (
  transaction: EventTransaction,
  account: AccountId,
  id: OrderId,
  shipment: Shipment,
  now: number,
  shippedAt?: string,
) => {
  const change: Transition['change'] = (order, at) => ship(order, shipment, shippedAt ?? at)
  const stock: Movement = { type: 'order_shipped', sign: -1 }
  return changeOrder(transaction, account, id, { event: 'order.shipped', change, stock }, now)
}
