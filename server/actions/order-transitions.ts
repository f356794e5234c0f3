import { orderEvent } from '../deliveries/payloads.ts'
import { timestamp } from '../domain/clock.ts'
import type { AccountId, OrderId, WarehouseId } from '../domain/ids.ts'
import { demandOf, type Units } from '../domain/inventory.ts'
import { cancel, deliver, type Order, returned } from '../domain/order.ts'
import { isRejection, type Rejection } from '../domain/rejection.ts'
import { listWarehouses, moveStock, putStock, type StockEvent } from '../store/inventory.ts'
import { findMoves, lockOrder, recordChange, setMoves, updateOrder } from '../store/orders.ts'
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

/** The units of an order that came back. */
type Return = {
  /** Units by SKU. Undefined: all that are not back yet. */
  units?: Units | undefined
  /** Whether they cannot be sold again. */
  isDamaged?: boolean | undefined
  /** The warehouse that has them. Default: that of the order, or the first one with the SKU. */
  warehouse?: WarehouseId | undefined
}

/**
 * Adds units of a shipped order to the stock. The order is RETURNED, with an event, when all its units are back. Until then
 * its status stays, and its history names the units.
 */
export const returnOrder = async (
  transaction: EventTransaction,
  account: AccountId,
  id: OrderId,
  now: number,
  { units, isDamaged = false, warehouse: given }: Return = {},
): Promise<Order | Rejection> => {
  const order = await lockOrder(transaction, account, id)
  if (!order) return { rejected: 'order-not-found' }
  const changed = returned(order)
  if (isRejection(changed)) return changed
  const moved = await findMoves(transaction, account, id)
  const before = moved.came_back ?? {}
  const left = new Map(
    [...demandOf(order.products)].map(([sku, all]) => [sku, all - (before[sku] ?? 0)]),
  )
  const coming = units ?? left
  for (const [sku, quantity] of coming)
    if (quantity > (left.get(sku) ?? 0)) return { rejected: 'more-than-shipped' }

  const shelf = await lockShelf(transaction, account, coming.keys())
  const warehouses = await listWarehouses(transaction, account)
  const at = timestamp(now)
  const { actor } = transaction
  for (const [sku, quantity] of coming) {
    const carriers = warehouses.filter(({ id: warehouse }) =>
      shelf.some((item) => item.sku === sku && item.warehouse === warehouse),
    )
    const warehouse = given ?? order.warehouse ?? carriers[0]?.id ?? warehouses[0]?.id
    if (warehouse === undefined || quantity === 0) continue
    const own = { order: id, at, actor: actor.name }
    const events: Omit<StockEvent, 'sku' | 'warehouse'>[] = [
      { ...own, type: 'order_returned', quantity },
    ]
    if (isDamaged)
      events.push({ ...own, type: 'adjusted', quantity: -quantity, reason: 'came back damaged' })
    await putStock(transaction, account, { sku, warehouse }, events)
  }
  const isWhole = [...left].every(([sku, quantity]) => quantity === (coming.get(sku) ?? 0))
  const came_back = { ...before }
  for (const [sku, quantity] of coming) came_back[sku] = (before[sku] ?? 0) + quantity
  const after: Order = { ...order, ...(isWhole ? changed : {}) }
  if (isWhole) transaction.emit(account, orderEvent('order.returned', after))
  const names = [...coming].map(([sku, quantity]) => `${quantity} × ${sku}`)
  const details = `${names.join(', ')}${isDamaged ? ', damaged' : ''}`
  await updateOrder(transaction, account, after)
  await setMoves(transaction, account, id, { ...moved, came_back })
  if (units || isDamaged)
    await recordChange(transaction, account, id, { at, change: 'units returned', actor, details })
  if (!isDamaged) await serveWaiting(transaction, account, coming.keys(), now)
  return after
}
