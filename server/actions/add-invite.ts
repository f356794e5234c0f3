import { timestamp } from '../domain/clock.ts'
import { type AccountId, type CampaignId, newId } from '../domain/ids.ts'
import { type Invite, newSlug } from '../domain/invite.ts'
import type { Rejection } from '../domain/rejection.ts'
import { findCampaign } from '../store/campaigns.ts'
import { changeRecipient } from '../store/contacts.ts'
import { insertInvite, nextInviteNumber, recordInviteChange } from '../store/invites.ts'
import type { EventTransaction } from './actions.ts'

/** An invite as a client requests it. An unset text is empty. */
type InviteRequest = Pick<Invite, 'email' | 'firstName' | 'lastName' | 'companyName'> & {
  campaignId: CampaignId
  /** Undefined: the campaign's expiration (design decision 13). */
  expiresAt: string | undefined
}

/** Inserts an unused invite. Returns a rejection if the account has no such campaign. */
export const addInvite = async (
  transaction: EventTransaction,
  account: AccountId,
  { campaignId, expiresAt, email, firstName, lastName, companyName }: InviteRequest,
  now: number,
): Promise<Invite | Rejection> => {
  const campaign = await findCampaign(transaction, account, campaignId)
  if (!campaign) return { rejected: 'campaign-not-found' }
  const invite: Invite = {
    _id: newId('inv'),
    slug: newSlug(),
    inviteNumber: await nextInviteNumber(transaction, account),
    status: 'UNUSED',
    email,
    firstName,
    lastName,
    companyName,
    expiresAt: expiresAt ?? campaign.expiration,
    emailNotificationSent: false,
    createdAt: timestamp(now),
  }
  const entry = { at: invite.createdAt, change: 'created', actor: transaction.actor.name }
  await Promise.all([
    insertInvite(transaction, account, campaignId, invite),
    recordInviteChange(transaction, account, invite._id, entry),
    email === ''
      ? undefined
      : changeRecipient(transaction, account, campaignId, email, { invited: true }),
  ])
  return invite
}
