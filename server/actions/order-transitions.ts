import { type OrderEventName, orderEvent } from '../deliveries/payloads.ts'
import { timestamp } from '../domain/clock.ts'
import type { AccountId, OrderId } from '../domain/ids.ts'
import { demandOf, type EventType, shortOf } from '../domain/inventory.ts'
import {
  cancel,
  deliver,
  type Order,
  returned,
  type Shipment,
  ship,
  unship,
} from '../domain/order.ts'
import { isRejection, type Rejection } from '../domain/rejection.ts'
import { lockStock, moveStock, type StockEvent } from '../store/inventory.ts'
import { lockOrder, type OrderChange, recordChange, updateOrder } from '../store/orders.ts'
import type { EventTransaction } from './actions.ts'

type Movement = { type: EventType; sign: 1 | -1 }

/** The change of an order and of its allocated stock, and the event that it emits or the line of its history. */
type Transition = {
  event?: OrderEventName
  record?: OrderChange
  change: (order: Order, at: string) => Partial<Order> | Rejection
  stock?: Movement
}

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
 * Undoes a shipment: its stock is back. No event takes back order.shipped (decision 62).
 * @param record the line of the order's history.
 */
export const unshipOrder = (
  transaction: EventTransaction,
  account: AccountId,
  id: OrderId,
  record: OrderChange,
  now: number,
) => {
  const stock: Movement = { type: 'order_shipped', sign: 1 }
  return applyTransition(transaction, account, id, { record, change: unship, stock }, now)
}

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
  return applyTransition(transaction, account, id, { event: 'order.shipped', change, stock }, now)
}

async function applyTransition(
  transaction: EventTransaction,
  account: AccountId,
  id: OrderId,
  { event, record, change, stock }: Transition,
  now: number,
): Promise<Order | Rejection> {
  const order = await lockOrder(transaction, account, id)
  if (!order) return { rejected: 'order-not-found' }
  const at = timestamp(now)
  const changed = change(order, at)
  if (isRejection(changed)) return changed
  const { warehouse } = order
  const moves: StockEvent[] = []
  if (stock && warehouse !== null) {
    const { type, sign } = stock
    const demand = demandOf(order.products)
    const items = await lockStock(transaction, account, demand.keys())
    if (type === 'order_shipped' && sign < 0) {
      const own = items.filter((item) => item.warehouse === warehouse)
      const sku = shortOf(new Map(own.map(({ sku, on_hand }) => [sku, on_hand])), demand)
      if (sku !== undefined) return { rejected: 'not-enough-stock', sku }
    }
    for (const [sku, quantity] of demand)
      moves.push({ sku, warehouse, type, quantity: sign * quantity, order: id, at })
  }
  const after: Order = { ...order, ...changed }
  if (event) transaction.emit(account, orderEvent(event, after))
  const { actor } = transaction
  const details = `was ${order.carrierCode} ${order.trackingNumber}`
  await Promise.all([
    moveStock(transaction, account, moves),
    updateOrder(transaction, account, after),
    record && recordChange(transaction, account, id, { at, change: record, actor, details }),
  ])
  return after
}

/** Returns the action of a transition that needs nothing but the order. */
function actionOf(transition: Transition) {
  return (transaction: EventTransaction, account: AccountId, id: OrderId, now: number) =>
    applyTransition(transaction, account, id, transition, now)
}
