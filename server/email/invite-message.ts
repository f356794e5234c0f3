import type { components } from '../../generated/types.ts'
import type { InviteSender } from './mailer.ts'
import { type EmailContent, oneLine, renderEmail } from './render-email.ts'

type Invite = components['schemas']['Invite']

/** Formats a date for people, in English. In UTC, because the recipient's time zone is unknown. */
const day = (timestamp: string): string =>
  new Date(timestamp).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Returns the email for an invite. */
export const inviteMessage = (
  invite: Invite,
  url: string,
  { name, campaign, color }: InviteSender,
): EmailContent => {
  const firstName = oneLine(invite.firstName)
  const sender = oneLine(name)
  return renderEmail({
    subject: `${sender} has a gift for you: ${oneLine(campaign)}`,
    brand: { name: sender, color },
    greeting: firstName === '' ? 'Hi,' : `Hi ${firstName},`,
    offer: `${sender} invites you to ${oneLine(campaign)}. Pick your gifts and tell us where to send them. You pay nothing.`,
    link: { url, text: 'Pick your gifts' },
    note: `This invite is for you alone. It expires on ${day(invite.expiresAt)} (UTC).`,
    reason: `${sender} asked us to send this email to ${invite.email}. If you don’t know them, ignore it.`,
  })
}
