import type { Actor } from '../domain/actor.ts'
import { timestamp } from '../domain/clock.ts'
import { inviteState } from '../domain/invite.ts'
import { isRejection, type Rejection } from '../domain/rejection.ts'
import { changeInvite, type HeldInvite, type InviteKeys, lockInvite } from '../store/invites.ts'
import type { Store } from '../store/store.ts'
import type { EventTransaction } from './actions.ts'

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
