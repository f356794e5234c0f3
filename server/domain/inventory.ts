import type { components } from '../../generated/types.ts'
import type { WarehouseId } from './ids.ts'
import type { Rejection } from './rejection.ts'

export type EventType = components['schemas']['InventoryEvent']['event_type']

/** Units in a warehouse, units allocated to orders, and units inbound. */
export type StockCounts = { on_hand: number; allocated: number; inbound: number }

/** The counts that each event type changes, and the sign. Every count is the sum of its events. */
const effects: { readonly [Type in EventType]: Readonly<Partial<StockCounts>> } = {
  received: { on_hand: 1 },
  adjusted: { on_hand: 1 },
  inbound_expected: { inbound: 1 },
  inbound_received: { on_hand: 1, inbound: -1 },
  order_allocated: { allocated: 1 },
  order_released: { allocated: 1 },
  order_shipped: { on_hand: 1, allocated: 1 },
  order_returned: { on_hand: 1 },
}

export const applyEvent = (counts: StockCounts, type: EventType, quantity: number): StockCounts => {
  const effect = effects[type]
  return {
    on_hand: counts.on_hand + quantity * (effect.on_hand ?? 0),
    allocated: counts.allocated + quantity * (effect.allocated ?? 0),
    inbound: counts.inbound + quantity * (effect.inbound ?? 0),
  }
}

/** Returns the units that can be ordered. Never negative. */
export const available = ({
  on_hand,
  allocated,
}: Pick<StockCounts, 'on_hand' | 'allocated'>): number => Math.max(on_hand - allocated, 0)

/** Units by SKU. A missing SKU has none. */
export type Units = ReadonlyMap<string, number>

/** Returns the ordered units by SKU. Lines of the same SKU are summed (design decision 31). */
export const demandOf = (lines: readonly { sku: string; quantity: number }[]): Units => {
  const demand = new Map<string, number>()
  for (const { sku, quantity } of lines) demand.set(sku, (demand.get(sku) ?? 0) + quantity)
  return demand
}

/** The available units of one warehouse. */
export type WarehouseStock = { warehouse: WarehouseId; available: Units }

/** Returns the first SKU with fewer units than ordered. */
const shortOf = (units: Units, demand: Units): string | undefined => {
  for (const [sku, wanted] of demand) if ((units.get(sku) ?? 0) < wanted) return sku
  return undefined
}

/** Returns how many of the ordered SKUs a warehouse carries. */
const carried = (stock: WarehouseStock, demand: Units): number =>
  [...demand.keys()].filter((sku) => stock.available.has(sku)).length

export type Allocation = { warehouse: WarehouseId | null; status: 'ALLOCATED' | 'BACKORDERED' }

/** Returns whether an order has not shipped and has no stock. */
export const isWaiting = ({
  status,
  allocationStatus,
}: Pick<components['schemas']['Order'], 'status' | 'allocationStatus'>): boolean =>
  status === 'AWAITING_SHIPMENT' && allocationStatus === 'BACKORDERED'

/**
 * Selects the warehouse for an order. An order is never split: the first warehouse with all units
 * serves it. Otherwise, if the campaign allows it, the order is backordered at the warehouse that
 * carries most of its SKUs.
 * @param warehouses in order of preference.
 */
export const allocate = (
  demand: Units,
  warehouses: readonly WarehouseStock[],
  allowOutOfStockOrders: boolean,
): Allocation | Rejection => {
  const able = warehouses.find((stock) => shortOf(stock.available, demand) === undefined)
  if (able) return { warehouse: able.warehouse, status: 'ALLOCATED' }
  const [best] = warehouses.toSorted((a, b) => carried(b, demand) - carried(a, demand))
  if (allowOutOfStockOrders) return { warehouse: best?.warehouse ?? null, status: 'BACKORDERED' }
  const sku = shortOf(best?.available ?? new Map(), demand)
  return { rejected: 'not-enough-stock', sku: sku ?? '' }
}
