import { type AccountId, newId, type OrderId, type WarehouseId } from '../domain/ids.ts'
import {
  applyEvent,
  available,
  type Counts,
  type EventType,
  type Units,
  type WarehouseStock,
} from '../domain/inventory.ts'
import { defaultThreshold } from '../domain/shop.ts'
import { statement } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

const warehousesOf = statement<{ account: AccountId }>()((db, slot) =>
  db
    .selectFrom('warehouses')
    .where('account_id', '=', slot('account'))
    .orderBy('seq')
    .select(['key', 'id', 'name']),
)

/** Returns an account's warehouses in the order of their creation. */
export const listWarehouses = (
  reader: Reader,
  account: AccountId,
): Promise<{ key: string; id: WarehouseId; name: string }[]> =>
  reader.all(warehousesOf, { account })

type WarehouseRow = { account: AccountId; id: WarehouseId; key: string; name: string }

const upsertWarehouse = statement<WarehouseRow>()((db, slot) =>
  db
    .insertInto('warehouses')
    .values({
      id: slot('id'),
      account_id: slot('account'),
      key: slot('key'),
      name: slot('name'),
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'id']).doUpdateSet({ name: slot('name') }),
    ),
)

/** Adds a warehouse to an account, or renames it. Its key is its id unless one is given. */
export const putWarehouse = (
  transaction: Transaction,
  account: AccountId,
  { id, name, key = id }: { id: WarehouseId; name: string; key?: string },
): void => {
  transaction.send(upsertWarehouse, { id, name, key, account })
}

const ofSku = statement<{ account: AccountId; sku: string }>()((db, slot) =>
  db
    .selectFrom('inventory_items')
    .where('account_id', '=', slot('account'))
    .where('sku', '=', slot('sku'))
    .select(['sku', 'warehouse_id as warehouse', 'on_hand', 'allocated']),
)

const itemsOf = async (reader: Reader, account: AccountId, skus: Iterable<string>) =>
  (await Promise.all([...skus].map((sku) => reader.all(ofSku, { account, sku })))).flat()

/** Returns each warehouse's stock of some SKUs, in the order in which the warehouses were created. */
export const stockOf = async (
  reader: Reader,
  account: AccountId,
  skus: Iterable<string>,
): Promise<WarehouseStock[]> => {
  const [warehouses, items] = await Promise.all([
    listWarehouses(reader, account),
    itemsOf(reader, account, skus),
  ])
  const stock = new Map(warehouses.map(({ id }) => [id, new Map<string, number>()]))
  for (const item of items) stock.get(item.warehouse)?.set(item.sku, available(item))
  return [...stock].map(([warehouse, units]) => ({ warehouse, available: units }))
}

/** Returns the units of some SKUs that a warehouse has on hand. */
export const onHandIn = async (
  reader: Reader,
  account: AccountId,
  warehouse: WarehouseId,
  skus: Iterable<string>,
): Promise<Units> => {
  const items = await itemsOf(reader, account, skus)
  return new Map(
    items.filter((item) => item.warehouse === warehouse).map(({ sku, on_hand }) => [sku, on_hand]),
  )
}

type Place = { account: AccountId; sku: string; warehouse: WarehouseId }

type Item = Place & { id: string; threshold: number | null }

const upsert = statement<Item>()((db, slot) =>
  db
    .insertInto('inventory_items')
    .values(({ fn, lit }) => ({
      id: slot('id'),
      account_id: slot('account'),
      sku: slot('sku'),
      warehouse_id: slot('warehouse'),
      on_hand: 0,
      allocated: 0,
      inbound: 0,
      low_stock_threshold: fn.coalesce(slot('threshold'), lit(defaultThreshold)),
    }))
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'sku', 'warehouse_id']).doUpdateSet(({ fn }) => ({
        low_stock_threshold: fn.coalesce(slot('threshold'), 'inventory_items.low_stock_threshold'),
      })),
    ),
)

type EventRow = Place & {
  id: string
  type: EventType
  quantity: number
  order: OrderId | null
  at: string
}

/** Adds nothing if there is no item. */
const insertEvent = statement<EventRow>()((db, slot) =>
  db
    .insertInto('inventory_events')
    .columns(['account_id', 'item_id', 'id', 'event_type', 'quantity', 'order_id', 'created_at'])
    .expression(
      db
        .selectFrom('inventory_items')
        .where('account_id', '=', slot('account'))
        .where('sku', '=', slot('sku'))
        .where('warehouse_id', '=', slot('warehouse'))
        .select([
          'account_id',
          'id as item_id',
          slot('id').as('id'),
          slot('type').as('event_type'),
          slot('quantity').as('quantity'),
          slot('order').as('order_id'),
          slot('at').as('created_at'),
        ]),
    ),
)

const addToCounts = statement<Place & Counts>()((db, slot) =>
  db
    .updateTable('inventory_items')
    .set(({ eb }) => ({
      on_hand: eb('on_hand', '+', slot('on_hand')),
      allocated: eb('allocated', '+', slot('allocated')),
      inbound: eb('inbound', '+', slot('inbound')),
    }))
    .where('account_id', '=', slot('account'))
    .where('sku', '=', slot('sku'))
    .where('warehouse_id', '=', slot('warehouse')),
)

/** A change of stock. */
export type StockEvent = { type: EventType; quantity: number; order: OrderId | null; at: string }

const nothing: Counts = { on_hand: 0, allocated: 0, inbound: 0 }

/** Adds a stock event and updates the counts, so that every count is the sum of its events. */
export const moveItem = (transaction: Transaction, place: Place, event: StockEvent): void => {
  transaction.send(addToCounts, { ...place, ...applyEvent(nothing, event.type, event.quantity) })
  transaction.send(insertEvent, { ...place, ...event, id: newId('evt') })
}

/**
 * Adds stock events like `moveItem`. Creates the item if the warehouse does not have the variant.
 * @param threshold the number of units up to which stock is low. Null keeps it.
 */
export const putStock = (
  transaction: Transaction,
  place: Place,
  events: readonly StockEvent[],
  threshold: number | null = null,
): void => {
  transaction.send(upsert, { ...place, id: newId('itm'), threshold })
  for (const event of events) moveItem(transaction, place, event)
}

/** Like `putStock`, for one event. */
export const moveStock = (transaction: Transaction, place: Place, event: StockEvent): void =>
  putStock(transaction, place, [event])
