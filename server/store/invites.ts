import type { Kysely } from 'kysely'
import { Invite as inviteSchema } from '../../generated/schemas.ts'
import type { CampaignState } from '../domain/campaign.ts'
import { fold } from '../domain/fold.ts'
import type { AccountId, CampaignId, InviteId, OrderId } from '../domain/ids.ts'
import type { Invite } from '../domain/invite.ts'
import type { Order } from '../domain/order.ts'
import { orderFields, orderStatement } from './orders.ts'
import { everyAccountStatement, flag, slotsFor, statement, statementOf } from './statement.ts'
import type { Reader, Transaction } from './store.ts'
import type { Tables } from './tables.ts'

type StoredInvite = Invite & { campaignId: CampaignId }

/** Statements of invites. The column `id` has the field `_id`. */
export const inviteStatement = statementOf<StoredInvite>({ emailNotificationSent: flag })

/** The fields of an invite beside its id. */
export const inviteFields = [
  ...inviteSchema.omit({ _id: true }).keyof().options,
  'campaignId',
] as const

type NewInvite = StoredInvite & { account: AccountId; emailKey: string }

const insert = inviteStatement<NewInvite>()((db, slot) =>
  db.insertInto('invites').values({
    ...slotsFor(slot, inviteFields),
    id: slot('_id'),
    account_id: slot('account'),
    email_key: slot('emailKey'),
  }),
)

/** Adds an invite to a campaign of the account. */
export const insertInvite = (
  transaction: Transaction,
  account: AccountId,
  campaignId: CampaignId,
  invite: Invite,
): void => {
  transaction.send(insert, {
    ...invite,
    account,
    campaignId,
    emailKey: fold(invite.email),
  })
}

const notified = statement<{ account: AccountId; id: InviteId }>()((db, slot) =>
  db
    .updateTable('invites')
    .set({ emailNotificationSent: true })
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('id')),
)

/** Records that an invite's email was sent. */
export const noteNotification = (
  transaction: Transaction,
  account: AccountId,
  id: InviteId,
): void => {
  transaction.send(notified, { account, id })
}

const use = statement<{ account: AccountId; id: InviteId }>()((db, slot) =>
  db
    .updateTable('invites')
    .set({ status: 'USED' })
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('id')),
)

type Redemption = {
  account: AccountId
  id: InviteId
  order: OrderId
  at: string
  /** The digest of the browser session that ordered. */
  session: string | null
}

/** The primary key is the invite: a second redemption fails. */
const insertRedemption = statement<Redemption>()((db, slot) =>
  db.insertInto('redemptions').values({
    account_id: slot('account'),
    invite_id: slot('id'),
    order_id: slot('order'),
    redeemed_at: slot('at'),
    session: slot('session'),
  }),
)

/** Marks an invite as used by an order. The transaction fails if the invite was used before. */
export const useInvite = (transaction: Transaction, redemption: Redemption): void => {
  const { account, id } = redemption
  transaction.send(use, { account, id })
  transaction.send(insertRedemption, redemption)
}

/** The fields of an invite in its events. */
export type EventInvite = Pick<Invite, 'inviteNumber' | 'email' | 'status'> & {
  id: InviteId
  campaignId: CampaignId
}

const columns = ['id', 'campaignId', 'inviteNumber', 'email', 'status'] as const

const byId = statement<{ account: AccountId; id: InviteId }>()((db, slot) =>
  db
    .selectFrom('invites')
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('id'))
    .select(columns),
)

/** Returns an invite of the account, or undefined. */
export const findInvite = (
  reader: Reader,
  account: AccountId,
  id: InviteId,
): Promise<EventInvite | undefined> => reader.first(byId, { account, id })

const latest = statement<{ account: AccountId; status: Invite['status'] }>()((db, slot) =>
  db
    .selectFrom('invites')
    .where('account_id', '=', slot('account'))
    .where('status', '=', slot('status'))
    .orderBy('seq', 'desc')
    .limit(1)
    .select(columns),
)

/** Returns the account's latest invite with a status, or undefined. */
export const latestInvite = (
  reader: Reader,
  account: AccountId,
  status: Invite['status'],
): Promise<EventInvite | undefined> => reader.first(latest, { account, status })

