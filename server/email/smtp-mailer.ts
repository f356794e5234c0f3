import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { createMailer, senderOf } from './create-mailer.ts'
import type { Mailer } from './mailer.ts'

/** Timeout of an attempt. */
const attemptMilliseconds = 10_000

type Options = {
  /** The SMTP server: `smtp://user:password@host:587` or `smtps://…`. */
  url: string
  /** The sender's address. */
  from: string
  log: Logger
  milliseconds?: number
}

/** Returns a promise that rejects after a timeout. */
const deadline = (milliseconds: number) => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new Error(`no response within ${milliseconds / 1000} seconds`)),
    milliseconds,
  )
  return { expired: promise, clear: () => clearTimeout(timer) }
}

/** Creates a mailer that sends by SMTP, with one attempt and a timeout each. Failures are logged. */
export const smtpMailer = ({
  url,
  from,
  log,
  milliseconds = attemptMilliseconds,
}: Options): Mailer =>
  createMailer(async ({ about, senderName, ...email }) => {
    const transport = createTransport(url)
    const { expired, clear } = deadline(milliseconds)
    try {
      await Promise.race([
        transport.sendMail({ from: senderOf(from, senderName), ...email }),
        expired,
      ])
      return true
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      log.warn({ about, reason }, 'email could not be sent')
      return false
    } finally {
      clear()
      transport.close()
    }
  })
