import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { systemClock } from './domain/clock.ts'
import type { Store } from './store/store.ts'
import { type DeliveryObserver, unobserved } from './webhooks/delivery-observer.ts'
import { createDispatcher, type Dispatcher } from './webhooks/dispatcher.ts'
import { createSend } from './webhooks/egress.ts'
import { listenersFolder, listenersIn } from './webhooks/listeners.ts'
import { readNetworks } from './webhooks/public-address.ts'
import { sealFor } from './webhooks/sealed-secret.ts'
import { createSendNow, type SendNow } from './webhooks/send-now.ts'
import { withListeners } from './webhooks/with-listeners.ts'

const partsFor = ({ egressAllow, webhookSecretKey, databaseFile }: Config) => ({
  clock: systemClock,
  send: createSend({ allowed: readNetworks(egressAllow) }),
  seal: sealFor(webhookSecretKey),
  listeners: listenersIn(listenersFolder(databaseFile)),
})

/** What brings events to subscribers as the settings say, for the server and for the command line. */
export const dispatcherFor = (
  config: Config,
  store: Store,
  log: Logger,
  observer: DeliveryObserver = unobserved,
): Dispatcher => {
  const { listeners, ...parts } = partsFor(config)
  const dispatcher = createDispatcher({ ...parts, store, log, observer })
  return withListeners(dispatcher, { ...parts, listeners, log })
}

/** What sends an event at once and tells what came of it, as the settings say. */
export const sendNowFor = (config: Config, store: Store): SendNow =>
  createSendNow({ ...partsFor(config), store })
