import { type AccountId, newId, type OrderId, type WarehouseId } from '../domain/ids.ts'
import { applyEvent, available, type EventType, type WarehouseStock } from '../domain/inventory.ts'
import { statement } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

const warehousesOf = statement<{ account: AccountId }>()((db, slot) =>
  db
    .selectFrom('warehouses')
    .where('account_id', '=', slot('account'))
    .orderBy('seq')
    .select(['id', 'name']),
)

/** Returns an account's warehouses in the order of their creation. */
export const listWarehouses = (
  reader: Reader,
  account: AccountId,
): Promise<{ id: WarehouseId; name: string }[]> => reader.all(warehousesOf, { account })

const insertIntoWarehouses = statement<{ account: AccountId; id: WarehouseId; name: string }>()(
  (db, slot) =>
    db
      .insertInto('warehouses')
      .values({ id: slot('id'), account_id: slot('account'), name: slot('name') }),
)

/** Adds a warehouse to an account. */
export const insertWarehouse = async (
  transaction: Transaction,
  account: AccountId,
  warehouse: { id: WarehouseId; name: string },
): Promise<void> => {
  await transaction.run(insertIntoWarehouses, { ...warehouse, account })
}

const ofSku = statement<{ account: AccountId; sku: string }>()((db, slot) =>
  db
    .selectFrom('inventory_items')
    .where('account_id', '=', slot('account'))
    .where('sku', '=', slot('sku'))
    .select(['warehouse_id as warehouse', 'on_hand', 'allocated']),
)

/** Returns each warehouse's stock of some SKUs, in the order in which the warehouses were created. */
export const stockOf = async (
  reader: Reader,
  account: AccountId,
  skus: Iterable<string>,
): Promise<WarehouseStock[]> => {
  const free = new Map<string, Map<string, number>>()
  const there = new Map<string, Map<string, number>>()
  for (const sku of skus)
    for (const item of await reader.all(ofSku, { account, sku })) {
      entryOf(free, item.warehouse).set(sku, available(item))
      entryOf(there, item.warehouse).set(sku, item.on_hand)
    }
  const warehouses = await listWarehouses(reader, account)
  return warehouses.map(({ id }) => ({
    warehouse: id,
    available: entryOf(free, id),
    onHand: entryOf(there, id),
  }))
}

const entryOf = (units: Map<string, Map<string, number>>, warehouse: WarehouseId) => {
  const entry = units.get(warehouse) ?? new Map<string, number>()
  units.set(warehouse, entry)
  return entry
}

type Place = { account: AccountId; sku: string; warehouse: WarehouseId }

const find = statement<Place>()((db, slot) =>
  db
    .selectFrom('inventory_items')
    .where('account_id', '=', slot('account'))
    .where('sku', '=', slot('sku'))
    .where('warehouse_id', '=', slot('warehouse'))
    .select(['id', 'on_hand', 'allocated', 'inbound']),
)

const insert = statement<Place & { id: string; threshold: number }>()((db, slot) =>
  db.insertInto('inventory_items').values({
    id: slot('id'),
    account_id: slot('account'),
    sku: slot('sku'),
    warehouse_id: slot('warehouse'),
    on_hand: 0,
    allocated: 0,
    inbound: 0,
    low_stock_threshold: slot('threshold'),
  }),
)

/** The default threshold: an item with this many units or fewer is low on stock. */
const defaultThreshold = 10

/** Adds an item without stock. Its counts come from its events. */
export const insertInventoryItem = async (
  transaction: Transaction,
  place: Place,
  threshold = defaultThreshold,
): Promise<string> => {
  const id = newId('itm')
  await transaction.run(insert, { ...place, id, threshold })
  return id
}

type EventRow = {
  account: AccountId
  id: string
  item: string
  type: EventType
  quantity: number
  order: OrderId | null
  at: string
}

const insertEvent = statement<EventRow>()((db, slot) =>
  db.insertInto('inventory_events').values({
    id: slot('id'),
    account_id: slot('account'),
    item_id: slot('item'),
    event_type: slot('type'),
    quantity: slot('quantity'),
    order_id: slot('order'),
    created_at: slot('at'),
  }),
)

type CountsRow = {
  account: AccountId
  item: string
  on_hand: number
  allocated: number
  inbound: number
}

const updateCounts = statement<CountsRow>()((db, slot) =>
  db
    .updateTable('inventory_items')
    .set({
      on_hand: slot('on_hand'),
      allocated: slot('allocated'),
      inbound: slot('inbound'),
    })
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('item')),
)

/** A change of stock. */
export type StockEvent = { type: EventType; quantity: number; order: OrderId | null; at: string }

/**
 * Adds a stock event and updates the counts, so that every count is the sum of its events. Creates the
 * item if the warehouse did not have the variant.
 */
export const moveStock = async (
  transaction: Transaction,
  place: Place,
  event: StockEvent,
): Promise<void> => {
  const found = await transaction.first(find, place)
  const { id, ...counts } = found ?? {
    id: await insertInventoryItem(transaction, place),
    on_hand: 0,
    allocated: 0,
    inbound: 0,
  }
  const { account } = place
  await transaction.run(insertEvent, { ...event, account, item: id, id: newId('evt') })
  const after = applyEvent(counts, event.type, event.quantity)
  await transaction.run(updateCounts, { ...after, account, item: id })
}
