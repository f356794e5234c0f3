import { orderEvent } from '../deliveries/payloads.ts'
import { timestamp } from '../domain/clock.ts'
import type { AccountId, OrderId, WarehouseId } from '../domain/ids.ts'
import { demandOf, type Units } from '../domain/inventory.ts'
import { endOfDay, type Order, type Shipment, ship, unship } from '../domain/order.ts'
import { isRejection, type Rejection } from '../domain/rejection.ts'
import {
  type CountTimes,
  listStockedBy,
  listWarehouses,
  moveStock,
  type StockEvent,
  type StockRow,
} from '../store/inventory.ts'
import {
  findMoves,
  findShipmentTime,
  lockOrder,
  type OrderChange,
  recordChange,
  setMoves,
  updateOrder,
} from '../store/orders.ts'
import type { EventTransaction } from './actions.ts'
import { changeLines } from './change-lines.ts'
import { lockShelf, serveWaiting } from './serve-waiting.ts'

/** When and how a parcel left. */
export type Departure = Shipment & {
  /** The ship date, if it is not the time of the action. */
  at?: string | undefined
  /** The latest time at which it left. Default: the end of the ship date's day. */
  leftBy?: string | undefined
  /** The time of the count of all stock, in milliseconds. Default: each line's own. */
  countedAt?: number | undefined
  /** Whether to ship although units are not in stock. */
  isShort?: boolean | undefined
}

/**
 * Ships an order: its units leave the stock, and `order.shipped` is emitted. A line that left before its stock was counted
 * leaves the stock of its day and not that of today, because the count is without it (decision 65). An order that waits
 * is allocated first.
 */
export const shipOrder = async (
  transaction: EventTransaction,
  account: AccountId,
  id: OrderId,
  departure: Departure,
  now: number,
): Promise<Order | Rejection> => {
  const order = await lockOrder(transaction, account, id)
  if (!order) return { rejected: 'order-not-found' }
  const { trackingNumber, carrierCode, at = timestamp(now) } = departure
  const changed = ship(order, { trackingNumber, carrierCode }, at)
  if (isRejection(changed)) return changed
  const demand = demandOf(order.products)
  const shelf = await lockShelf(transaction, account, demand.keys())
  const warehouses = await listWarehouses(transaction, account)
  const lines = shelf.map((item): Line => ({ ...item, counted: countAfter(departure, item, now) }))
  const { leftBy = endOfDay(at) ?? at, countedAt } = departure
  const isLate = countedAt === undefined && lines.some(({ counted }) => counted !== undefined)
  const stocked = isLate
    ? await listStockedBy(transaction, account, order, leftBy, timestamp(now))
    : new Map<string, CountTimes>()
  const found = placesOf(order, lines, warehouses.map(idOf), stocked)
  const place = found.find(({ short }) => short === undefined) ?? found[0]
  const [first = ''] = demand.keys()
  const short = place ? place.short : first
  if (short !== undefined && !departure.isShort) return { rejected: 'not-enough-stock', sku: short }
  const own = { at: at < timestamp(now) ? at : timestamp(now), actor: transaction.actor.name }
  const moves = place ? movesOf(order, place, own) : []
  const unmoved = [...demand]
    .map(([sku, quantity]): [string, number] => [sku, quantity - (place?.taken.get(sku) ?? 0)])
    .filter(([, quantity]) => quantity > 0)
  const after: Order = {
    ...order,
    ...changed,
    warehouse: place?.warehouse ?? order.warehouse,
    allocationStatus: short === undefined ? 'ALLOCATED' : 'BACKORDERED',
  }
  transaction.emit(account, orderEvent('order.shipped', after))
  await Promise.all([
    moveStock(transaction, account, moves),
    updateOrder(transaction, account, after),
  ])
  if (unmoved.length > 0) {
    const unmovedUnits = Object.fromEntries(unmoved)
    await setMoves(transaction, account, id, { unmoved: unmovedUnits, came_back: null })
  }
  if (unmoved.length > 0 || isLate) await serveWaiting(transaction, account, demand.keys(), now)
  return after
}

/** The stock of a line, and the time of its count if the line left before. */
type Line = StockRow & { counted: string | undefined }

function countAfter(
  { at, leftBy = endOfDay(at), countedAt }: Departure,
  item: StockRow,
  now: number,
): string | undefined {
  const counted = countedAt ?? Math.min(Date.parse(item.countedAt ?? ''), now)
  return leftBy !== undefined && Date.parse(leftBy) < counted ? timestamp(counted) : undefined
}

/** The units of an order that leave a warehouse, and its first SKU of which there are too few. */
type Place = {
  warehouse: WarehouseId
  taken: Units
  /** The counts, by SKU, that were without the units. */
  counts: ReadonlyMap<string, string>
  short: string | undefined
}

/**
 * Returns the warehouses that an order can leave, in the order of preference: one with its SKUs, and its own alone.
 * @param stocked the SKUs and warehouses that had stock when it left, and their first counts since.
 */
function placesOf(
  order: Order,
  shelf: readonly Line[],
  warehouses: readonly WarehouseId[],
  stocked: ReadonlyMap<string, CountTimes>,
): Place[] {
  const demand = demandOf(order.products)
  const own = order.warehouse === null ? warehouses : [order.warehouse]
  const places = own.map((warehouse) => {
    const items = shelf.filter((item) => item.warehouse === warehouse && demand.has(item.sku))
    const stock = new Map(items.map((item) => [item.sku, item]))
    const taken = new Map<string, number>()
    const counts = new Map<string, string>()
    let short: string | undefined
    for (const [sku, quantity] of demand) {
      const item = stock.get(sku)
      if (item?.counted !== undefined) {
        if (!stocked.has(`${sku} ${warehouse}`)) continue
        taken.set(sku, quantity)
        counts.set(sku, stocked.get(`${sku} ${warehouse}`)?.countedAt ?? item.counted)
        continue
      }
      const free = item ? freeFor(order, item, quantity) : 0
      taken.set(sku, Math.min(quantity, free))
      if (free < quantity) short ??= sku
    }
    return { warehouse, taken, counts, short, carried: stock.size }
  })
  return places.filter(({ carried }) => carried > 0).toSorted((a, b) => b.carried - a.carried)
}

