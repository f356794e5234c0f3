import type { components } from '../../generated/types.ts'

type Invite = components['schemas']['Invite']

/** Brings mails to people, in one attempt each; says whether one was really sent. Never throws. */
export type Mailer = {
  /**
   * Sends an invite to its address.
   * @param url where the invite is redeemed.
   */
  sendInvite(invite: Invite, url: string): Promise<boolean>
  /**
   * Sends a link to an account's address.
   * @param url where somebody is signed in by it.
   */
  sendSignInLink(
    account: { id: string; name: string; email: string },
    url: string,
  ): Promise<boolean>
}
