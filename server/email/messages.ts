import { timeText } from '../domain/clock.ts'
import { closingTime } from '../domain/invite.ts'
import type { Service } from '../domain/service.ts'
import { linkMinutes } from '../domain/sign-in-link.ts'

export type EmailContent = {
  /** The name to show as the sender, with the address of `MAIL_FROM`. */
  senderName: string
  /** The address that replies go to, if not to the sender. */
  replyTo: string | undefined
  subject: string
  text: string
  html: string
}

export type InviteToSend = {
  id: string
  email: string
  firstName: string
  expiresAt: string
  /** The name that the recipient sees as the sender. The color is `#` and six hexadecimal digits. */
  sender: { name: string; color: string | null }
  campaign: { name: string; expiration: string }
}

export const inviteMessage = (
  { email, firstName, expiresAt, campaign, sender }: InviteToSend,
  url: string,
  service: Service,
): EmailContent => {
  const first = oneLine(firstName)
  const name = oneLine(sender.name)
  const to = oneLine(campaign.name)
  const end = closingTime(expiresAt, campaign.expiration)
  const expires = end === undefined ? '' : ` It expires on ${timeText(end)}.`
  return renderEmail({
    subject: `${name} has a gift for you: ${to}`,
    brand: { name, color: sender.color },
    greeting: first === '' ? 'Hi,' : `Hi ${first},`,
    offer: `${name} invites you to ${to}. Pick your gifts and enter the address to send them to.`,
    link: { url, text: 'Pick your gifts' },
    note: `This invite is for you alone.${expires}`,
    reason: `${name} asked ${service.name} to send this email to ${email}. If you don’t know ${name}, ignore it.`,
    service,
  })
}

/** Joins lines, so that a name cannot add a header or break the greeting. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

/** The parts of an email, one paragraph each. */
type EmailParts = {
  subject: string
  /** The name of the sender and at the top, and the color of the line above it. */
  brand: { name: string; color: string | null }
  greeting: string
  offer: string
  link: { url: string; text: string }
  /** How long the link is valid and for whom. Mail programs show it beside the subject. */
  note: string
  /** Why the recipient gets the email. */
  reason: string
  service: Service
}

/** Outlook ignores media queries, and most programs `prefers-color-scheme`. The others override the inline styles. */
const overrides = `@media (max-width: 600px) { .card { width: 100% !important } }
@media (prefers-color-scheme: dark) {
body, .page { background: #181512 !important }
.card { background: #221e1a !important; color: #f4ede4 !important }
.button, .button a { background: #86d6b6 !important; color: #10261e !important }
.link { color: #86d6b6 !important }
.reason { color: #bfb3a5 !important }
}`

/** Outlook draws tables with a fixed width, and neither maximum widths nor padding of other elements. */
const layout = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

/** Renders an email as plain text and as HTML. */
function renderEmail(parts: EmailParts): EmailContent {
  const { subject, brand, greeting, offer, link, note, reason, service } = parts
  const { supportEmail } = service
  const questions = supportEmail && `Questions? Reply to this email or write to ${supportEmail}.`
  const line = brand.color === null ? '' : `border-top: 6px solid ${brand.color}; `
  const url = escaped(link.url)
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>${overrides}</style>
</head>
<body style="margin: 0; padding: 0; background: #f8f3ec">
<div style="display: none; max-height: 0; overflow: hidden">${escaped(note)}</div>
<table class="page" ${layout} width="100%" bgcolor="#f8f3ec"><tr><td align="center" style="padding: 24px 12px">
<table class="card" ${layout} width="560" bgcolor="#fffdfa" style="${line}border-radius: 14px; table-layout: fixed; color: #2a2320"><tr><td style="padding: 28px; font: 16px/1.5 sans-serif; word-break: break-word; overflow-wrap: anywhere">
<h1 style="margin: 0 0 24px; font-size: 18px">${escaped(brand.name)}</h1>
<p>${escaped(greeting)}</p>
<p>${escaped(offer)}</p>
<table ${layout}><tr><td class="button" bgcolor="#1f5c4a" style="mso-padding-alt: 12px 24px; border-radius: 999px"><a href="${url}" style="display: inline-block; padding: 12px 24px; border-radius: 999px; color: #ffffff; font: bold 16px/1.5 sans-serif; text-decoration: none">${escaped(link.text)}</a></td></tr></table>
<p>${escaped(note)}</p>
${questions ? `<p>${escaped(questions)}</p>` : ''}
<p class="reason" style="margin-bottom: 0; color: #65594f; font-size: 14px">${escaped(reason)} If the button does not work, open <a class="link" href="${url}" style="color: #1f5c4a; word-break: break-all">${url}</a></p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`
  const text = [greeting, offer, link.url, note, ...(questions ? [questions] : []), reason]
  const senderName = brand.name
  return { senderName, replyTo: supportEmail, subject, text: `${text.join('\n\n')}\n`, html }
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (each) => escapes[each] ?? '')
}

/** Returns the email with a link to sign in. @param to the thing that the link signs in to. */
export const signInMessage = (to: string, url: string, service: Service): EmailContent =>
  renderEmail({
    subject: `Sign in to ${service.name}`,
    brand: { name: service.name, color: null },
    greeting: 'Hi,',
    offer: `Someone asked to sign in to ${oneLine(to)}.`,
    link: { url, text: 'Sign in' },
    note: `The link works once, within ${linkMinutes} minutes.`,
    reason: 'If it wasn’t you, ignore this email.',
    service,
  })

/** Returns the email that says that the deliveries to a webhook fail. @param page where the portal shows them. */
export const failureMessage = (
  { url, name }: { url: string; name: string },
  page: string,
  service: Service,
): EmailContent =>
  renderEmail({
    subject: `Deliveries to ${new URL(url).host} fail`,
    brand: { name: service.name, color: null },
    greeting: 'Hi,',
    offer: `The last 50 deliveries to ${url} failed. We do not send these events again by ourselves.`,
    link: { url: page, text: 'See the deliveries' },
    note: 'While deliveries fail, we send this email at most once a day. Pause or delete the webhook if you no longer need it.',
    reason: `You get this email because your address signs in to the account ${oneLine(name)}.`,
    service,
  })