/** Returns the units of a warehouse that an order can take: its own, and those that no order has. */
function freeFor(order: Order, { on_hand, allocated }: StockRow, quantity: number): number {
  if (order.allocationStatus === 'ALLOCATED') return Math.min(on_hand, quantity)
  const held = order.warehouse === null ? 0 : quantity
  return Math.max(Math.min(on_hand, on_hand - allocated + held), 0)
}

function movesOf(
  order: Order,
  { warehouse, taken, counts }: Place,
  common: Pick<StockEvent, 'at' | 'actor'>,
): StockEvent[] {
  const moves: StockEvent[] = []
  for (const [sku, quantity] of demandOf(order.products)) {
    const held = order.warehouse === null ? 0 : quantity
    const units = taken.get(sku) ?? 0
    const own = { ...common, sku, warehouse, order: order.id }
    if (units > held) moves.push({ ...own, type: 'order_allocated', quantity: units - held })
    if (units < held) moves.push({ ...own, type: 'order_released', quantity: units - held })
    const at = counts.get(sku)
    const seen = { ...own, reason: 'order shipped before the count' }
    if (at !== undefined) moves.push({ ...seen, at, type: 'adjusted', quantity: units })
    if (units > 0) moves.push({ ...own, type: 'order_shipped', quantity: -units })
  }
  return moves
}

/**
 * Undoes a shipment: the parcel never left. Its units are back, unless a later count has seen them, and are allocated to
 * the order again if there are enough. No event takes order.shipped back (decision 62).
 * @param change the line of the order's history.
 */
export const unshipOrder = async (
  transaction: EventTransaction,
  account: AccountId,
  id: OrderId,
  change: OrderChange,
  now: number,
): Promise<Order | Rejection> => {
  const order = await lockOrder(transaction, account, id)
  if (!order) return { rejected: 'order-not-found' }
  const changed = unship(order)
  if (isRejection(changed)) return changed
  const { unmoved, came_back } = await findMoves(transaction, account, id)
  if (came_back) return { rejected: 'units-returned' }
  const { warehouse, shipDate } = order
  const at = timestamp(now)
  // The parcel has left on no day, so the stock of no day is without it.
  const leftAt = shipDate !== null && shipDate < at ? shipDate : at
  const recordedAt = (await findShipmentTime(transaction, account, id)) ?? shipDate ?? at
  const demand = demandOf(order.products)
  await lockShelf(transaction, account, demand.keys())
  const counts = await listStockedBy(transaction, account, order, recordedAt, at, leftAt)
  const moves: StockEvent[] = []
  for (const [sku, quantity] of demand) {
    const units = quantity - (unmoved?.[sku] ?? 0)
    if (warehouse === null || units === 0) continue
    const own = { sku, warehouse, actor: transaction.actor.name }
    const moved = { ...own, order: id, at: leftAt }
    moves.push({ ...moved, type: 'order_shipped', quantity: units })
    moves.push({ ...moved, type: 'order_released', quantity: -units })
    // A count has seen the units. One that was without them has what the shipment added, under the order's id.
    const { withoutAt, countedAt } = counts.get(`${sku} ${warehouse}`) ?? {}
    const seenAt = withoutAt ?? countedAt
    const seen = { ...own, order: withoutAt ? id : null, reason: `${change} after a count` }
    if (seenAt) moves.push({ ...seen, at: seenAt, type: 'adjusted', quantity: -units })
  }
  const waiting: Order = {
    ...order,
    ...changed,
    warehouse: null,
    allocationStatus: 'BACKORDERED',
  }
  const parcel = `${order.carrierCode} ${order.trackingNumber}`
  const details = `was ${change === 'ship date changed' ? shipDate : parcel}`
  await moveStock(transaction, account, moves)
  await updateOrder(transaction, account, waiting)
  if (unmoved) await setMoves(transaction, account, id, { unmoved: null, came_back: null })
  await recordChange(transaction, account, id, { at, change, actor: transaction.actor, details })
  const after = await changeLines(transaction, account, waiting, order.products, now, warehouse)
  await serveWaiting(transaction, account, demand.keys(), now)
  return after
}

/** Changes when an order has left. Its units leave the stock of that day, unless they were counted since. No event is sent. */
export const redateShipment = async (
  transaction: EventTransaction,
  account: AccountId,
  order: Order,
  departure: Pick<Departure, 'at' | 'leftBy' | 'countedAt'>,
  now: number,
): Promise<Order | Rejection> => {
  const { id, deliveredAt, trackingNumber, carrierCode } = order
  const silent = { ...transaction, emit: () => {} }
  const undone = await unshipOrder(silent, account, id, 'ship date changed', now)
  if (isRejection(undone)) return undone
  const parcel = { trackingNumber: trackingNumber ?? '', carrierCode: carrierCode ?? '' }
  const shipment = { ...parcel, ...departure, isShort: true }
  const shipped = await shipOrder(silent, account, id, shipment, now)
  if (isRejection(shipped) || deliveredAt === null) return shipped
  const after = { ...shipped, deliveredAt }
  await updateOrder(transaction, account, after)
  return after
}

function idOf({ id }: { id: WarehouseId }): WarehouseId {
  return id
}
