import type { components } from '../../generated/types.ts'
import type { WarehouseId } from './ids.ts'
import type { Refusal } from './refusal.ts'

type InventoryItem = components['schemas']['InventoryItem']
export type EventType = components['schemas']['InventoryEvent']['event_type']

/** Units in a warehouse, promised to orders, and on their way. */
export type Counts = { on_hand: number; allocated: number; inbound: number }

/** What an event's quantity is added to, and with which sign. Every count is the sum of its events. */
export const effects: { readonly [Type in EventType]: Readonly<Partial<Counts>> } = {
  received: { on_hand: 1 },
  adjusted: { on_hand: 1 },
  inbound_expected: { inbound: 1 },
  inbound_received: { on_hand: 1, inbound: -1 },
  order_allocated: { allocated: 1 },
  order_released: { allocated: 1 },
  order_shipped: { on_hand: 1, allocated: 1 },
  order_returned: { on_hand: 1 },
}

/** The counts after an event. */
export const applyEvent = (counts: Counts, type: EventType, quantity: number): Counts => {
  const effect = effects[type]
  return {
    on_hand: counts.on_hand + quantity * (effect.on_hand ?? 0),
    allocated: counts.allocated + quantity * (effect.allocated ?? 0),
    inbound: counts.inbound + quantity * (effect.inbound ?? 0),
  }
}

/** Units free to order. */
export const available = ({ on_hand, allocated }: Pick<Counts, 'on_hand' | 'allocated'>): number =>
  Math.max(on_hand - allocated, 0)

/** Whether stock runs low, by what is available and the threshold set for the item. */
export const stockStatus = (units: number, threshold: number): InventoryItem['status'] => {
  if (units === 0) return 'out_of_stock'
  return units <= threshold ? 'low_stock' : 'in_stock'
}

/** Units wanted, by SKU, lines of one SKU added up (design decision 31). */
export type Demand = ReadonlyMap<string, number>

export const demandOf = (lines: readonly { sku: string; quantity: number }[]): Demand => {
  const demand = new Map<string, number>()
  for (const { sku, quantity } of lines) demand.set(sku, (demand.get(sku) ?? 0) + quantity)
  return demand
}

/** Units by SKU; a SKU that is not there has none. */
export type Units = ReadonlyMap<string, number>

/** What one warehouse has: units free to order, and units on its shelves. */
export type WarehouseStock = { warehouse: WarehouseId; available: Units; onHand: Units }

/** The first SKU of which there are fewer units than wanted. */
export const shortOf = (units: Units, demand: Demand): string | undefined => {
  for (const [sku, wanted] of demand) if ((units.get(sku) ?? 0) < wanted) return sku
  return undefined
}

/** How many of the SKUs a warehouse carries at all. */
const carried = (stock: WarehouseStock, demand: Demand): number =>
  [...demand.keys()].filter((sku) => stock.available.has(sku)).length

export type Allocation = { warehouse: WarehouseId | null; status: 'ALLOCATED' | 'BACKORDERED' }

/**
 * Where an order's stock is taken from. An order is never split: the first warehouse that can serve
 * all of it does, else, if the campaign allows, it is backordered at the warehouse that carries most
 * of its SKUs.
 * @param warehouses in the order in which they are to be tried.
 */
export const allocate = (
  demand: Demand,
  warehouses: readonly WarehouseStock[],
  allowOutOfStockOrders: boolean,
): Allocation | Refusal => {
  const able = warehouses.find((stock) => shortOf(stock.available, demand) === undefined)
  if (able) return { warehouse: able.warehouse, status: 'ALLOCATED' }
  const [best] = warehouses.toSorted((a, b) => carried(b, demand) - carried(a, demand))
  if (allowOutOfStockOrders) return { warehouse: best?.warehouse ?? null, status: 'BACKORDERED' }
  const sku = shortOf(best?.available ?? new Map(), demand)
  return { refused: 'not-enough-stock', sku: sku ?? '' }
}
