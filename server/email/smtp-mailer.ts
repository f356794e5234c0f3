import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { createMailer, senderOf } from './create-mailer.ts'
import type { Mailer } from './mailer.ts'

/** Timeout of an attempt. */
export const attemptMilliseconds = 10_000

type Options = {
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
}: Options): Mailer =>
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
