import type { components } from '../../../generated/types.ts'
import type { CampaignState } from '../../domain/campaign.ts'
import type { AccountId, CampaignId, InviteId } from '../../domain/ids.ts'
import type { Order } from '../../domain/order.ts'
import { findOrder } from '../orders.ts'
import { everyAccountStatement, statement } from '../statement.ts'
import type { Reader } from '../store.ts'

type Invite = components['schemas']['Invite']

/** An invite found by its slug, with its campaign. */
export type HeldInvite = Pick<
  Invite,
  | 'slug'
  | 'inviteNumber'
  | 'status'
  | 'email'
  | 'firstName'
  | 'lastName'
  | 'companyName'
  | 'expiresAt'
> & {
  id: InviteId
  account: AccountId
  campaignId: CampaignId
  campaign: CampaignState & { name: string }
}

/** Slugs are unique across accounts, so a slug identifies its account. */
const bySlug = everyAccountStatement<{ slug: string }>()((db, slot) =>
  db
    .selectFrom('invites as invite')
    .innerJoin('accounts as account', 'account.id', 'invite.account_id')
    .innerJoin('campaigns as campaign', (join) =>
      join
        .onRef('campaign.account_id', '=', 'invite.account_id')
        .onRef('campaign.id', '=', 'invite.campaign_id'),
    )
    .where('invite.slug', '=', slot('slug'))
    .where('account.deactivated_at', 'is', null)
    .select([
      'invite.id',
      'invite.account_id as account',
      'invite.campaign_id as campaignId',
      'invite.slug',
      'invite.invite_number as inviteNumber',
      'invite.status',
      'invite.email',
      'invite.first_name as firstName',
      'invite.last_name as lastName',
      'invite.company_name as companyName',
      'invite.expires_at as expiresAt',
      'campaign.name as campaignName',
      'campaign.status as campaignStatus',
      'campaign.expiration as campaignExpiration',
      'campaign.allow_out_of_stock_orders as allow',
    ]),
)

/** Returns the invite with a slug, or undefined. Ignores invites of deactivated accounts. */
export const findHeldInvite = async (
  reader: Reader,
  slug: string,
): Promise<HeldInvite | undefined> => {
  const row = await reader.first(bySlug, { slug })
  if (!row) return undefined
  const { campaignName, campaignStatus, campaignExpiration, allow, ...invite } = row
  return {
    ...invite,
    campaign: {
      name: campaignName,
      status: campaignStatus,
      expiration: campaignExpiration,
      allowOutOfStockOrders: allow === 1,
    },
  }
}

const redeemedAs = statement<{ account: AccountId; invite: InviteId }>()((db, slot) =>
  db
    .selectFrom('redemptions')
    .where('account_id', '=', slot('account'))
    .where('invite_id', '=', slot('invite'))
    .select('order_id as order'),
)

/** Returns the order that redeemed an invite, or undefined. */
export const orderOfInvite = async (
  reader: Reader,
  account: AccountId,
  invite: InviteId,
): Promise<Order | undefined> => {
  const row = await reader.first(redeemedAs, { account, invite })
  return row && findOrder(reader, account, row.order)
}

const unused = statement<{ account: AccountId }>()((db, slot) =>
  db
    .selectFrom('invites')
    .where('account_id', '=', slot('account'))
    .where('status', '=', 'UNUSED')
    .orderBy('seq')
    .limit(1)
    .select('slug'),
)

/** Returns the slug of an account's first unused invite, or undefined. */
export const firstUnusedSlug = async (
  reader: Reader,
  account: AccountId,
): Promise<string | undefined> => (await reader.first(unused, { account }))?.slug
