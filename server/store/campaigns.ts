import sql, { bulk, empty, raw } from 'sql-template-tag'
import type { components } from '../../generated/types.ts'
import { type Campaign, type CampaignState, shownStatus } from '../domain/campaign.ts'
import type { AccountId, CampaignId } from '../domain/ids.ts'
import type { Brand } from '../domain/shop-plan.ts'
import { columns, inBatches, insertedValues, list, ofAccount, valuesOf } from './statement.ts'
import type { Reader, Transaction } from './store.ts'
import { variantColumns, withImage } from './variants.ts'

type ProductVariant = components['schemas']['ProductVariant']

type CampaignRow = Omit<Campaign, 'products'> & {
  key: string
  brand_name: string | null
  brand_color: string | null
}

const campaignFields = [
  'key',
  'id',
  'name',
  'expiration',
  'status',
  'brand_name',
  'brand_color',
  'allowOutOfStockOrders',
] as const

/** Returns an account's campaigns in the order of creation, without their variants. */
export const campaignRows = (reader: Reader, account: AccountId) =>
  reader.all<CampaignRow>(ofAccount(account)`
    select ${columns(campaignFields)} from campaigns where account_id = ${account} order by seq`)

/** Returns the SKUs of each of an account's campaigns, in the campaign's order. */
export const attachedSkus = async (reader: Reader, account: AccountId) => {
  const rows = await reader.all<{ campaign: CampaignId; sku: string }>(ofAccount(account)`
    select campaign_id as campaign, sku from campaign_variants
    where account_id = ${account} order by campaign_id, "position"`)
  return Map.groupBy(rows, ({ campaign }) => campaign)
}

/**
 * Returns all campaigns of an account with their variants (specification §2).
 * @param now the time that decides which campaigns have expired, in milliseconds.
 */
export const listCampaigns = async (
  reader: Reader,
  account: AccountId,
  cdnUrl: string,
  now: number,
): Promise<Campaign[]> => {
  const [campaigns, skus, variants] = await Promise.all([
    campaignRows(reader, account),
    attachedSkus(reader, account),
    reader.all<ProductVariant>(ofAccount(account)`
      select ${variantColumns} from variants where account_id = ${account} and active = 1
        and sku ${reader.dialect.among(sql`
          select sku from campaign_variants where account_id = ${account}`)}`),
  ])
  const bySku = new Map(variants.map((variant) => [variant.sku, withImage(variant, cdnUrl)]))
  return campaigns.map(({ id, name, expiration, status, allowOutOfStockOrders }) => ({
    id,
    name,
    expiration,
    products: (skus.get(id) ?? []).flatMap(({ sku }) => bySku.get(sku) ?? []),
    status: shownStatus({ status, expiration }, now),
    allowOutOfStockOrders,
  }))
}

export const findCampaign = (reader: Reader, account: AccountId, id: CampaignId) =>
  reader.first<CampaignState & { id: CampaignId }>(ofAccount(account)`
    select id, status, expiration, "allowOutOfStockOrders" from campaigns
    where account_id = ${account} and id = ${id}`)

/** Returns the SKUs that are not attached to a campaign. */
export const listUnattached = async (
  reader: Reader,
  account: AccountId,
  campaign: CampaignId,
  skus: Iterable<string>,
): Promise<string[]> => {
  const wanted = [...skus]
  const found = await reader.all<{ sku: string }>(ofAccount(account)`
    select sku from campaign_variants
    where account_id = ${account} and campaign_id = ${campaign} and sku in ${list(wanted)}`)
  const attached = new Set(found.map(({ sku }) => sku))
  return wanted.filter((sku) => !attached.has(sku))
}

/**
 * Adds a campaign, or updates it. Its key is its id unless one is given.
 * @param skus the variants that it has then, in the order given.
 */
export const putCampaign = async (
  transaction: Transaction,
  account: AccountId,
  campaign: Omit<Campaign, 'products'> & { key?: string; brand?: Brand },
  skus: readonly string[],
): Promise<void> => {
  const { id, key = id, brand = {} } = campaign
  const { name: brand_name = null, color: brand_color = null } = brand
  const row = { ...campaign, key, brand_name, brand_color }
  const changing = campaignFields.filter((field) => field !== 'id' && field !== 'key')
  await Promise.all([
    transaction.run(ofAccount(account)`
      insert into campaigns (account_id, ${columns(campaignFields)})
      values (${account}, ${valuesOf(row, campaignFields)})
      on conflict (account_id, id) do update set ${insertedValues(changing)}`),
    transaction.run(ofAccount(account)`
      delete from campaign_variants where account_id = ${account} and campaign_id = ${id}`),
  ])
  await inBatches(transaction, skus.entries(), (batch) =>
    transaction.run(ofAccount(account)`
      insert into campaign_variants (account_id, campaign_id, sku, "position")
      values ${bulk(batch.map(([position, sku]) => [account, id, sku, position]))}`),
  )
}

/** Joins the active variants of campaigns, as `attached` and `variants`. */
export const attachedVariants = raw(`
  campaign_variants as attached join variants
    on variants.account_id = attached.account_id and variants.sku = attached.sku
    and variants.active = 1`)

export type Offer = Pick<ProductVariant, 'id' | 'title' | 'sku' | 'imageUrl' | 'productionTime'> & {
  /**
   * The most units that a single warehouse has. An order is never split, so the units of several
   * warehouses are not summed.
   */
  servable: number
  /** Its values, such as `Black`, by option, such as `Color`. */
  options: Readonly<Record<string, string>>
}

/** Returns the variants that a campaign offers now, in its order, or the one with a SKU. */
export const listOffers = async (
  reader: Reader,
  account: AccountId,
  campaign: CampaignId,
  sku?: string,
): Promise<Offer[]> => {
  const rows = await reader.all<Offer & { servable: number | null }>(ofAccount(account)`
    select variants.id, title, variants.sku, "imageUrl", "productionTime", options, (
      select max(on_hand - allocated) from inventory_items as item
      where item.account_id = ${account} and item.sku = attached.sku
    ) as servable
    from ${attachedVariants}
    where attached.account_id = ${account} and campaign_id = ${campaign}
      ${sku === undefined ? empty : sql`and attached.sku = ${sku}`}
    order by "position"`)
  return rows.map((row) => ({ ...row, servable: Math.max(row.servable ?? 0, 0) }))
}
