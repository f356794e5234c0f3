import { linkLifetime } from '../domain/portal.ts'
import { type Message, messageOf, oneLine } from './letter.ts'

/** A link to sign in to the portal by, as an e-mail. */
export const signInMessage = (account: string, url: string): Message => {
  const name = oneLine(account)
  return messageOf({
    subject: `Sign in to ${name}`,
    greeting: 'Hello,',
    offer: `somebody, most likely you, wants to sign in to ${name}.`,
    link: { url, text: 'Sign in' },
    note: `The link works once, within ${linkLifetime / 60_000} minutes. If it was not you, do nothing: nobody gets in without it.`,
  })
}
