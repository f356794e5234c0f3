import type { Logger } from 'pino'
import type { Config, ProviderConfig } from '../config.ts'
import { systemClock } from '../domain/clock.ts'
import { toId } from '../domain/ids.ts'
import { type DeliveryObserver, noObserver } from '../events/dispatch/delivery-observer.ts'
import { createDispatcher, type Dispatcher } from '../events/dispatch/dispatcher.ts'
import { sealFor } from '../events/dispatch/sealed-secret.ts'
import { createSendNow, type SendNow } from '../events/dispatch/send-now.ts'
import { createSend } from '../events/egress/egress.ts'
import { readNetworks } from '../events/egress/public-address.ts'
import { type Poller, pollTurns, startPoller } from '../intake/shipstation/poller.ts'
import { shipStationV1 } from '../intake/shipstation/shipstation-v1.ts'
import { createGet, createGetJson } from '../intake/shipstation/shipstation-v1-client.ts'
import { type SyncServices, syncOrders } from '../intake/shipstation/sync.ts'
import type { Store } from '../store/store.ts'

const partsFor = ({ egressAllow, webhookSecretKey }: Config) => ({
  clock: systemClock,
  send: createSend({ allowed: readNetworks(egressAllow) }),
  seal: sealFor(webhookSecretKey),
})

/** What brings events to subscribers as the settings say, for the server and for the command line. */
export const dispatcherFor = (
  config: Config,
  store: Store,
  log: Logger,
  observer: DeliveryObserver = noObserver,
): Dispatcher => createDispatcher({ ...partsFor(config), store, log, observer })

/** What sends an event at once and tells what came of it, as the settings say. */
export const sendNowFor = (config: Config, store: Store): SendNow =>
  createSendNow({ ...partsFor(config), store })

/** What syncing needs, as the settings say, for the server and for the command line. */
export const syncServicesFor = (
  { account, campaign, ...access }: ProviderConfig,
  store: Store,
  dispatcher: Dispatcher,
  log: Logger,
): SyncServices => ({
  store,
  clock: systemClock,
  dispatcher,
  importer: { account: toId('acc', account), campaign: toId('cmp', campaign) },
  provider: shipStationV1(createGetJson({ ...access, get: createGet() })),
  log,
})

/** Polls the provider of the settings until it is stopped. Does not wait for deliveries. */
export const pollProvider = (
  config: ProviderConfig,
  store: Store,
  dispatcher: Dispatcher,
  log: Logger,
): Poller => {
  const unwaited = { ...dispatcher, settled: async () => {} }
  const services = syncServicesFor(config, store, unwaited, log)
  const poll = (signal: AbortSignal) => syncOrders(services, signal)
  const { clock, importer, provider } = services
  const turns = pollTurns({ store, clock, account: importer.account, provider: provider.name })
  return startPoller({ poll, seconds: config.pollSeconds, log, turns })
}
