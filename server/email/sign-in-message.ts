import { linkMinutes } from '../domain/portal.ts'
import { type EmailContent, oneLine, renderEmail } from './render-email.ts'

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
