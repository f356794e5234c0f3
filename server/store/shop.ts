import type { AccountId, WarehouseId } from '../domain/ids.ts'
import type { StockCounts } from '../domain/inventory.ts'
import type { Product, Shop, Variant } from '../domain/shop-plan.ts'
import { attachedSkus, campaignRows } from './campaigns.ts'
import { listWarehouses } from './inventory.ts'
import { ofAccount } from './statement.ts'
import type { Reader, Transaction } from './store.ts'
import { variantColumns } from './variants.ts'

/** Returns the stock of an account, with the units that orders have allocated, in the order of creation. */
export const listStock = (reader: Reader, account: AccountId) =>
  reader.all<Shop['stock'][number] & Pick<StockCounts, 'allocated'>>(ofAccount(account)`
    select sku, key as warehouse, on_hand, inbound, low_stock_threshold, allocated
    from inventory_items as item join warehouses
      on warehouses.account_id = item.account_id and warehouses.id = item.warehouse_id
    where item.account_id = ${account} order by item.seq`)

/** Returns the counts of a SKU in a warehouse, zero if there was none yet; undefined if there is no such SKU. */
export const findStock = (
  reader: Reader,
  { account, sku, warehouse }: { account: AccountId; sku: string; warehouse: WarehouseId },
) =>
  reader.first<StockCounts>(ofAccount(account)`
    select coalesce(on_hand, 0) as on_hand, coalesce(allocated, 0) as allocated,
      coalesce(inbound, 0) as inbound
    from variants left join inventory_items as item
      on item.account_id = variants.account_id and item.sku = variants.sku
      and item.warehouse_id = ${warehouse}
    where variants.account_id = ${account} and variants.sku = ${sku}`)

type VariantRow = Omit<Variant, 'product'> &
  Product & { product_key: string; minimumOrderQuantity: number }

/** Returns products and variants in the order of creation. */
export const readProducts = async (
  reader: Reader,
  account: AccountId,
): Promise<Pick<Shop, 'products' | 'variants'>> => {
  const rows = await reader.all<VariantRow>(ofAccount(account)`
    select ${variantColumns}, product_key, options, pricing, active
    from variants where account_id = ${account} order by seq`)
  const products = new Map<string, Product>()
  for (const { product_key: key, id, title, productionTime } of rows)
    if (!products.has(key)) products.set(key, { key, id, title, productionTime })
  return {
    products: [...products.values()],
    variants: rows.map(
      ({ id, title, productionTime, minimumOrderQuantity, product_key: product, ...row }) => ({
        ...row,
        product,
      }),
    ),
  }
}

/**
 * Locks an account's shop against other plans until the transaction ends. Orders do not wait for it.
 * @returns whether it still has the revision, which is the next one then.
 */
export const lockShop = async (transaction: Transaction, account: AccountId, revision: number) => {
  const locked = await transaction.change(ofAccount(account)`
    insert into shops (account_id, revision) values (${account}, 1)
    on conflict (account_id) do update set revision = shops.revision + 1
      where shops.revision = ${revision}
    returning revision`)
  return locked.length > 0
}

const findRevision = async (reader: Reader, account: AccountId): Promise<number> => {
  const shop = await reader.first<{ revision: number }>(ofAccount(account)`
    select revision from shops where account_id = ${account}`)
  return shop?.revision ?? 0
}

/** Returns campaigns in the order of creation. */
export const readCampaigns = async (
  reader: Reader,
  account: AccountId,
): Promise<Shop['campaigns']> => {
  const skus = await attachedSkus(reader, account)
  const found = await campaignRows(reader, account)
  return found.map(({ brand_name: name, brand_color: color, ...campaign }) => ({
    ...campaign,
    brand: { ...(name !== null && { name }), ...(color !== null && { color }) },
    skus: (skus.get(campaign.id) ?? []).map(({ sku }) => sku),
  }))
}

export const readShop = async (reader: Reader, account: AccountId): Promise<Shop> => ({
  // Read first: what changes meanwhile makes a plan of the shop outdated.
  revision: await findRevision(reader, account),
  warehouses: await listWarehouses(reader, account),
  ...(await readProducts(reader, account)),
  stock: (await listStock(reader, account)).map(({ allocated, ...level }) => level),
  campaigns: await readCampaigns(reader, account),
})
