import sql, { bulk, raw, type Sql } from 'sql-template-tag'
import type { components } from '../../generated/types.ts'
import { InventoryEvent as inventoryEvent } from '../../generated/zod/schemas.ts'
import { type AccountId, newId, type OrderId, type WarehouseId } from '../domain/ids.ts'
import {
  applyEvent,
  available,
  demandOf,
  type EventType,
  type StockCounts,
  type WarehouseStock,
} from '../domain/inventory.ts'
import { defaultThreshold, type Shop } from '../domain/shop-plan.ts'
import {
  allOf,
  type Bound,
  containing,
  fold,
  isWithin,
  list,
  long,
  maxSkipped,
  ofAccount,
  type Period,
} from './statement.ts'
import type { Reader, Transaction } from './store.ts'

/** Returns an account's warehouses with their keys in the shop file, in the order of their creation. */
export const listWarehouses = (reader: Reader, account: AccountId) =>
  reader.all<Shop['warehouses'][number]>(ofAccount(account)`
    select key, id, name from warehouses where account_id = ${account} order by seq`)

/** Adds a warehouse to an account, or renames it. Its key is its id unless one is given. */
export const putWarehouse = (
  transaction: Transaction,
  account: AccountId,
  { id, name, key = id }: { id: WarehouseId; name: string; key?: string },
) =>
  transaction.run(ofAccount(account)`
    insert into warehouses (id, account_id, key, name) values (${id}, ${account}, ${key}, ${name})
    on conflict (account_id, id) do update set name = excluded.name`)

/** The stock of a SKU in a warehouse, and when it was counted last. */
export type StockRow = {
  sku: string
  warehouse: WarehouseId
  low_stock_threshold: number
  countedAt: string | null
} & StockCounts

export const lockStock = (transaction: Transaction, account: AccountId, skus: Iterable<string>) =>
  transaction.all<StockRow>(ofAccount(account)`
    select sku, warehouse_id as warehouse, on_hand, allocated, inbound, low_stock_threshold,
      counted_at as "countedAt"
    from inventory_items where account_id = ${account} and sku in ${list(skus)}
    order by sku, warehouse_id ${transaction.dialect.lock}`)

/** The first count of a stock level after a time, and the one to which the units of an order were added that had left. */
export type CountTimes = { place: string; countedAt: string | null; withoutAt: string | null }

/**
 * Returns the counts of the SKUs and warehouses, joined, of an order, of which there was a history of stock at a time.
 * One after now is of a clock that was ahead, and says nothing of the order in which things happened.
 */
export const listStockedBy = async (
  reader: Reader,
  account: AccountId,
  { id, products }: { id: OrderId; products: readonly { sku: string }[] },
  at: string,
  now: string,
  leftAt = at,
): Promise<ReadonlyMap<string, CountTimes>> => {
  const ofItem = sql`event.account_id = ${account} and event.item_id = item.id`
  const rows = await reader.all<CountTimes>(ofAccount(account)`
    select sku || ' ' || warehouse_id as place, (
      select event.created_at from inventory_events as event
      where ${ofItem} and event.created_at >= ${leftAt} and order_id = ${id}
        and event_type = 'adjusted'
      group by event.created_at having sum(event.quantity) > 0 limit 1
    ) as "withoutAt", (
      select min(event.created_at) from inventory_events as event
      where ${ofItem} and event.created_at > ${at} and event.created_at <= ${now}
        and event.counted is not null
    ) as "countedAt"
    from inventory_items as item
    where account_id = ${account} and sku in ${list(new Set(products.map(({ sku }) => sku)))}
      and exists (
        select 1 from inventory_events as event where ${ofItem} and event.created_at <= ${at}
      )`)
  return new Map(rows.map((row) => [row.place, row]))
}

