import type { AccountId, CampaignId } from '../../domain/ids.ts'
import { statement } from '../statement.ts'
import type { Reader } from '../store.ts'

const senderOf = statement<{ account: AccountId; campaign: CampaignId }>()((db, slot) =>
  db
    .selectFrom('campaigns as campaign')
    .innerJoin('accounts as account', 'account.id', 'campaign.account_id')
    .leftJoin('account_logos as logo', 'logo.account_id', 'campaign.account_id')
    .where('campaign.account_id', '=', slot('account'))
    .where('campaign.id', '=', slot('campaign'))
    .where('account.deactivated_at', 'is', null)
    .select(['account.name', 'campaign.name as campaign', 'logo.file', 'logo.content']),
)

/** What the emails of a campaign's invites say about the sender. */
type EmailSender = {
  name: string
  campaign: string
  logo: { file: string; bytes: Buffer } | undefined
}

/** Returns the sender of a campaign's invites; undefined if its account was deactivated. */
export const findSender = async (
  reader: Reader,
  account: AccountId,
  campaign: CampaignId,
): Promise<EmailSender | undefined> => {
  const row = await reader.first(senderOf, { account, campaign })
  if (!row) return undefined
  const { file, content, ...sender } = row
  const logo =
    file !== null && content !== null ? { file, bytes: Buffer.from(content, 'base64') } : undefined
  return { ...sender, logo }
}
