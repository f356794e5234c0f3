import { inviteViewed } from '../deliveries/payloads.ts'
import { type InviteKeys, lockInvite, noteOpening } from '../store/invites.ts'
import type { EventTransaction } from './actions.ts'

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
