import { sql } from 'kysely'
import type { components } from '../../generated/types.ts'
import type { AccountId, CampaignId } from '../domain/ids.ts'
import { attachedVariants } from './campaigns.ts'
import { json, statementOf, statementsBy } from './statement.ts'
import type { Reader } from './store.ts'

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
