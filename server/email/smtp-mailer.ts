import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { Mailer } from './mailer.ts'
import { mailerBy } from './mails.ts'

/** One attempt takes no longer. */
const attemptMilliseconds = 10_000

type Options = {
  /** Where the mail server is: `smtp://user:password@host:587` or `smtps://…`. */
  url: string
  /** Who the mail is from. */
  from: string
  log: Logger
  milliseconds?: number
}

/** Rejects once an attempt has had its time. */
const deadline = (milliseconds: number) => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new Error(`no answer within ${milliseconds / 1000} seconds`)),
    milliseconds,
  )
  return { expired: promise, clear: () => clearTimeout(timer) }
}

/** E-mails by SMTP: one attempt each, over when its time is. What fails is logged, and told by false. */
export const smtpMailer = ({
  url,
  from,
  log,
  milliseconds = attemptMilliseconds,
}: Options): Mailer =>
  mailerBy(async ({ about, ...mail }) => {
    const transport = createTransport(url)
    const { expired, clear } = deadline(milliseconds)
    try {
      await Promise.race([transport.sendMail({ from, ...mail }), expired])
      return true
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      log.warn({ about, reason }, 'a mail could not be sent')
      return false
    } finally {
      clear()
      transport.close()
    }
  })
