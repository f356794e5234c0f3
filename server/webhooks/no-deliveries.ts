import type { Logger } from 'pino'
import type { Deliverer } from './deliverer.ts'

/** A deliverer without a network: it says that nothing was sent. */
export const noDeliveries = (log: Logger): Deliverer => ({
  publish: (account, { event }) => {
    log.debug({ account, event }, 'event not delivered: this version sends no webhooks')
  },
  test: async () => ({
    success: false,
    statusCode: null,
    error: 'This version sends no webhooks',
  }),
})