/** How a campaign appears to recipients: its brand, or the account's name. */
type Sender = {
  name: string
  /** `#` and six hexadecimal digits. */
  color: string | null
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
  /** Who invites. */
  sender: Sender
}

const heldInvites = (db: Kysely<Tables>) =>
  db
    .selectFrom('invites as invite')
    .innerJoin('accounts as account', 'account.id', 'invite.account_id')
    .innerJoin('campaigns as campaign', (join) =>
      join
        .onRef('campaign.account_id', '=', 'invite.account_id')
        .onRef('campaign.id', '=', 'invite.campaignId'),
    )
    .where('account.deactivated_at', 'is', null)
    .select([
      'invite.id',
      'invite.account_id as account',
      'invite.campaignId',
      'invite.slug',
      'invite.inviteNumber',
      'invite.status',
      'invite.email',
      'invite.firstName',
      'invite.lastName',
      'invite.companyName',
      'invite.expiresAt',
      'account.name as accountName',
      'campaign.brand_name as brandName',
      'campaign.brand_color as color',
      'campaign.name as campaignName',
      'campaign.status as campaignStatus',
      'campaign.expiration as campaignExpiration',
      'campaign.allowOutOfStockOrders as allow',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof heldInvites>['executeTakeFirstOrThrow']>>

const heldInviteOf = (row: Row): HeldInvite => {
  const { accountName, brandName, color, ...rest } = row
  const { campaignName, campaignStatus, campaignExpiration, allow, ...invite } = rest
  return {
    ...invite,
    sender: { name: brandName ?? accountName, color },
    campaign: {
      name: campaignName,
      status: campaignStatus,
      expiration: campaignExpiration,
      allowOutOfStockOrders: allow === 1,
    },
  }
}

/** Slugs are unique across accounts, so a slug identifies its account. */
const bySlug = everyAccountStatement<{ slug: string }>()((db, slot) =>
  heldInvites(db).where('invite.slug', '=', slot('slug')),
)

/** Returns the invite with a slug, or undefined. Ignores invites of deactivated accounts. */
export const findHeldInvite = async (
  reader: Reader,
  slug: string,
): Promise<HeldInvite | undefined> => {
  const row = await reader.first(bySlug, { slug })
  return row && heldInviteOf(row)
}

/** The keys of an invite, which never change. */
export type InviteKeys = Pick<HeldInvite, 'account' | 'id' | 'campaignId'>

const byKeys = statement<InviteKeys>()((db, slot) =>
  heldInvites(db)
    .where('invite.account_id', '=', slot('account'))
    .where('invite.id', '=', slot('id'))
    .where('invite.campaignId', '=', slot('campaignId')),
)

/** Like `findHeldInvite`, by keys that are known. What they refer to can be read at the same time. */
export const findInviteByKeys = async (
  reader: Reader,
  { account, id, campaignId }: InviteKeys,
): Promise<HeldInvite | undefined> => {
  const row = await reader.first(byKeys, { account, id, campaignId })
  return row && heldInviteOf(row)
}

const redeemedBy = orderStatement<{ account: AccountId; invite: InviteId }>()((db, slot) =>
  db
    .selectFrom('redemptions')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.account_id', '=', 'redemptions.account_id')
        .onRef('orders.id', '=', 'redemptions.order_id'),
    )
    .where('redemptions.account_id', '=', slot('account'))
    .where('redemptions.invite_id', '=', slot('invite'))
    .select(orderFields)
    .select('redemptions.session'),
)

/** The order that redeemed an invite. */
type InviteRedemption = {
  order: Order
  /** The digest of the browser session that ordered; null if it was not recorded. */
  session: string | null
}

/** Returns the order that redeemed an invite, or undefined. */
export const redemptionOfInvite = async (
  reader: Reader,
  account: AccountId,
  invite: InviteId,
): Promise<InviteRedemption | undefined> => {
  const row = await reader.first(redeemedBy, { account, invite })
  if (!row) return undefined
  const { session, ...order } = row
  return { order, session }
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
