import { timestamp } from '../domain/clock.ts'
import type { AccountId } from '../domain/ids.ts'
import { allocate, demandOf, type WarehouseStock } from '../domain/inventory.ts'
import type { Order } from '../domain/order.ts'
import { isRejection } from '../domain/rejection.ts'
import { listWarehouses, moveStock, type StockEvent } from '../store/inventory.ts'
import { updateOrder } from '../store/orders.ts'
import type { EventTransaction } from './actions.ts'
import { lockShelf, serveWaiting } from './serve-waiting.ts'

/**
 * Changes the lines of an order that has not shipped. Stock moves by the difference if the order's warehouse can
 * serve it. Otherwise another warehouse serves it whole, or it is backordered without one. Units that it leaves serve
 * orders that wait.
 * @param preferred the warehouse that serves it if several can.
 */
export async function changeLines(
  transaction: EventTransaction,
  account: AccountId,
  order: Order,
  products: Order['products'],
  now: number,
  preferred = order.warehouse,
): Promise<Order> {
  const before = order.warehouse === null ? new Map<string, number>() : demandOf(order.products)
  const demand = demandOf(products)
  const skus = new Set([...before.keys(), ...demand.keys()])
  const [items, warehouses] = await Promise.all([
    lockShelf(transaction, account, skus),
    listWarehouses(transaction, account),
  ])
  const stock = warehouses.map(({ id }): WarehouseStock => {
    const own = items.filter(({ warehouse }) => warehouse === id)
    const units = own.map(({ sku, on_hand, allocated }): [string, number] => {
      const held = id === order.warehouse ? (before.get(sku) ?? 0) : 0
      return [sku, Math.max(on_hand - allocated + held, 0)]
    })
    return { warehouse: id, available: new Map(units) }
  })
  // Of warehouses that can serve it, the first one does.
  stock.sort((a, b) => Number(b.warehouse === preferred) - Number(a.warehouse === preferred))
  const allocation = allocate(demand, stock, false)
  const { warehouse, status } = isRejection(allocation)
    ? { warehouse: null, status: 'BACKORDERED' as const }
    : allocation

  const moves: StockEvent[] = []
  for (const place of new Set([order.warehouse, warehouse]))
    for (const sku of skus) {
      const held = place === order.warehouse ? (before.get(sku) ?? 0) : 0
      const wanted = place === warehouse ? (demand.get(sku) ?? 0) : 0
      const quantity = wanted - held
      if (place === null || quantity === 0) continue
      const type = quantity > 0 ? 'order_allocated' : 'order_released'
      const own = { order: order.id, at: timestamp(now), actor: transaction.actor.name }
      moves.push({ ...own, sku, warehouse: place, type, quantity })
    }
  const after: Order = { ...order, products, warehouse, allocationStatus: status }
  await Promise.all([
    moveStock(transaction, account, moves),
    updateOrder(transaction, account, after),
  ])
  if (moves.some(({ quantity }) => quantity < 0))
    await serveWaiting(transaction, account, skus, now)
  return after
}
