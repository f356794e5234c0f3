import { randomBytes } from 'node:crypto'
import type { components } from '../../generated/types.ts'
import type { CampaignState } from './campaign.ts'
import type { InviteId } from './ids.ts'
import { rejectsOrders } from './order.ts'
import type { Rejection } from './rejection.ts'

/** Creates a slug, with which anyone can redeem: 128 random bits in base64url (RFC 4648 §5). */
export const newSlug = (): string => randomBytes(16).toString('base64url')

/** Returns the URL at which an invite is redeemed (specification §2). */
export const inviteUrl = (redeemUrl: string, slug: string): string => `${redeemUrl}/i/${slug}`

export type Invite = components['schemas']['Invite'] & { _id: InviteId }

/** The fields of an invite that the rules read. */
type InviteState = Pick<components['schemas']['Invite'], 'status' | 'expiresAt'> & {
  withdrawnAt: string | null
}

/** Returns when an invite or its campaign expires, whichever is first; undefined if neither is a time. */
export const closingTime = (...timestamps: readonly string[]): number | undefined => {
  const ends = timestamps.map(Date.parse).filter(Number.isFinite)
  return ends.length === 0 ? undefined : Math.min(...ends)
}

/** Returns whether an invite can never be redeemed again. A campaign can be closed before its expiration. */
export const isOver = (
  { expiresAt, campaign }: { expiresAt: string; campaign: CampaignState },
  now: number,
): boolean =>
  campaign.status === 'Expired' || (closingTime(expiresAt, campaign.expiration) ?? now) < now

/** Returns the state of an invite, in words for people. */
export const inviteState = (
  invite: InviteState & { campaign: CampaignState },
  now: number,
): 'used' | 'withdrawn' | 'expired' | 'unused' => {
  if (invite.status === 'USED') return 'used'
  if (invite.withdrawnAt !== null) return 'withdrawn'
  return isOver(invite, now) ? 'expired' : 'unused'
}

/** Returns why an invite cannot be redeemed now, or undefined if it can (specification §2, §3). */
export const rejectsRedemption = (
  invite: InviteState,
  campaign: CampaignState,
  now: number,
): Rejection | undefined => {
  if (invite.status === 'USED') return { rejected: 'invite-used' }
  if (invite.withdrawnAt !== null) return { rejected: 'invite-withdrawn' }
  if (Date.parse(invite.expiresAt) < now) return { rejected: 'invite-expired' }
  return rejectsOrders(campaign, now)
}
