import type { components } from '../../generated/types.ts'
import { type EmailContent, oneLine, renderEmail } from './render-email.ts'

type Invite = components['schemas']['Invite']

/** Formats a date for people, in English. In UTC, because the recipient's time zone is unknown. */
const day = (timestamp: string): string =>
  new Date(timestamp).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Returns the email for an invite. */
export const inviteMessage = (invite: Invite, url: string): EmailContent => {
  const name = oneLine(invite.firstName)
  const from = oneLine(invite.companyName)
  return renderEmail({
    subject: from === '' ? 'Your invite' : `Your invite from ${from}`,
    greeting: name === '' ? 'Hello,' : `Hello ${name},`,
    offer:
      from === ''
        ? 'You are invited to choose merchandise.'
        : `${from} invites you to choose merchandise.`,
    link: { url, text: 'Choose yours' },
    note: `The invite is yours alone and good until ${day(invite.expiresAt)} (UTC).`,
  })
}
