import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Service } from '../domain/service.ts'
import {
  type EmailContent,
  failureMessage,
  type InviteToSend,
  inviteMessage,
  signInMessage,
} from './messages.ts'

export type Email = EmailContent & {
  /** The id of the invite or account, for the log. */
  about: string
  to: string
}

/** A webhook whose deliveries fail, and the account that is told. */
type Failing = { id: string; url: string; account: string; name: string; email: string }

/**
 * Creates a mailer from a function that sends one email and returns whether it was sent.
 * @param onResult called with whether an email was sent.
 */
export const createMailer = (
  service: Service,
  sendOne: (email: Email) => Promise<boolean>,
  onResult: (isSent: boolean) => void = () => {},
) => {
  const send = async (email: Email): Promise<boolean> => {
    const isSent = await sendOne(email)
    onResult(isSent)
    return isSent
  }
  return {
    /**
     * Sends an invite to its address.
     * @param url where the invite is redeemed.
     */
    sendInvite: (invite: InviteToSend, url: string): Promise<boolean> =>
      send({ about: invite.id, to: invite.email, ...inviteMessage(invite, url, service) }),
    /** Tells an account that the deliveries to a webhook fail. @param baseUrl of the portal. */
    sendFailureWarning: (failing: Failing, baseUrl: string): Promise<boolean> =>
      send({
        about: failing.account,
        to: failing.email,
        ...failureMessage(failing, `${baseUrl}/portal/webhooks/${failing.id}`, service),
      }),
    /**
     * Sends a sign-in link.
     * @param name the thing that it signs in to, such as `the account Pine`.
     */
    sendSignInLink: (
      { id, name, email }: { id: string; name: string; email: string },
      url: string,
    ): Promise<boolean> => send({ about: id, to: email, ...signInMessage(name, url, service) }),
  }
}

/** Sends emails, with one attempt each. Returns whether the email was sent. Never throws. */
export type Mailer = ReturnType<typeof createMailer>

/** Keep mailboxes from replying that their owner is away (RFC 3834 §5, and Exchange's header). */
const headers = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'OOF, AutoReply',
}

/** Returns an email with its sender: the address of `MAIL_FROM`, with the name that the email has. */
const envelope = ({ about: _, senderName: name, ...email }: Email, from: string) => {
  const [, address = from] = /<([^<>]+)>\s*$/.exec(from) ?? []
  return { ...email, from: { name, address }, headers }
}

// Imported with the first email, because it takes a tenth of the time of a start.
const nodemailer = () => import('nodemailer')

type MailerOptions = {
  /** The sender's address. */
  from: string
  service: Service
  log: Logger
  /** Called with whether an email was sent. */
  onResult?: ((isSent: boolean) => void) | undefined
}

/**
 * Creates a mailer that writes emails to files, for use without an SMTP server (design decision 35).
 * It returns false for each: no email was sent.
 * @param folder for the files. Created if missing.
 */
export const outboxMailer = ({
  folder,
  from,
  service,
  log,
  onResult,
}: MailerOptions & { folder: string }): Mailer =>
  createMailer(
    service,
    async (email) => {
      const { about } = email
      const file = join(folder, `${about}.eml`)
      try {
        const { createTransport } = await nodemailer()
        const options = { streamTransport: true, buffer: true, newline: 'windows' } as const
        const { message } = await createTransport(options).sendMail(envelope(email, from))
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFile(file, message, { mode: 0o600 })
        log.warn({ about, file }, 'Email written to the outbox: SMTP_URL is not set')
      } catch (error) {
        log.error({ err: error, about }, 'Email could not be written to the outbox')
      }
      return false
    },
    onResult,
  )

/** Timeout of an attempt. */
const attemptMilliseconds = 10_000

type SmtpOptions = MailerOptions & { url: string; milliseconds?: number }

/**
 * Creates a mailer that sends by SMTP, with one attempt and a timeout each. Failures are logged.
 * With a password, the connection must be encrypted, unless it does not leave this machine.
 * @param url of the SMTP server: `smtp://user:password@host:587` or `smtps://…`.
 */
export const smtpMailer = ({
  url,
  from,
  service,
  log,
  onResult,
  milliseconds = attemptMilliseconds,
}: SmtpOptions): Mailer =>
  createMailer(
    service,
    async (email) => {
      const signal = AbortSignal.timeout(milliseconds)
      try {
        const { createTransport } = await nodemailer()
        await createTransport(withTls(url)).sendMail({ ...envelope(email, from), signal })
        return true
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        const timeout = `no response within ${milliseconds / 1000} seconds`
        log.warn(
          { about: email.about, reason: signal.aborted ? timeout : reason },
          'Email could not be sent',
        )
        return false
      }
    },
    onResult,
  )

/** Adds nodemailer's option `requireTLS` where a password would be sent in plain text. The URL may set it itself. */
function withTls(url: string): string {
  const secure = new URL(url)
  const { protocol, password, hostname, searchParams } = secure
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  if (protocol !== 'smtp:' || password === '' || isLocal || searchParams.has('requireTLS'))
    return url
  searchParams.set('requireTLS', 'true')
  return secure.href
}
