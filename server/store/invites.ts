import { Invite as inviteSchema } from '../../generated/schemas.ts'
import { fold } from '../domain/fold.ts'
import type { AccountId, CampaignId, InviteId, OrderId } from '../domain/ids.ts'
import type { Invite } from '../domain/invite.ts'
import { flag, slotsFor, statement, statementOf } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

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
