import { type Kysely, sql } from 'kysely'
import type { components } from '../../generated/types.ts'
import type { Campaign, CampaignState } from '../domain/campaign.ts'
import type { AccountId, CampaignId } from '../domain/ids.ts'
import type { Brand } from '../domain/shop.ts'
import { json, type Slots, statement, statementOf, statementsBy } from './statement.ts'
import { type Reader, sendEach, type Transaction } from './store.ts'
import type { Tables } from './tables.ts'
import { variantSelection, withImage } from './variants.ts'

export const campaignsOf = statement<{ account: AccountId }>()((db, slot) =>
  db
    .selectFrom('campaigns')
    .where('account_id', '=', slot('account'))
    .orderBy('seq')
    .select(['key', 'id', 'name', 'expiration', 'status', 'brand_name', 'brand_color'])
    .select('allowOutOfStockOrders'),
)

/** Selects an account's active variants with the campaigns that have them. */
export const attachedVariants = <P extends { account: AccountId }>(
  db: Kysely<Tables>,
  slot: Slots<P>,
) =>
  db
    .selectFrom('campaign_variants as attached')
    .innerJoin('variants', (join) =>
      join
        .onRef('variants.account_id', '=', 'attached.account_id')
        .onRef('variants.sku', '=', 'attached.sku'),
    )
    .where('attached.account_id', '=', slot('account'))
    .where('variants.active', '=', 1)

const attached = statement<{ account: AccountId }>()((db, slot) =>
  db
    .selectFrom('campaign_variants')
    .where('account_id', '=', slot('account'))
    .orderBy('campaign_id')
    .orderBy('position')
    .select(['campaign_id as campaign', 'sku']),
)

const variants = statement<{ account: AccountId }>()((db, slot) =>
  db
    .selectFrom('variants')
    .where('account_id', '=', slot('account'))
    .where('active', '=', 1)
    .select(variantSelection),
)

/** Returns all campaigns of an account with their variants (specification §2). */
export const listCampaigns = async (
  reader: Reader,
  account: AccountId,
  cdnUrl: string,
): Promise<Campaign[]> => {
  const [campaigns, places, found] = await Promise.all([
    reader.all(campaignsOf, { account }),
    reader.all(attached, { account }),
    reader.all(variants, { account }),
  ])
  const bySku = new Map(found.map((variant) => [variant.sku, withImage(variant, cdnUrl)]))
  const skus = Map.groupBy(places, ({ campaign }) => campaign)
  return campaigns.map(({ id, name, expiration, status, allowOutOfStockOrders }) => ({
    id,
    name,
    expiration,
    products: (skus.get(id) ?? []).flatMap(({ sku }) => bySku.get(sku) ?? []),
    status,
    allowOutOfStockOrders: allowOutOfStockOrders === 1,
  }))
}

const byId = statement<{ account: AccountId; id: CampaignId }>()((db, slot) =>
  db
    .selectFrom('campaigns')
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('id'))
    .select(['id', 'status', 'expiration', 'allowOutOfStockOrders']),
)

/** Returns the state of a campaign of the account, or undefined. */
export const findCampaign = async (
  reader: Reader,
  account: AccountId,
  id: CampaignId,
): Promise<(CampaignState & { id: CampaignId }) | undefined> => {
  const row = await reader.first(byId, { account, id })
  return row && { ...row, allowOutOfStockOrders: row.allowOutOfStockOrders === 1 }
}

const attachedSku = statement<{ account: AccountId; campaign: CampaignId; sku: string }>()(
  (db, slot) =>
    db
      .selectFrom('campaign_variants')
      .where('account_id', '=', slot('account'))
      .where('campaign_id', '=', slot('campaign'))
      .where('sku', '=', slot('sku'))
      .select('sku'),
)

/** Returns the first of the SKUs that is not attached to a campaign, or undefined. */
export const firstUnattached = async (
  reader: Reader,
  account: AccountId,
  campaign: CampaignId,
  skus: Iterable<string>,
): Promise<string | undefined> => {
  const wanted = [...skus]
  const found = await Promise.all(
    wanted.map((sku) => reader.first(attachedSku, { account, campaign, sku })),
  )
  return wanted.find((_, i) => found[i] === undefined)
}