/** Locks and returns each warehouse's stock of some SKUs, in the order in which the warehouses were created. */
export const lockStockOf = async (
  transaction: Transaction,
  account: AccountId,
  skus: Iterable<string>,
): Promise<WarehouseStock[]> => {
  const [items, warehouses] = await Promise.all([
    lockStock(transaction, account, skus),
    listWarehouses(transaction, account),
  ])
  const stock = new Map(warehouses.map(({ id }) => [id, new Map<string, number>()]))
  for (const item of items) stock.get(item.warehouse)?.set(item.sku, available(item))
  return [...stock].map(([warehouse, units]) => ({ warehouse, available: units }))
}

export type StockEvent = {
  sku: string
  warehouse: WarehouseId
  type: EventType
  quantity: number
  order: OrderId | null
  at: string
  /** The units that were seen, if the event is a count. */
  counted?: number | undefined
  reason?: string | undefined
  actor?: string | undefined
}

/** Inserts the events of inventory items. Passes over unknown items. */
export const insertEvents = (
  transaction: Transaction,
  account: AccountId,
  events: readonly StockEvent[],
) => {
  const rows = events.map(({ sku, warehouse, type, quantity, order, at, ...more }) => [
    newId('evt'),
    sku,
    warehouse,
    type,
    quantity,
    order,
    at,
    more.counted ?? null,
    more.reason ?? null,
    more.actor ?? null,
  ])
  // As a join, it would depend on statistics, which a new database has none of.
  return transaction.run(ofAccount(account)`
    with moved (
      id, sku, warehouse_id, event_type, quantity, order_id, created_at, counted, reason, actor
    ) as (
      values ${bulk(rows)}
    ), found as (
      select moved.*, (
        select id from inventory_items
        where account_id = ${account}
          and sku = moved.sku and warehouse_id = moved.warehouse_id
      ) as item_id
      from moved
    )
    insert into inventory_events
      (account_id, item_id, id, event_type, quantity, order_id, created_at, counted, reason, actor)
    select cast(${account} as text), item_id, id, event_type, cast(quantity as bigint),
      order_id, created_at, cast(counted as bigint), reason, actor
    from found where item_id is not null`)
}

const nothing: StockCounts = { on_hand: 0, allocated: 0, inbound: 0 }

/** Adds stock events and updates the counts, so that every count is the sum of its events. Passes over unknown items. */
export const moveStock = async (
  transaction: Transaction,
  account: AccountId,
  events: readonly StockEvent[],
): Promise<void> => {
  if (events.length === 0) return
  const rows = events.map((event) => ({
    ...event,
    ...applyEvent(nothing, event.type, event.quantity),
    countedAt: event.counted === undefined ? null : event.at,
  }))
  await Promise.all([
    ...rows.map(({ sku, warehouse, on_hand, allocated, inbound, countedAt }) =>
      transaction.run(ofAccount(account)`
        update inventory_items set on_hand = on_hand + ${on_hand},
          allocated = allocated + ${allocated}, inbound = inbound + ${inbound},
          counted_at = coalesce(${countedAt}, counted_at)
        where account_id = ${account} and sku = ${sku} and warehouse_id = ${warehouse}`),
    ),
    insertEvents(transaction, account, events),
  ])
}

/**
 * Adds stock events like `moveStock`. Creates the item if the warehouse does not have the variant.
 * @param threshold the number of units up to which stock is low. Null keeps it.
 */
export const putStock = async (
  transaction: Transaction,
  account: AccountId,
  { sku, warehouse }: Pick<StockEvent, 'sku' | 'warehouse'>,
  events: readonly Omit<StockEvent, 'sku' | 'warehouse'>[],
  threshold: number | null = null,
): Promise<void> => {
  await Promise.all([
    transaction.run(ofAccount(account)`
      insert into inventory_items (
        id, account_id, sku, warehouse_id, on_hand, allocated, inbound, low_stock_threshold
      ) values (
        ${newId('itm')}, ${account}, ${sku}, ${warehouse}, 0, 0, 0, ${threshold ?? defaultThreshold}
      )
      on conflict (account_id, sku, warehouse_id) do update
        set low_stock_threshold = coalesce(${threshold}, inventory_items.low_stock_threshold)`),
    moveStock(
      transaction,
      account,
      events.map((event) => ({ ...event, sku, warehouse })),
    ),
  ])
}

