import type { components } from '../../generated/types.ts'

type Invite = components['schemas']['Invite']

export type Message = { subject: string; text: string; html: string }

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (each) => escapes[each] ?? '')

/** A date as people write it, in English and in UTC, as nobody knows where they are. */
const day = (timestamp: string): string =>
  new Date(timestamp).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** One line: a name may not begin another header, nor break a greeting. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** An invite as an e-mail, in plain text and in HTML. */
export const inviteMessage = (invite: Invite, url: string): Message => {
  const name = oneLine(invite.firstName)
  const from = oneLine(invite.companyName)
  const greeting = name === '' ? 'Hello,' : `Hello ${name},`
  const offer =
    from === ''
      ? 'You are invited to choose merchandise.'
      : `${from} invites you to choose merchandise.`
  const until = `The invite is yours alone and good until ${day(invite.expiresAt)} (UTC).`
  return {
    subject: from === '' ? 'Your invite' : `Your invite from ${from}`,
    text: `${greeting}\n\n${offer}\n\n${url}\n\n${until}\n`,
    html: `<!doctype html>
<html lang="en">
<body style="font: 16px/1.5 sans-serif; max-width: 34em; margin: 2em auto; padding: 0 1em; color: #1c2430">
<p>${escaped(greeting)}</p>
<p>${escaped(offer)}</p>
<p><a href="${escaped(url)}" style="display: inline-block; padding: 0.7em 1.4em; border-radius: 0.5em; background: #1f5c4a; color: #fff; text-decoration: none">Choose yours</a></p>
<p>${escaped(until)}</p>
<p style="color: #667085; font-size: 14px">If the button does nothing, open ${escaped(url)}</p>
</body>
</html>
`,
  }
}
