import type { Logger } from 'pino'
import type { Mailer } from './mailer.ts'

/** A mailer without a mail server: it says that nothing was sent. */
export const noMail = (log: Logger): Mailer => ({
  sendInvite: async ({ _id }) => {
    log.warn({ invite: _id }, 'invite not e-mailed: this version sends no e-mail')
    return false
  },
})
