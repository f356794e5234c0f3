import type { AccountId, CampaignId } from '../../domain/ids.ts'
import { statement } from '../statement.ts'
import type { Reader } from '../store.ts'
import type { Sender } from './held-invites.ts'

const senderOf = statement<{ account: AccountId; campaign: CampaignId }>()((db, slot) =>
  db
    .selectFrom('campaigns as campaign')
    .innerJoin('accounts as account', 'account.id', 'campaign.account_id')
    .where('campaign.account_id', '=', slot('account'))
    .where('campaign.id', '=', slot('campaign'))
    .where('account.deactivated_at', 'is', null)
    .select(({ fn }) => fn.coalesce('campaign.brand_name', 'account.name').as('name'))
    .select(['campaign.brand_color as color', 'campaign.name as campaign']),
)

/** Returns the sender of a campaign's invites; undefined if its account was deactivated. */
export const findSender = (
  reader: Reader,
  account: AccountId,
  campaign: CampaignId,
): Promise<(Sender & { campaign: string }) | undefined> =>
  reader.first(senderOf, { account, campaign })
