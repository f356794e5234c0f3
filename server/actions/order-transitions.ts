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
  takeBack,
} from '../domain/order.ts'
import { isRejection, type Rejection } from '../domain/rejection.ts'
import { lockStock, moveStock, type StockEvent } from '../store/inventory.ts'
import { lockOrder, updateOrder } from '../store/orders.ts'
import type { EventTransaction } from './actions.ts'

type Movement = { type: EventType; sign: 1 | -1 }

/** What a transition does to an order and to its allocated stock, and the event that it emits. */
type Transition = {
  event?: OrderEventName
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

/** Takes back a shipment whose label was voided: its stock is back. No event takes back order.shipped (decision 62). */
export const voidShipment = actionOf({
  change: takeBack,
  stock: { type: 'order_shipped', sign: 1 },
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
  return applyTransition(transaction, account, id, { event: 'order.shipped', change, stock }, now)
}

async function applyTransition(
  transaction: EventTransaction,
  account: AccountId,
  id: OrderId,
  { event, change, stock }: Transition,
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
  await Promise.all([
    moveStock(transaction, account, moves),
    updateOrder(transaction, account, after),
  ])
  return after
}

/** Returns the action of a transition that needs nothing but the order. */
function actionOf(transition: Transition) {
  return (transaction: EventTransaction, account: AccountId, id: OrderId, now: number) =>
    applyTransition(transaction, account, id, transition, now)
}
