import { timestamp } from '../domain/clock.ts'
import type { AccountId, OrderId } from '../domain/ids.ts'
import { allocate, demandOf, type WarehouseStock } from '../domain/inventory.ts'
import type { Order } from '../domain/order.ts'
import { isRejection } from '../domain/rejection.ts'
import { listWarehouses, lockStock, moveStock, type StockEvent } from '../store/inventory.ts'
import { lockOrder, updateLines } from '../store/orders.ts'
import type { Transaction } from '../store/store.ts'

/**
 * Changes the lines of an order that has not shipped. Stock moves by the difference if the order's warehouse can
 * serve it. Otherwise another warehouse serves it whole, or it is backordered without one.
 */
export async function changeLines(
  transaction: Transaction,
  account: AccountId,
  order: Order,
  products: Order['products'],
  now: number,
): Promise<Order> {
  const before = order.warehouse === null ? new Map<string, number>() : demandOf(order.products)
  const demand = demandOf(products)
  const skus = new Set([...before.keys(), ...demand.keys()])
  const [items, warehouses] = await Promise.all([
    lockStock(transaction, account, skus),
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
  stock.sort(
    (a, b) => Number(b.warehouse === order.warehouse) - Number(a.warehouse === order.warehouse),
  )
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
      moves.push({ sku, warehouse: place, type, quantity, order: order.id, at: timestamp(now) })
    }
  const after: Order = { ...order, products, warehouse, allocationStatus: status }
  await Promise.all([
    moveStock(transaction, account, moves),
    updateLines(transaction, account, after),
  ])
  return after
}

/** Allocates an order that waits for stock, if there is enough now. */
export async function allocateWaiting(
  transaction: Transaction,
  account: AccountId,
  id: OrderId,
  now: number,
): Promise<void> {
  const order = await lockOrder(transaction, account, id)
  if (order && isWaiting(order)) await changeLines(transaction, account, order, order.products, now)
}

/** Returns whether an order has not shipped and has no stock. */
export function isWaiting({ status, allocationStatus }: Order): boolean {
  return status === 'AWAITING_SHIPMENT' && allocationStatus === 'BACKORDERED'
}
