import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import type { Config, ProviderConfig } from '../config.ts'
import { DeliveryError } from '../deliveries/attempt-delivery.ts'
import {
  createDispatcher,
  type DeliveryObserver,
  type Dispatcher,
} from '../deliveries/dispatcher.ts'
import { createSend, readNetworks } from '../deliveries/egress.ts'
import { sealFor } from '../deliveries/sealed-secret.ts'
import { systemClock } from '../domain/clock.ts'
import { toId } from '../domain/ids.ts'
import { type Mailer, outboxMailer, smtpMailer } from '../email/mailer.ts'
import { Client } from '../imports/shipstation/client.ts'
import type { SyncServices } from '../imports/shipstation/sync-orders.ts'
import type { Store } from '../store/store.ts'

export const dispatcherFor = (
  config: Config,
  store: Store,
  log: Logger,
  mailer: Mailer,
  observer?: DeliveryObserver,
): Dispatcher =>
  createDispatcher({
    ...attemptOptionsFor(config),
    store,
    log,
    // Two containers can have one host name and port, and would take each other's claims for those of an earlier start.
    server: config.postgres ? `${nodeName(config)} ${randomUUID()}` : nodeName(config),
    warn: (warning) => void mailer.sendFailureWarning(warning, config.baseUrl),
    ...(observer && { observer }),
  })

/** Returns the name of this server among those of a PostgreSQL database. A SQLite file has one. */
export function nodeName({ postgres, port }: Config): string {
  return postgres ? `${hostname()}:${port}` : 'server'
}

/** Returns how attempts are made, by the settings. */
export function attemptOptionsFor(config: Config) {
  const { egressAllow, isDelivering, webhookSecretKey, webhookSecretKeyOld } = config
  return {
    clock: systemClock,
    send: isDelivering ? createSend({ allowed: readNetworks(egressAllow) }) : sendNothing,
    seal: sealFor(webhookSecretKey, webhookSecretKeyOld),
  }
}

const sendNothing = () => Promise.reject(new DeliveryError('DELIVERIES is off'))

/** Creates a mailer by the settings. @param onResult called with whether an email was sent. */
export const mailerFor = (
  { smtpUrl, mailFrom: from, service, databaseFile }: Config,
  log: Logger,
  onResult?: (isSent: boolean) => void,
): Mailer => {
  const options = { from, service, log, onResult }
  return smtpUrl === undefined
    ? outboxMailer({ folder: join(dirname(databaseFile), 'outbox'), ...options })
    : smtpMailer({ url: smtpUrl, ...options })
}

export const syncServicesFor = (
  { account, campaign, unknownSku, ...access }: ProviderConfig,
  store: Store,
  dispatcher: SyncServices['dispatcher'],
  log: Logger,
  stockFrom?: number,
): SyncServices => ({
  store,
  clock: systemClock,
  dispatcher,
  importer: {
    account: toId('acc', account),
    campaign: toId('cmp', campaign),
    unknownSku,
    stockFrom,
  },
  client: new Client(access),
  log,
})
