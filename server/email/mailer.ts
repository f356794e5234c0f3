import type { components } from '../../generated/types.ts'

type Invite = components['schemas']['Invite']

/** Who invites, and to what. */
export type InviteSender = {
  /** The name that the recipient sees as the sender. */
  name: string
  /** `#` and six hexadecimal digits. */
  color: string | null
  campaign: string
}

/** Sends emails, with one attempt each. Returns whether the email was sent. Never throws. */
export type Mailer = {
  /**
   * Sends an invite to its address.
   * @param url where the invite is redeemed.
   */
  sendInvite(invite: Invite, url: string, sender: InviteSender): Promise<boolean>
  /**
   * Sends a sign-in link to an account's address.
   * @param url the link.
   */
  sendSignInLink(
    account: { id: string; name: string; email: string },
    url: string,
  ): Promise<boolean>
}
