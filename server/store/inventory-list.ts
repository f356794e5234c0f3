import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { components } from '../../generated/types.ts'
import { fold } from '../domain/fold.ts'
import { type AccountId, toId, type WarehouseId } from '../domain/ids.ts'
import { available, stockStatus } from '../domain/inventory.ts'
import type { Dialect } from './engine/dialect.ts'
import { type Slots, statement, statementsBy } from './statement.ts'
import type { Reader } from './store.ts'
import type { Tables } from './tables.ts'

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

/** Selects the SKUs with a folded column that contains a text. */
const skusWith = (
  { db, slot, dialect }: Parts,
  column: 'sku_key' | 'title_key',
  part: RawBuilder<string>,
) =>
  db
    .selectFrom('variants')
    .where('account_id', '=', slot('account'))
    .where(({ ref }) => dialect.contains(ref(column), part))
    .select('sku')

const matching = (parts: Parts, shape: Shape) => {
  const { db, slot } = parts
  return db
    .selectFrom('inventory_items as items')
    .where('items.account_id', '=', slot('account'))
    .$if(shape.sku, (query) =>
      query.where('items.sku', 'in', skusWith(parts, 'sku_key', slot('sku'))),
    )
    .$if(shape.name, (query) =>
      query.where('items.sku', 'in', skusWith(parts, 'title_key', slot('name'))),
    )
    .$if(shape.warehouse, (query) => query.where('items.warehouse_id', '=', slot('warehouse')))
    .$if(shape.status, (query) => query.where(status, '=', slot('status')))
}

const count = statementsBy((shape: Shape) =>
  statement<Values>()((db, slot, dialect) =>
    matching({ db, slot, dialect }, shape).select(({ fn }) => fn.countAll<number>().as('items')),
  ),
)

const page = statementsBy((shape: Shape) =>
  statement<Values>()((db, slot, dialect) =>
    matching({ db, slot, dialect }, shape)
      .innerJoin('variants', (join) =>
        join
          .onRef('variants.account_id', '=', 'items.account_id')
          .onRef('variants.sku', '=', 'items.sku'),
      )
      .innerJoin('warehouses', (join) =>
        join
          .onRef('warehouses.account_id', '=', 'items.account_id')
          .onRef('warehouses.id', '=', 'items.warehouse_id'),
      )
      .orderBy('items.seq')
      .limit(slot('limit'))
      .offset(slot('offset'))
      .select([
        'items.id',
        'variants.id as product_id',
        'variants.title as product_name',
        'items.sku',
        'items.on_hand',
        'items.allocated',
        'items.inbound',
        'items.low_stock_threshold as threshold',
        'warehouses.id as warehouse_id',
        'warehouses.name as warehouse_name',
        dialect.newestEvents(newestEvents).as('events'),
      ]),
  ),
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
      inventory_events: JSON.parse(row.events),
    })),
    pagination: {
      total_count,
      page: number,
      page_size,
      has_more: number * page_size < total_count,
    },
  }
}
