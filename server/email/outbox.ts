import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { Mailer } from './mailer.ts'
import { mailerBy } from './mails.ts'

type Options = {
  /** Where the mails are put; made if it is not there. */
  folder: string
  from: string
  log: Logger
}

/**
 * Puts what would be e-mailed into a folder, for who has no mail server (design decision 35). Nothing
 * was sent, and that is what it says.
 */
export const outbox = ({ folder, from, log }: Options): Mailer => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return mailerBy(async ({ about, ...mail }) => {
    const file = join(folder, `${about}.eml`)
    try {
      const { message: eml } = await transport.sendMail({ from, ...mail })
      await mkdir(folder, { recursive: true })
      await writeFile(file, eml)
      log.warn({ about, file }, 'no SMTP_URL is set: a mail is in the outbox')
    } catch (error) {
      log.error({ err: error, about }, 'the outbox cannot be written')
    }
    return false
  })
}
