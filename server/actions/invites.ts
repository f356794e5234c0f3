import { inviteViewed } from '../deliveries/payloads.ts'
import { timestamp } from '../domain/clock.ts'
import { type AccountId, type CampaignId, newId } from '../domain/ids.ts'
import { type Invite, inviteState, newSlug } from '../domain/invite.ts'
import type { Actor } from '../domain/order.ts'
import { isRejection, type Rejection } from '../domain/rejection.ts'
import { findCampaign } from '../store/campaigns.ts'
import { changeRecipient } from '../store/contacts.ts'
import {
  changeInvite,
  type HeldInvite,
  type InviteKeys,
  insertInvite,
  lockInvite,
  nextInviteNumber,
  noteOpening,
  recordInviteChange,
} from '../store/invites.ts'
import type { Store } from '../store/store.ts'
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

/** Withdraws an invite that was not used: its link shows that it was withdrawn. Emits nothing. */
export const withdrawInvite = async (
  transaction: EventTransaction,
  keys: InviteKeys,
  now: number,
): Promise<HeldInvite | Rejection> => {
  const invite = await lockChangeable(transaction, keys)
  if (isRejection(invite)) return invite
  const at = timestamp(now)
  const entry = { at, change: 'withdrawn', actor: transaction.actor.name }
  await changeInvite(transaction, keys, { withdrawn_at: at }, entry)
  return { ...invite, withdrawnAt: at }
}

/** Sets the end of an invite that was not used, also of an expired one. Its campaign may end before. Emits nothing. */
export const extendInvite = async (
  transaction: EventTransaction,
  keys: InviteKeys,
  end: number,
  now: number,
): Promise<HeldInvite | Rejection> => {
  const invite = await lockChangeable(transaction, keys)
  if (isRejection(invite)) return invite
  if (!(end > now)) return { rejected: 'end-in-the-past' }
  const expiresAt = timestamp(end)
  const change = `extended to ${expiresAt}`
  const entry = { at: timestamp(now), change, actor: transaction.actor.name }
  await changeInvite(transaction, keys, { expiresAt }, entry)
  return { ...invite, expiresAt }
}

async function lockChangeable(transaction: EventTransaction, keys: InviteKeys) {
  const invite = await lockInvite(transaction, keys)
  if (!invite) return { rejected: 'invite-not-found' } as const
  if (invite.status === 'USED') return { rejected: 'invite-used' } as const
  return invite.withdrawnAt === null ? invite : ({ rejected: 'invite-withdrawn' } as const)
}

/**
 * Sends the email of an invite that can be redeemed.
 * @param send one attempt, which returns whether the email was sent.
 * @returns the same.
 */
export const emailInvite = async (
  store: Store,
  invite: HeldInvite,
  send: (invite: HeldInvite) => Promise<boolean>,
  { name: actor }: Actor,
  now: number,
): Promise<boolean | Rejection> => {
  const state = inviteState(invite, now)
  if (state !== 'unused') return { rejected: `invite-${state}` }
  if (invite.email === '') return { rejected: 'invite-without-email' }
  const isSent = await send(invite)
  const entry = { at: timestamp(now), change: 'email sent', actor }
  if (isSent)
    await store.write((transaction) =>
      changeInvite(transaction, invite, { emailNotificationSent: true }, entry),
    )
  return isSent
}

/** Emits invite.viewed, unless an opening of the invite was counted within the last minute (design decision 46). */
export const viewInvite = async (
  transaction: EventTransaction,
  keys: InviteKeys,
  page: string,
  now: number,
): Promise<void> => {
  const invite = await lockInvite(transaction, keys)
  if (!invite || !isNewOpening(invite, now)) return
  transaction.emit(invite.account, inviteViewed(invite, page))
  await noteOpening(transaction, keys, now)
}

/** Openings of an invite within a minute of one that counts are repetitions: a reload, or a program. */
const openingMilliseconds = 60_000

/**
 * Returns whether an opening of an invite counts (design decision 46).
 * @param viewedAt when one counted last, by the clock of any server.
 */
export function isNewOpening({ viewedAt }: { viewedAt: number | null }, now: number): boolean {
  return viewedAt === null || Math.abs(now - viewedAt) >= openingMilliseconds
}