/** A stock level that an operator sets. */
export type StockLevel = Pick<StockEvent, 'sku' | 'warehouse'> &
  Pick<StockCounts, 'on_hand' | 'inbound'> & { low_stock_threshold: number }

/** Adds stock levels that were counted at a time, without their events. The units of one that exists already are added to it. */
export const addStock = (
  transaction: Transaction,
  account: AccountId,
  levels: readonly StockLevel[],
  countedAt: string,
) => {
  const rows = levels.map(({ sku, warehouse, on_hand, inbound, low_stock_threshold }) => [
    newId('itm'),
    account,
    sku,
    warehouse,
    on_hand,
    0,
    inbound,
    low_stock_threshold,
    countedAt,
  ])
  return transaction.run(ofAccount(account)`
    insert into inventory_items (
      id, account_id, sku, warehouse_id, on_hand, allocated, inbound, low_stock_threshold,
      counted_at
    ) values ${bulk(rows)}
    on conflict (account_id, sku, warehouse_id) do update
      set on_hand = inventory_items.on_hand + excluded.on_hand,
        inbound = inventory_items.inbound + excluded.inbound,
        low_stock_threshold = excluded.low_stock_threshold, counted_at = excluded.counted_at`)
}

/** A line of the history of a SKU's stock. `orderNumber` is of the order that moved it. */
type StockEntry = {
  at: string
  warehouse: string
  type: EventType
  quantity: number
  counted: number | null
  orderNumber: string | null
  reason: string | null
  actor: string | null
}

/** Returns the newest thousand lines of the history of a SKU's stock, oldest first. */
export const listStockHistory = async (reader: Reader, account: AccountId, sku: string) => {
  // The cross join keeps SQLite from reading the events of all SKUs.
  const newest = await reader.all<StockEntry>(ofAccount(account)`
    select created_at as at, warehouses.key as warehouse, event_type as type, quantity, counted,
      (
        select "orderNumber" from orders
        where orders.account_id = ${account} and orders.id = event.order_id
      ) as "orderNumber", reason, actor
    from inventory_items as item
      cross join inventory_events as event
      join warehouses
        on warehouses.account_id = item.account_id and warehouses.id = item.warehouse_id
    where item.account_id = ${account} and item.sku = ${sku}
      and event.account_id = ${account} and event.item_id = item.id
    order by event.created_at desc, event.seq desc limit 1000`)
  return newest.toReversed()
}

/** Returns the units on hand of each SKU and warehouse at a time, as it is known now. */
export const listStockAt = (reader: Reader, account: AccountId, until: Bound) =>
  reader.all<{ sku: string; warehouse: string; on_hand: number }>(ofAccount(account)`
    select item.sku, warehouses.key as warehouse, (
      select coalesce(sum(quantity), 0) from inventory_events as event
      where event.account_id = ${account} and event.item_id = item.id
        ${isWithin(sql`event.created_at`, { until })} and event_type in
          ('received', 'adjusted', 'inbound_received', 'order_shipped', 'order_returned')
    ) as on_hand
    from inventory_items as item join warehouses
      on warehouses.account_id = item.account_id and warehouses.id = item.warehouse_id
    where item.account_id = ${account} order by item.seq`)

