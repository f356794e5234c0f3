import type { components } from '../../generated/types.ts'
import { type Message, messageOf, oneLine } from './letter.ts'

type Invite = components['schemas']['Invite']

/** A date as people write it, in English and in UTC, as nobody knows where they are. */
const day = (timestamp: string): string =>
  new Date(timestamp).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** An invite as an e-mail. */
export const inviteMessage = (invite: Invite, url: string): Message => {
  const name = oneLine(invite.firstName)
  const from = oneLine(invite.companyName)
  return messageOf({
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
