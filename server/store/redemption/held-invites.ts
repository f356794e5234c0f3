import type { components } from '../../../generated/types.ts'
import type { CampaignState } from '../../domain/campaign.ts'
import type { AccountId, CampaignId, InviteId } from '../../domain/ids.ts'
import type { Order } from '../../domain/order.ts'
import { findOrder } from '../orders.ts'
import { everyAccountStatement, statement } from '../statement.ts'
import type { Reader } from '../store.ts'

type Invite = components['schemas']['Invite']

/** How an account appears to recipients. */
export type Sender = {
  name: string
  /** The file name of the logo. */
  logo: string | null
}

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
  /** The account that invites. */
  sender: Sender
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
    .leftJoin('account_logos as logo', 'logo.account_id', 'invite.account_id')
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
      'account.name as accountName',
      'logo.file as logo',
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
  const { accountName, logo, campaignName, campaignStatus, campaignExpiration, allow, ...invite } =
    row
  return {
    ...invite,
    sender: { name: accountName, logo },
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
    .select(['order_id as order', 'session']),
)

/** The order that redeemed an invite. */
export type Redemption = {
  order: Order
  /** The digest of the browser session that ordered; null if it was not recorded. */
  session: string | null
}

/** Returns the order that redeemed an invite, or undefined. */
export const redemptionOfInvite = async (
  reader: Reader,
  account: AccountId,
  invite: InviteId,
): Promise<Redemption | undefined> => {
  const row = await reader.first(redeemedAs, { account, invite })
  const order = row && (await findOrder(reader, account, row.order))
  return order && { order, session: row.session }
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
