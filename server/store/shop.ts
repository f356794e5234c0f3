import type { AccountId, CampaignId, WarehouseId } from '../domain/ids.ts'
import {
  defaultThreshold,
  type Product,
  type Shop,
  type ShopCampaign,
  type StockLevel,
} from '../domain/shop.ts'
import { attachVariants } from './campaigns.ts'
import { parseJson } from './columns/codecs.ts'
import { isOptions, isPricing } from './columns/shapes.ts'
import { statement } from './statement.ts'
import type { Reader, Transaction } from './store.ts'
import { variantSelection } from './variants.ts'

type OfAccount = { account: AccountId }

const warehouses = statement<OfAccount>()((db, slot) =>
  db
    .selectFrom('warehouses')
    .where('account_id', '=', slot('account'))
    .orderBy('seq')
    .select(['key', 'id', 'name']),
)

const variants = statement<OfAccount>()((db, slot) =>
  db
    .selectFrom('variants')
    .where('account_id', '=', slot('account'))
    .orderBy('seq')
    .select(variantSelection)
    .select(['product_key', 'options', 'pricing', 'active']),
)

const levels = statement<OfAccount>()((db, slot) =>
  db
    .selectFrom('inventory_items as item')
    .innerJoin('warehouses', (join) =>
      join
        .onRef('warehouses.account_id', '=', 'item.account_id')
        .onRef('warehouses.id', '=', 'item.warehouse_id'),
    )
    .where('item.account_id', '=', slot('account'))
    .orderBy('item.seq')
    .select(['item.sku', 'warehouses.key as warehouse', 'item.on_hand', 'item.inbound'])
    .select(['item.low_stock_threshold', 'item.allocated']),
)

const campaigns = statement<OfAccount>()((db, slot) =>
  db
    .selectFrom('campaigns')
    .where('account_id', '=', slot('account'))
    .orderBy('seq')
    .select(['key', 'id', 'name', 'expiration', 'status', 'brand_name', 'brand_color'])
    .select('allow_out_of_stock_orders as allow'),
)

const attached = statement<OfAccount>()((db, slot) =>
  db
    .selectFrom('campaign_variants')
    .where('account_id', '=', slot('account'))
    .orderBy('campaign_id')
    .orderBy('position')
    .select(['campaign_id as campaign', 'sku']),
)

/** The stock of a SKU in a warehouse, with the units that orders have allocated. */
export type StockRow = StockLevel & { allocated: number }

const place = statement<OfAccount & { key: string }>()((db, slot) =>
  db
    .selectFrom('warehouses')
    .where('account_id', '=', slot('account'))
    .where('key', '=', slot('key'))
    .select('id'),
)

/** Returns the warehouse with a key, or undefined. */
export const findWarehouse = async (
  reader: Reader,
  account: AccountId,
  key: string,
): Promise<WarehouseId | undefined> => (await reader.first(place, { account, key }))?.id

/** Returns the key of each warehouse of an account by its ID. */
export const listWarehouseKeys = async (
  reader: Reader,
  account: AccountId,
): Promise<ReadonlyMap<WarehouseId, string>> =>
  new Map((await reader.all(warehouses, { account })).map(({ id, key }) => [id, key]))

const level = statement<OfAccount & { sku: string; warehouse: WarehouseId }>()((db, slot) =>
  db
    .selectFrom('variants')
    .leftJoin('inventory_items as item', (join) =>
      join
        .onRef('item.account_id', '=', 'variants.account_id')
        .onRef('item.sku', '=', 'variants.sku')
        .on('item.warehouse_id', '=', slot('warehouse')),
    )
    .where('variants.account_id', '=', slot('account'))
    .where('variants.sku', '=', slot('sku'))
    .select(['item.on_hand', 'item.allocated', 'item.inbound', 'item.low_stock_threshold']),
)

/** Returns the stock of a SKU in a warehouse, zero if there was none yet; undefined if there is no such SKU. */
export const findStock = async (
  reader: Reader,
  place: OfAccount & { sku: string; warehouse: WarehouseId },
): Promise<Omit<StockRow, 'sku' | 'warehouse'> | undefined> => {
  const row = await reader.first(level, place)
  return (
    row && {
      on_hand: row.on_hand ?? 0,
      allocated: row.allocated ?? 0,
      inbound: row.inbound ?? 0,
      low_stock_threshold: row.low_stock_threshold ?? defaultThreshold,
    }
  )
}

