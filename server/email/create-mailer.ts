import { inviteMessage } from './invite-message.ts'
import type { Mailer } from './mailer.ts'
import { type EmailContent, oneLine } from './render-email.ts'
import { signInMessage } from './sign-in-message.ts'

/** An email to send. */
export type Email = EmailContent & {
  /** The id of the invite or account, for the log. */
  about: string
  to: string
  /** The name to show as the sender, instead of that of `MAIL_FROM`. */
  senderName?: string
}

/** Creates a mailer from a function that sends one email. */
export const createMailer = (send: (email: Email) => Promise<boolean>): Mailer => ({
  sendInvite: (invite, url, sender) =>
    send({
      about: invite._id,
      to: invite.email,
      senderName: oneLine(sender.name),
      ...inviteMessage(invite, url, sender),
    }),
  sendSignInLink: ({ id, name, email }, url) =>
    send({ about: id, to: email, ...signInMessage(name, url) }),
})

/** Returns the address of `MAIL_FROM` with another name. */
export const senderOf = (from: string, name: string | undefined) => {
  if (!name) return from
  const [, address = from] = /<([^<>]+)>\s*$/.exec(from) ?? []
  return { name, address }
}
