import type { components } from '../../generated/types.ts'

type Invite = components['schemas']['Invite']

/** Brings invites to their recipients. */
export type Mailer = {
  /**
   * Sends an invite to its address, in one attempt; says whether it was really sent. Never throws.
   * @param url where the invite is redeemed.
   */
  sendInvite(invite: Invite, url: string): Promise<boolean>
}
