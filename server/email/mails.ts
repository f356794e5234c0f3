import { inviteMessage } from './invite-message.ts'
import type { Message } from './letter.ts'
import type { Mailer } from './mailer.ts'
import { signInMessage } from './sign-in-message.ts'

/** A mail that is ready to go. */
export type Mail = Message & {
  /** What it is about, for the log: no address, and nothing that opens anything. */
  about: string
  to: string
}

/** The mails that there are, by a way to send one. */
export const mailerBy = (post: (mail: Mail) => Promise<boolean>): Mailer => ({
  sendInvite: (invite, url) =>
    post({ about: invite._id, to: invite.email, ...inviteMessage(invite, url) }),
  sendSignInLink: ({ id, name, email }, url) =>
    post({ about: id, to: email, ...signInMessage(name, url) }),
})
