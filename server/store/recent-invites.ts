import type { components } from '../../generated/types.ts'
import type { AccountId, CampaignId, InviteId } from '../domain/ids.ts'
import { statement } from './statement.ts'
import type { Reader } from './store.ts'

type Invite = components['schemas']['Invite']

/** The fields of an invite in its events. */
export type EventInvite = Pick<Invite, 'inviteNumber' | 'email' | 'status'> & {
  id: InviteId
  campaignId: CampaignId
}

const columns = [
  'id',
  'campaign_id as campaignId',
  'invite_number as inviteNumber',
  'email',
  'status',
] as const

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
