import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { components } from '../../generated/types.ts'
import {
  type EmailContent,
  type InviteSender,
  inviteMessage,
  oneLine,
  signInMessage,
} from './messages.ts'

type Invite = components['schemas']['Invite']

/** Sends emails, with one attempt each. Returns whether the email was sent. Never throws. */
export type Mailer = {
  /**
   * Sends an invite to its address.
   * @param url where the invite is redeemed.
   */
  sendInvite(invite: Invite, url: string, sender: InviteSender): Promise<boolean>
  /**
   * Sends a sign-in link to an account's address.
   * @param url the link.
   */
  sendSignInLink(
    account: { id: string; name: string; email: string },
    url: string,
  ): Promise<boolean>
}

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
const senderOf = (from: string, name: string | undefined) => {
  if (!name) return from
  const [, address = from] = /<([^<>]+)>\s*$/.exec(from) ?? []
  return { name, address }
}

type Options = {
  /** The folder for the files. Created if missing. */
  folder: string
  from: string
  log: Logger
}

/**
 * Creates a mailer that writes emails to files, for use without an SMTP server (design decision 35).
 * It returns false for each: no email was sent.
 */
export const outboxMailer = ({ folder, from, log }: Options): Mailer => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return createMailer(async ({ about, senderName, ...email }) => {
    const file = join(folder, `${about}.eml`)
    try {
      const { message: eml } = await transport.sendMail({
        from: senderOf(from, senderName),
        ...email,
      })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(file, eml, { mode: 0o600 })
      log.warn({ about, file }, 'email written to the outbox: SMTP_URL is not set')
    } catch (error) {
      log.error({ err: error, about }, 'email could not be written to the outbox')
    }
    return false
  })
}

/** Timeout of an attempt. */
export const attemptMilliseconds = 10_000

type SmtpOptions = {
  /** The SMTP server: `smtp://user:password@host:587` or `smtps://…`. */
  url: string
  /** The sender's address. */
  from: string
  log: Logger
  milliseconds?: number
}

/** Creates a mailer that sends by SMTP, with one attempt and a timeout each. Failures are logged. */
export const smtpMailer = ({
  url,
  from,
  log,
  milliseconds = attemptMilliseconds,
}: SmtpOptions): Mailer =>
  createMailer(async ({ about, senderName, ...email }) => {
    const signal = AbortSignal.timeout(milliseconds)
    try {
      await createTransport(url).sendMail({ from: senderOf(from, senderName), ...email, signal })
      return true
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const timeout = `no response within ${milliseconds / 1000} seconds`
      log.warn({ about, reason: signal.aborted ? timeout : reason }, 'email could not be sent')
      return false
    }
  })
