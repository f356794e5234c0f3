import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { createMailer, senderOf } from './create-mailer.ts'
import type { Mailer } from './mailer.ts'

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
