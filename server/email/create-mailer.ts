import { inviteMessage } from './invite-message.ts'
import type { Mailer } from './mailer.ts'
import type { EmailContent } from './render-email.ts'
import { signInMessage } from './sign-in-message.ts'

/** An email to send. */
export type Email = EmailContent & {
  /** The id of the invite or account, for the log. */
  about: string
  to: string
}

/** Creates a mailer from a function that sends one email. */
export const createMailer = (send: (email: Email) => Promise<boolean>): Mailer => ({
  sendInvite: (invite, url) =>
    send({ about: invite._id, to: invite.email, ...inviteMessage(invite, url) }),
  sendSignInLink: ({ id, name, email }, url) =>
    send({ about: id, to: email, ...signInMessage(name, url) }),
})
