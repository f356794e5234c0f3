import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { type Mailer, outboxMailer, smtpMailer } from '../email/mailer.ts'

/** Creates a mailer by the settings. @param onResult called with whether an email was sent. */
export const createMailerFor = (
  { smtpUrl, mailFrom: from, service, databaseFile }: Config,
  log: Logger,
  onResult?: (isSent: boolean) => void,
): Mailer => {
  const options = { from, service, log, onResult }
  return smtpUrl === undefined
    ? outboxMailer({ folder: join(dirname(databaseFile), 'outbox'), ...options })
    : smtpMailer({ url: smtpUrl, ...options })
}
