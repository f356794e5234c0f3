import { z } from 'zod'
import type { AccountId, WarehouseId } from '../domain/ids.ts'
import { type Product, pricingTier, type Shop } from '../domain/shop.ts'
import { campaignsOf } from './campaigns.ts'
import { listWarehouses } from './inventory.ts'
import { statement } from './statement.ts'
import type { Reader } from './store.ts'
import { variantSelection } from './variants.ts'

type OfAccount = { account: AccountId }
type Place = OfAccount & { sku: string; warehouse: WarehouseId }
type ShopCampaign = Shop['campaigns'][number]

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

const level = statement<Place>()((db, slot) =>
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
    .select(({ fn, lit }) => [
      fn.coalesce('item.on_hand', lit(0)).as('on_hand'),
      fn.coalesce('item.allocated', lit(0)).as('allocated'),
      fn.coalesce('item.inbound', lit(0)).as('inbound'),
    ]),
)

const attached = statement<OfAccount>()((db, slot) =>
  db
    .selectFrom('campaign_variants')
    .where('account_id', '=', slot('account'))
    .orderBy('campaign_id')
    .orderBy('position')
    .select(['campaign_id as campaign', 'sku']),
)

/** Returns the stock of an account, with the units that orders have allocated, in the order of creation. */
export const listStock = (reader: Reader, account: AccountId) => reader.all(levels, { account })

/** Returns the counts of a SKU in a warehouse, zero if there was none yet; undefined if there is no such SKU. */
export const findStock = (reader: Reader, place: Place) => reader.first(level, place)

/** Returns a function that reads JSON of a column. Equal texts share a value: a catalogue repeats few of them. */
const parsed = <Value>(schema: z.ZodType<Value>) => {
  const known = new Map<string, Value>()
  return (text: string): Value => {
    const value = known.get(text) ?? schema.parse(JSON.parse(text))
    known.set(text, value)
    return value
  }
}

/** Returns products and variants in the order of creation. */
export const readProducts = async (
  reader: Reader,
  account: AccountId,
): Promise<Pick<Shop, 'products' | 'variants'>> => {
  const rows = await reader.all(variants, { account })
  const products = new Map<string, Product>()
  const [options, pricing] = [
    parsed(z.record(z.string(), z.string())),
    parsed(z.array(pricingTier)),
  ]
  for (const { product_key: key, id, title, productionTime } of rows)
    if (!products.has(key)) products.set(key, { key, id, title, productionTime })
  return {
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
  }
}

/** Returns campaigns in the order of creation. */
export const readCampaigns = async (
  reader: Reader,
  account: AccountId,
): Promise<ShopCampaign[]> => {
  const skus = Map.groupBy(await reader.all(attached, { account }), ({ campaign }) => campaign)
  const found = await reader.all(campaignsOf, { account })
  return found.map(
    ({ allowOutOfStockOrders: allow, brand_name: name, brand_color: color, ...campaign }) => ({
      ...campaign,
      allowOutOfStockOrders: allow === 1,
      brand: { ...(name !== null && { name }), ...(color !== null && { color }) },
      skus: (skus.get(campaign.id) ?? []).map(({ sku }) => sku),
    }),
  )
}

/** Returns all that an operator has put in for an account. */
export const readShop = async (reader: Reader, account: AccountId): Promise<Shop> => ({
  warehouses: await listWarehouses(reader, account),
  ...(await readProducts(reader, account)),
  stock: (await listStock(reader, account)).map(({ allocated, ...level }) => level),
  campaigns: await readCampaigns(reader, account),
})
