import { orderEvent } from '../deliveries/payloads.ts'
import { timestamp } from '../domain/clock.ts'
import type { AccountId, OrderId } from '../domain/ids.ts'
import { demandOf } from '../domain/inventory.ts'
import { cancel, deliver, type Order } from '../domain/order.ts'
import { isRejection, type Rejection } from '../domain/rejection.ts'
import { moveStock } from '../store/inventory.ts'
import { lockOrder, updateOrder } from '../store/orders.ts'
import type { EventTransaction } from './actions.ts'
import { lockShelf, serveWaiting } from './serve-waiting.ts'

/** Cancels an order that has not shipped. Its stock serves orders that wait. */
export const cancelOrder = async (
  transaction: EventTransaction,
  account: AccountId,
  id: OrderId,
  now: number,
): Promise<Order | Rejection> => {
  const order = await lockOrder(transaction, account, id)
  if (!order) return { rejected: 'order-not-found' }
  const changed = cancel(order)
  if (isRejection(changed)) return changed
  const { warehouse } = order
  const demand = demandOf(order.products)
  const after: Order = { ...order, ...changed }
  transaction.emit(account, orderEvent('order.cancelled', after))
  if (warehouse === null) {
    await updateOrder(transaction, account, after)
    return after
  }
  await lockShelf(transaction, account, demand.keys())
  const released = {
    warehouse,
    type: 'order_released',
    order: id,
    at: timestamp(now),
    actor: transaction.actor.name,
  } as const
  const moves = [...demand].map(([sku, quantity]) => ({ ...released, sku, quantity: -quantity }))
  await Promise.all([
    moveStock(transaction, account, moves),
    updateOrder(transaction, account, after),
  ])
  await serveWaiting(transaction, account, demand.keys(), now)
  return after
}

/** Confirms delivery of a shipped order. */
export const deliverOrder = async (
  transaction: EventTransaction,
  account: AccountId,
  id: OrderId,
  now: number,
): Promise<Order | Rejection> => {
  const order = await lockOrder(transaction, account, id)
  if (!order) return { rejected: 'order-not-found' }
  const changed = deliver(order, timestamp(now))
  if (isRejection(changed)) return changed
  const after: Order = { ...order, ...changed }
  transaction.emit(account, orderEvent('order.delivered', after))
  await updateOrder(transaction, account, after)
  return after
}