type NewCampaign = Omit<Campaign, 'products'> & {
  account: AccountId
  key: string
  brandName: string | null
  brandColor: string | null
}

const upsert = statement<NewCampaign>()((db, slot) => {
  const fields = {
    name: slot('name'),
    brand_name: slot('brandName'),
    brand_color: slot('brandColor'),
    expiration: slot('expiration'),
    status: slot('status'),
    allowOutOfStockOrders: slot('allowOutOfStockOrders'),
  }
  return db
    .insertInto('campaigns')
    .values({ ...fields, id: slot('id'), account_id: slot('account'), key: slot('key') })
    .onConflict((conflict) => conflict.columns(['account_id', 'id']).doUpdateSet(fields))
})

const detach = statement<{ account: AccountId; id: CampaignId }>()((db, slot) =>
  db
    .deleteFrom('campaign_variants')
    .where('account_id', '=', slot('account'))
    .where('campaign_id', '=', slot('id')),
)

const attach = statement<{
  account: AccountId
  campaign: CampaignId
  sku: string
  position: number
}>()((db, slot) =>
  db.insertInto('campaign_variants').values({
    account_id: slot('account'),
    campaign_id: slot('campaign'),
    sku: slot('sku'),
    position: slot('position'),
  }),
)

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
  const {
    id,
    key = id,
    brand: { name: brandName = null, color: brandColor = null } = {},
  } = campaign
  transaction.send(upsert, { ...campaign, account, key, brandName, brandColor })
  transaction.send(detach, { account, id })
  await sendEach(transaction, skus.entries(), ([position, sku]) => {
    transaction.send(attach, { account, campaign: id, sku, position })
  })
}

type ProductVariant = components['schemas']['ProductVariant']

/** A variant that a campaign offers. */
export type Offer = Pick<ProductVariant, 'id' | 'title' | 'sku' | 'imageUrl' | 'productionTime'> & {
  /**
   * The most units that a single warehouse has. An order is never split, so the units of several
   * warehouses are not summed.
   */
  servable: number
  /** Its values, such as `Black`, by option, such as `Color`. */
  options: Readonly<Record<string, string>>
}

type Offered = { account: AccountId; campaign: CampaignId; sku: string }

const offerStatement = statementOf<Pick<Offer, 'options'>>({ options: json })

const offers = statementsBy(({ one }: { one: boolean }) =>
  offerStatement<Offered>()((db, slot) =>
    attachedVariants(db, slot)
      .where('attached.campaign_id', '=', slot('campaign'))
      .$if(one, (query) => query.where('attached.sku', '=', slot('sku')))
      .orderBy('attached.position')
      .select([
        'variants.id',
        'variants.title',
        'variants.sku',
        'variants.imageUrl',
        'variants.productionTime',
        'variants.options',
      ])
      .select(({ selectFrom }) =>
        selectFrom('inventory_items as item')
          .whereRef('item.account_id', '=', 'attached.account_id')
          .whereRef('item.sku', '=', 'attached.sku')
          .select(sql<number | null>`max(item.on_hand - item.allocated)`.as('most'))
          .as('most'),
      ),
  ),
)

type Row = Omit<Offer, 'servable'> & { most: number | null }

const offerOf = ({ most, ...variant }: Row): Offer => ({
  ...variant,
  servable: Math.max(most ?? 0, 0),
})

/** Returns the variants that a campaign offers now, in the campaign's order. */
export const listOffers = async (
  reader: Reader,
  account: AccountId,
  campaign: CampaignId,
): Promise<Offer[]> =>
  (await reader.all(offers({ one: false }), { account, campaign, sku: '' })).map(offerOf)

/** Returns the variant with a SKU if a campaign offers it now, or undefined. */
export const findOffer = async (
  reader: Reader,
  account: AccountId,
  campaign: CampaignId,
  sku: string,
): Promise<Offer | undefined> => {
  const row = await reader.first(offers({ one: true }), { account, campaign, sku })
  return row && offerOf(row)
}