/** Returns the stock of an account in the order of creation. */
export const listStock = (reader: Reader, account: AccountId): Promise<StockRow[]> =>
  reader.all(levels, { account })

/** Returns all that an operator has put in for an account. */
export const readShop = async (reader: Reader, account: AccountId): Promise<Shop> => {
  const skus = Map.groupBy(await reader.all(attached, { account }), ({ campaign }) => campaign)
  const rows = await reader.all(variants, { account })
  const products = new Map<string, Product>()
  /** The values of a column, of which many are equal. */
  const parsed = <Value>(column: string, isValue: (value: unknown) => value is Value) => {
    const known = new Map<string, Value>()
    return (text: string): Value => {
      const value = known.get(text) ?? parseJson(column, text, isValue)
      known.set(text, value)
      return value
    }
  }
  const [options, pricing] = [parsed('options', isOptions), parsed('pricing', isPricing)]
  for (const { product_key: key, id, title, productionTime } of rows)
    if (!products.has(key)) products.set(key, { key, id, title, productionTime })
  const stock = await listStock(reader, account)
  const found = await reader.all(campaigns, { account })
  return {
    warehouses: await reader.all(warehouses, { account }),
    products: [...products.values()],
    variants: rows.map(
      ({ id, title, productionTime, minimumOrderQuantity, product_key: product, ...row }) => ({
        ...row,
        product,
        options: options(row.options),
        pricing: pricing(row.pricing),
        active: row.active === 1,
      }),
    ),
    stock: stock.map(({ allocated, ...level }) => level),
    campaigns: found.map(({ allow, brand_name: name, brand_color: color, ...campaign }) => ({
      ...campaign,
      allowOutOfStockOrders: allow === 1,
      brand: { ...(name !== null && { name }), ...(color !== null && { color }) },
      skus: (skus.get(campaign.id) ?? []).map(({ sku }) => sku),
    })),
  }
}

const rename = statement<OfAccount & { key: string; name: string }>()((db, slot) =>
  db
    .updateTable('warehouses')
    .set({ name: slot('name') })
    .where('account_id', '=', slot('account'))
    .where('key', '=', slot('key')),
)

/** Sets the name of the warehouse with a key. */
export const renameWarehouse = (
  transaction: Transaction,
  account: AccountId,
  { key, name }: { key: string; name: string },
): void => {
  transaction.send(rename, { account, key, name })
}

type CampaignRow = OfAccount &
  Pick<ShopCampaign, 'id' | 'name' | 'expiration' | 'status' | 'allowOutOfStockOrders'> & {
    brandName: string | null
    brandColor: string | null
  }

const change = statement<CampaignRow>()((db, slot) =>
  db
    .updateTable('campaigns')
    .set({
      name: slot('name'),
      expiration: slot('expiration'),
      status: slot('status'),
      allow_out_of_stock_orders: slot('allowOutOfStockOrders'),
      brand_name: slot('brandName'),
      brand_color: slot('brandColor'),
    })
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('id')),
)

const detach = statement<OfAccount & { id: CampaignId }>()((db, slot) =>
  db
    .deleteFrom('campaign_variants')
    .where('account_id', '=', slot('account'))
    .where('campaign_id', '=', slot('id')),
)

/** Updates a campaign and replaces its variants. */
export const updateCampaign = (
  transaction: Transaction,
  account: AccountId,
  campaign: ShopCampaign,
): void => {
  const { id, name, expiration, status, allowOutOfStockOrders, brand, skus } = campaign
  const { name: brandName = null, color: brandColor = null } = brand
  const state = { name, expiration, status, allowOutOfStockOrders, brandName, brandColor }
  transaction.send(change, { account, id, ...state })
  transaction.send(detach, { account, id })
  attachVariants(transaction, account, id, skus)
}

type Threshold = OfAccount & { sku: string; warehouse: WarehouseId; threshold: number }

const threshold = statement<Threshold>()((db, slot) =>
  db
    .updateTable('inventory_items')
    .set({ low_stock_threshold: slot('threshold') })
    .where('account_id', '=', slot('account'))
    .where('sku', '=', slot('sku'))
    .where('warehouse_id', '=', slot('warehouse')),
)

/** Sets the number of units up to which an item is low on stock. */
export const setThreshold = (transaction: Transaction, values: Threshold): void => {
  transaction.send(threshold, values)
}
