import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { components } from '../../generated/types.ts'
import { fold } from '../domain/fold.ts'
import { type AccountId, newId, type OrderId, toId, type WarehouseId } from '../domain/ids.ts'
import {
  applyEvent,
  available,
  type Counts,
  type EventType,
  stockStatus,
  type Units,
  type WarehouseStock,
} from '../domain/inventory.ts'
import { defaultThreshold } from '../domain/shop.ts'
import type { Dialect } from './dialect.ts'
import { json, type Slots, statement, statementOf, statementsBy } from './statement.ts'
import type { Reader, Transaction } from './store.ts'
import type { Tables } from './tables.ts'

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

type InventoryItem = components['schemas']['InventoryItem']
type InventoryPage = components['schemas']['InventoryPage']

/** Filters of inventory items. Undefined fields do not filter. */
export type InventoryFilter = {
  sku?: string | undefined
  product_name?: string | undefined
  warehouse_id?: WarehouseId | undefined
  status?: InventoryItem['status'] | undefined
}

type Shape = { sku: boolean; name: boolean; warehouse: boolean; status: boolean }
type Values = {
  account: AccountId
  sku: string
  name: string
  warehouse: WarehouseId
  status: InventoryItem['status']
  limit: number
  offset: number
}

const newestEvents = 50

/** The SQL form of `stockStatus` in `domain/inventory.ts`, for filters and counts. */
const status = sql<string>`case
  when items.on_hand <= items.allocated then 'out_of_stock'
  when items.on_hand - items.allocated <= items.low_stock_threshold then 'low_stock'
  else 'in_stock'
end`

type Parts = { db: Kysely<Tables>; slot: Slots<Values>; dialect: Dialect }

/**
 * Returns whether a folded column of an item's variant contains a text. As a join, it would depend on statistics,
 * which a new database has none of.
 */
const variantHas = (
  { db, dialect }: Parts,
  column: 'sku_key' | 'title_key',
  part: RawBuilder<string>,
): RawBuilder<boolean> => {
  const found = db
    .selectFrom('variants')
    .where('variants.account_id', '=', sql.ref<AccountId>('items.account_id'))
    .where('variants.sku', '=', sql.ref<string>('items.sku'))
    .select(({ ref }) => dialect.contains(ref(`variants.${column}`), part).as('has'))
  return sql`${found}`
}

const matching = (parts: Parts, shape: Shape) => {
  const { db, slot } = parts
  return db
    .selectFrom('inventory_items as items')
    .where('items.account_id', '=', slot('account'))
    .$if(shape.sku, (query) => query.where(variantHas(parts, 'sku_key', slot('sku'))))
    .$if(shape.name, (query) => query.where(variantHas(parts, 'title_key', slot('name'))))
    .$if(shape.warehouse, (query) => query.where('items.warehouse_id', '=', slot('warehouse')))
    .$if(shape.status, (query) => query.where(status, '=', slot('status')))
}

const count = statementsBy((shape: Shape) =>
  statement<Values>()((db, slot, dialect) =>
    matching({ db, slot, dialect }, shape).select(({ fn }) => fn.countAll<number>().as('items')),
  ),
)

const pageStatement = statementOf<{ events: InventoryItem['inventory_events'] }>({ events: json })

const page = statementsBy((shape: Shape) =>
  pageStatement<Values>()((db, slot, dialect) => {
    const found = matching({ db, slot, dialect }, shape)
      .orderBy('items.seq')
      .limit(slot('limit'))
      .offset(slot('offset'))
      .select('items.seq')
    return db
      .selectFrom('inventory_items as items')
      .where(dialect.isAmong(sql.ref('items.seq'), found))
      .orderBy('items.seq')
      .select(({ selectFrom }) => {
        const variant = selectFrom('variants')
          .whereRef('variants.account_id', '=', 'items.account_id')
          .whereRef('variants.sku', '=', 'items.sku')
        const warehouse = selectFrom('warehouses')
          .whereRef('warehouses.account_id', '=', 'items.account_id')
          .whereRef('warehouses.id', '=', 'items.warehouse_id')
        return [
          'items.id',
          variant.select('variants.id').$asScalar().$notNull().as('product_id'),
          variant.select('variants.title').$asScalar().$notNull().as('product_name'),
          'items.sku',
          'items.on_hand',
          'items.allocated',
          'items.inbound',
          'items.low_stock_threshold as threshold',
          'items.warehouse_id',
          warehouse.select('warehouses.name').$asScalar().$notNull().as('warehouse_name'),
          dialect.newestEvents(newestEvents).as('events'),
        ]
      })
  }),
)

/** Returns a page of inventory in the order of creation, and the total number of matches (specification §4). */
export const listInventory = async (
  reader: Reader,
  account: AccountId,
  filter: InventoryFilter,
  { page: number, page_size }: { page: number; page_size: number },
): Promise<InventoryPage> => {
  const shape: Shape = {
    sku: filter.sku !== undefined,
    name: filter.product_name !== undefined,
    warehouse: filter.warehouse_id !== undefined,
    status: filter.status !== undefined,
  }
  const values: Values = {
    account,
    sku: fold(filter.sku ?? ''),
    name: fold(filter.product_name ?? ''),
    warehouse: filter.warehouse_id ?? toId('whs', ''),
    status: filter.status ?? 'in_stock',
    limit: page_size,
    offset: (number - 1) * page_size,
  }
  const [rows, total] = await Promise.all([
    reader.all(page(shape), values),
    reader.first(count(shape), values),
  ])
  const total_count = total?.items ?? 0
  return {
    items: rows.map((row) => ({
      id: row.id,
      product_id: row.product_id,
      product_name: row.product_name,
      sku: row.sku,
      status: stockStatus(available(row), row.threshold),
      on_hand: row.on_hand,
      available: available(row),
      allocated: row.allocated,
      inbound: row.inbound,
      warehouse: { warehouse_id: row.warehouse_id, warehouse_name: row.warehouse_name },
      inventory_events: row.events,
    })),
    pagination: {
      total_count,
      page: number,
      page_size,
      has_more: number * page_size < total_count,
    },
  }
}
