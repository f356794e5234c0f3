import { timestamp } from '../domain/clock.ts'
import type { AccountId, WarehouseId } from '../domain/ids.ts'
import { demandOf, type Units } from '../domain/inventory.ts'
import type { Order } from '../domain/order.ts'
import { listWarehouses, lockStock, moveStock, type StockEvent } from '../store/inventory.ts'
import { listWaiting, listWaitingSkus, recordChange, updateOrder } from '../store/orders.ts'
import type { Transaction } from '../store/store.ts'
import type { EventTransaction } from './actions.ts'

/**
 * Allocates orders that wait for stock, the oldest first, after units of SKUs became available (decision 73). An order is
 * served whole or not at all. One that waits in a warehouse keeps its units there, so younger orders get none of them.
 *
 * Call it at the end of a transaction that has locked the stock by `lockShelf`. An order that another transaction has
 * locked is passed over: that one serves it when it gets the lock of the stock.
 */
export const serveWaiting = async (
  transaction: EventTransaction,
  account: AccountId,
  skus: Iterable<string>,
  now: number,
): Promise<void> => {
  const waiting = await listWaiting(transaction, account, skus, transaction.dialect.lockFree)
  if (waiting.length === 0) return
  const own = new Set(waiting.map(({ id }) => id))
  const [items, all, warehouses] = await Promise.all([
    lockStock(transaction, account, skusOf(waiting)),
    // Younger orders that wait for their other SKUs have units of these, which older ones get.
    listWaiting(transaction, account, skusOf(waiting)),
    listWarehouses(transaction, account),
  ])
  const free = new Map(
    items.map((item) => [placeOf(item.warehouse, item.sku), item.on_hand - item.allocated]),
  )
  const change = (warehouse: WarehouseId, demand: Units, sign: 1 | -1) => {
    for (const [sku, quantity] of demand) {
      const place = placeOf(warehouse, sku)
      free.set(place, (free.get(place) ?? 0) + sign * quantity)
    }
  }
  for (const { warehouse, products } of all)
    if (warehouse !== null) change(warehouse, demandOf(products), 1)
  for (const order of all) {
    const demand = demandOf(order.products)
    const places = order.warehouse === null ? warehouses.map(({ id }) => id) : [order.warehouse]
    const able =
      own.has(order.id) &&
      places.find((id) =>
        [...demand].every(([sku, quantity]) => (free.get(placeOf(id, sku)) ?? 0) >= quantity),
      )
    const place = able || order.warehouse
    if (place !== null) change(place, demand, -1)
    if (able) await serve(transaction, account, order, able, now)
  }
}

/** Locks the stock of SKUs, and of all SKUs of the orders that wait for any of them, which `serveWaiting` may change. */
export const lockShelf = async (
  transaction: Transaction,
  account: AccountId,
  skus: Iterable<string>,
) => {
  const own = new Set(skus)
  const others = await listWaitingSkus(transaction, account, own)
  return lockStock(transaction, account, new Set([...own, ...others]))
}

async function serve(
  transaction: EventTransaction,
  account: AccountId,
  order: Order,
  warehouse: WarehouseId,
  now: number,
): Promise<void> {
  const at = timestamp(now)
  const { actor } = transaction
  const own = { order: order.id, at, warehouse, actor: actor.name }
  // One that waits in a warehouse has its units allocated there already.
  const moves: StockEvent[] =
    order.warehouse === null
      ? [...demandOf(order.products)].map(([sku, quantity]) => ({
          ...own,
          type: 'order_allocated',
          sku,
          quantity,
        }))
      : []
  await moveStock(transaction, account, moves)
  await updateOrder(transaction, account, { ...order, warehouse, allocationStatus: 'ALLOCATED' })
  await recordChange(transaction, account, order.id, { at, change: 'stock allocated', actor })
}

function skusOf(orders: readonly Order[]): Set<string> {
  return new Set(orders.flatMap(({ products }) => products.map(({ sku }) => sku)))
}

function placeOf(warehouse: WarehouseId, sku: string): string {
  return `${warehouse} ${sku}`
}
