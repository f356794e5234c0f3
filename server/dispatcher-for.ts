import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { systemClock } from './domain/clock.ts'
import type { Store } from './store/store.ts'
import { createDispatcher, type Dispatcher } from './webhooks/dispatcher.ts'
import { createSend } from './webhooks/egress.ts'
import { readNetworks } from './webhooks/public-address.ts'
import { sealFor } from './webhooks/sealed-secret.ts'

/** What brings events to subscribers as the settings say, for the server and for the command line. */
export const dispatcherFor = (
  { egressAllow, webhookSecretKey }: Config,
  store: Store,
  log: Logger,
): Dispatcher =>
  createDispatcher({
    store,
    clock: systemClock,
    log,
    send: createSend({ allowed: readNetworks(egressAllow) }),
    seal: sealFor(webhookSecretKey),
  })
