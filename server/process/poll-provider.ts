import type { Logger } from 'pino'
import type { ProviderConfig } from '../config.ts'
import { systemClock } from '../domain/clock.ts'
import { toId } from '../domain/ids.ts'
import type { Dispatcher } from '../events/dispatch/dispatcher.ts'
import { createGet } from '../intake/shipstation/get.ts'
import { pollTurns } from '../intake/shipstation/poll-turns.ts'
import { type Poller, startPoller } from '../intake/shipstation/poller.ts'
import { shipStationV1 } from '../intake/shipstation/shipstation-v1.ts'
import { createGetJson } from '../intake/shipstation/shipstation-v1-client.ts'
import { type SyncServices, syncOrders } from '../intake/shipstation/sync.ts'
import type { Store } from '../store/store.ts'

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
