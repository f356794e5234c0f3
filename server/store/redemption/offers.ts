import { sql } from 'kysely'
import type { components } from '../../../generated/types.ts'
import type { AccountId, CampaignId } from '../../domain/ids.ts'
import { statement } from '../statement.ts'
import type { Reader } from '../store.ts'

type ProductVariant = components['schemas']['ProductVariant']

/** A variant that a campaign offers. */
export type Offer = Pick<ProductVariant, 'id' | 'title' | 'sku' | 'imageUrl' | 'productionTime'> & {
  /**
   * The most units that a single warehouse has. An order is never split, so the units of several
   * warehouses are not summed.
   */
  servable: number
}

const ofCampaign = statement<{ account: AccountId; campaign: CampaignId }>()((db, slot) =>
  db
    .selectFrom('campaign_variants as attached')
    .innerJoin('variants', (join) =>
      join
        .onRef('variants.account_id', '=', 'attached.account_id')
        .onRef('variants.sku', '=', 'attached.sku'),
    )
    .where('attached.account_id', '=', slot('account'))
    .where('attached.campaign_id', '=', slot('campaign'))
    .where('variants.active', '=', 1)
    .orderBy('attached.position')
    .select([
      'variants.product_id as id',
      'variants.title',
      'variants.sku',
      'variants.image_url as imageUrl',
      'variants.production_time as productionTime',
    ])
    .select(({ selectFrom }) =>
      selectFrom('inventory_items as item')
        .whereRef('item.account_id', '=', 'attached.account_id')
        .whereRef('item.sku', '=', 'attached.sku')
        .select(sql<number | null>`max(item.on_hand - item.allocated)`.as('most'))
        .as('most'),
    ),
)

/** Returns the variants that a campaign offers now, in the campaign's order. */
export const listOffers = async (
  reader: Reader,
  account: AccountId,
  campaign: CampaignId,
): Promise<Offer[]> => {
  const rows = await reader.all(ofCampaign, { account, campaign })
  return rows.map(({ most, ...variant }) => ({ ...variant, servable: Math.max(most ?? 0, 0) }))
}
