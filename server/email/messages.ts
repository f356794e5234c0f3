import type { components } from '../../generated/types.ts'
import { linkMinutes } from '../domain/portal.ts'

export type EmailContent = {
  subject: string
  text: string
  html: string
}

/** The parts of an email, one paragraph each. */
type EmailParts = {
  subject: string
  /** The name at the top, and the color of the line above it. */
  brand: { name: string; color: string | null }
  greeting: string
  offer: string
  link: { url: string; text: string }
  /** How long the link is valid and for whom. */
  note: string
  /** Why the recipient gets the email. */
  reason: string
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (each) => escapes[each] ?? '')

/** Joins lines, so that a name cannot add a header or break the greeting. */
export const oneLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** Most mail programs ignore `prefers-color-scheme`; the others override the inline styles. */
const darkStyle = `@media (prefers-color-scheme: dark) {
body { background: #181512 !important }
main { background: #221e1a !important; color: #f4ede4 !important }
a { background: #86d6b6 !important; color: #10261e !important }
.reason { color: #bfb3a5 !important }
}`

/** Renders an email as plain text and as HTML. */
const renderEmail = (parts: EmailParts): EmailContent => {
  const { subject, brand, greeting, offer, link, note, reason } = parts
  const line = brand.color === null ? '' : `border-top: 6px solid ${brand.color}; `
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>${darkStyle}</style>
</head>
<body style="margin: 0; padding: 24px 12px; background: #f8f3ec">
<main style="display: block; max-width: 34em; margin: 0 auto; padding: 28px; ${line}border-radius: 14px; background: #fffdfa; color: #2a2320; font: 16px/1.5 sans-serif">
<h1 style="margin: 0 0 24px; font-size: 18px">${escaped(brand.name)}</h1>
<p>${escaped(greeting)}</p>
<p>${escaped(offer)}</p>
<p style="margin: 24px 0"><a href="${escaped(link.url)}" style="display: inline-block; padding: 12px 24px; border-radius: 999px; background: #1f5c4a; color: #ffffff; font-weight: bold; text-decoration: none">${escaped(link.text)}</a></p>
<p>${escaped(note)}</p>
<p class="reason" style="margin-bottom: 0; color: #65594f; font-size: 14px">${escaped(reason)} If the button does not work, open ${escaped(link.url)}</p>
</main>
</body>
</html>
`
  const text = [greeting, offer, link.url, note, reason].join('\n\n')
  return { subject, text: `${text}\n`, html }
}

type Invite = components['schemas']['Invite']

/** Formats a date for people, in English. In UTC, because the recipient's time zone is unknown. */
const day = (timestamp: string): string =>
  new Date(timestamp).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Who invites, and to what. */
export type InviteSender = {
  /** The name that the recipient sees as the sender. */
  name: string
  /** `#` and six hexadecimal digits. */
  color: string | null
  campaign: string
}

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

/** Returns the email with a link to sign in to the portal. */
export const signInMessage = (account: string, url: string): EmailContent => {
  const name = oneLine(account)
  return renderEmail({
    subject: `Sign in to ${name}`,
    brand: { name, color: null },
    greeting: 'Hi,',
    offer: `Someone asked to sign in to ${name}.`,
    link: { url, text: 'Sign in' },
    note: `The link works once, within ${linkMinutes} minutes.`,
    reason: 'If it wasn’t you, ignore this email.',
  })
}