/** Returns the units of an order, by SKU, that came back in a time. */
export const unitsBack = async (
  reader: Reader,
  account: AccountId,
  { id, products }: { id: OrderId; products: readonly { sku: string }[] },
  period: Period,
): Promise<Map<string, number>> => {
  // The cross join keeps SQLite from reading the events of all SKUs.
  const rows = await reader.all<{ sku: string; quantity: number }>(ofAccount(account)`
    select item.sku, event.quantity from inventory_items as item
      cross join inventory_events as event
    where item.account_id = ${account} and item.sku in ${list(new Set(products.map(({ sku }) => sku)))}
      and event.account_id = ${account} and event.item_id = item.id
      and order_id = ${id} and event_type = 'order_returned'
      ${isWithin(sql`event.created_at`, period)}`)
  return new Map(demandOf(rows))
}

type InventoryItem = components['schemas']['InventoryItem']
type InventoryPage = components['schemas']['InventoryPage']

export type InventoryFilter = {
  sku?: string | undefined
  product_name?: string | undefined
  warehouse_id?: WarehouseId | undefined
  status?: InventoryItem['status'] | undefined
}

const newestEvents = raw('50')

const eventFields = inventoryEvent.keyof().options

/** An item's status (specification §4). Stock is low while it is at or below the item's threshold. */
const status = raw(`case
  when items.on_hand <= items.allocated then 'out_of_stock'
  when items.on_hand - items.allocated <= items.low_stock_threshold then 'low_stock'
  else 'in_stock'
end`)

/**
 * Compares a folded column of an item's variant with a text. As a join, it would depend on statistics, which a
 * new database has none of.
 */
const variantHas = (
  account: AccountId,
  column: 'sku_key' | 'title_key',
  part: string,
): Sql => sql`and (
  select ${raw(column)} like ${containing(fold(part))} escape '\\' from variants
  where variants.account_id = ${account} and variants.sku = items.sku
)`

/** Returns a page of inventory in the order of creation, and the total number of matches (specification §4). */
export const listInventory = async (
  reader: Reader,
  account: AccountId,
  filter: InventoryFilter,
  { page, page_size }: { page: number; page_size: number },
): Promise<InventoryPage> => {
  const filters = allOf([
    filter.sku !== undefined && variantHas(account, 'sku_key', filter.sku),
    filter.product_name !== undefined && variantHas(account, 'title_key', filter.product_name),
    filter.warehouse_id !== undefined && sql`and warehouse_id = ${filter.warehouse_id}`,
    filter.status !== undefined && sql`and ${status} = ${filter.status}`,
  ])
  const matching = sql`from inventory_items as items where account_id = ${account}${filters}`
  const offset = (page - 1) * page_size
  const found = sql`select seq ${matching} order by seq limit ${page_size} offset ${offset}`
  const ofVariant = (column: 'id' | 'title') => sql`(
    select ${raw(column)} from variants
    where variants.account_id = ${account} and variants.sku = items.sku
  )`
  const pageOf = ofAccount(account)`
      select id, ${ofVariant('id')} as product_id, ${ofVariant('title')} as product_name, sku,
        ${status} as status, on_hand, allocated, inbound,
        case when on_hand > allocated then on_hand - allocated else 0 end as available,
        warehouse_id as "warehouse.warehouse_id",
        (
          select name from warehouses
          where warehouses.account_id = ${account} and warehouses.id = items.warehouse_id
        ) as "warehouse.warehouse_name",
        (
          select ${reader.dialect.arrayOf(eventFields)}
          from (
            select * from inventory_events
            where account_id = ${account} and item_id = items.id
            order by created_at desc, seq desc limit ${newestEvents}
          ) as newest
        ) as inventory_events
      from inventory_items as items
      where account_id = ${account} and seq ${reader.dialect.among(found)} order by seq`
  const [items, total] = await Promise.all([
    reader.all<InventoryItem>(long(pageOf, filters.sql !== '' || offset > maxSkipped)),
    reader.first<{ items: number }>(long(ofAccount(account)`select count(*) as items ${matching}`)),
  ])
  const total_count = total?.items ?? 0
  return {
    items,
    pagination: { total_count, page, page_size, has_more: page * page_size < total_count },
  }
}
