import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { uptime } from 'node:os'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { issueKey } from '../actions/issue-key.ts'
import { makeSignInLink } from '../actions/sign-in.ts'
import { type Config, onPort } from '../config.ts'
import { monotonicWithSleep, systemClock } from '../domain/clock.ts'
import { inviteUrl } from '../domain/invite.ts'
import { signInUrl } from '../domain/portal.ts'
import { outboxMailer, smtpMailer } from '../email/mailer.ts'
import { sealFor } from '../events/sealed-secret.ts'
import {
  attachApp,
  closeServer,
  createHttpServer,
  defaultLimits,
  listen,
} from '../http/http-server.ts'
import { matchedRoute } from '../http/router.ts'
import { hasNoAccount, lockDatabase } from '../store/accounts.ts'
import { countWaitingDeliveries } from '../store/delivery-queue.ts'
import { firstUnusedSlug } from '../store/invites.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { compose } from './compose.ts'
import { dispatcherFor, pollProvider } from './create-dispatcher.ts'
import { noteAddress } from './server-address.ts'
import { readTls, reloadTls } from './tls.ts'

/** Returns the folder for emails that cannot be sent. */
const outboxOf = ({ databaseFile }: Config): string => join(dirname(databaseFile), 'outbox')

/** Milliseconds until the server delivers what another process queued and did not deliver. */
const pickUpMilliseconds = 5000

const isLocalhost = (url: string): boolean => /^(.+\.)?localhost$/.test(new URL(url).hostname)

/**
 * Creates the HTTP server from the configuration. It is not listening yet.
 * @throws {ConfigError} when the TLS certificate is not valid.
 */
export const createServer = ({
  keepAliveSeconds,
  maxConnections,
  tls,
  baseUrl,
}: Config): Server => {
  const server = createHttpServer(
    { ...defaultLimits, keepAliveTimeout: keepAliveSeconds * 1000, maxConnections },
    tls && readTls(tls, systemClock()),
  )
  // RFC 6797. Not for `localhost`: browsers apply the header to all ports of a host.
  if (tls && !isLocalhost(baseUrl))
    server.on('request', (_, outgoing) =>
      outgoing.setHeader('Strict-Transport-Security', 'max-age=31536000'),
    )
  return server
}

/**
 * Adds the demo data to an empty database.
 * @returns the demo account with its API key, a link to sign in to the portal and where an invite can be
 * redeemed; undefined if the database is not empty.
 */
const seedIfEmpty = async (store: Store, { baseUrl, redeemUrl }: Config) => {
  if (!(await hasNoAccount(store))) return undefined
  // Imported only if needed, because it reads the demo's files.
  const { seedDemo } = await import('../demo/seed-demo.ts')
  const now = systemClock()
  try {
    return await store.write(async (transaction) => {
      // Several nodes may start on an empty database.
      await lockDatabase(transaction)
      if (!(await hasNoAccount(transaction))) return undefined
      const account = await seedDemo(transaction, now)
      const slug = (await firstUnusedSlug(transaction, account)) ?? ''
      const key = await issueKey(transaction, account, 'demo', now)
      const portalUrl = signInUrl(baseUrl, await makeSignInLink(transaction, account, now))
      return { account, key, portalUrl, inviteUrl: inviteUrl(redeemUrl, slug) }
    })
  } catch (error) {
    // On a slow machine, the transaction of another node may be in the way for too long.
    if (await hasNoAccount(store)) throw error
    return undefined
  }
}

/** Returns what identifies the start of the machine. Empty where the system does not say it. */
const readBoot = (): string => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

/** Milliseconds that a stop waits for clients and subscribers, so that it takes less than ten seconds. */
export const graceMilliseconds = 9000

const mailerFor = (config: Config, log: Logger) => {
  const { smtpUrl, mailFrom: from, service } = config
  return smtpUrl === undefined
    ? outboxMailer({ folder: outboxOf(config), from, service, log })
    : smtpMailer({ url: smtpUrl, from, service, log })
}

/**
 * Opens the store, listens, then adds the demo data to an empty store. In this order, so that the demo
 * key is created only when it can be shown.
 */
export const start = async (given: Config, log: Logger) => {
  const server = createServer(given)
  const store = await openStore(given, { isServer: true })
  /** Ends a start that failed. */
  const fail = async (error: unknown): Promise<never> => {
    await closeServer(server, 0)
    await store.close()
    throw error
  }
  const port = await listen(server, given.port, given.host).catch(fail)
  const config = onPort(given, port)
  const { tls } = config
  noteAddress(config)
  if (config.egressAllow.length > 0)
    log.warn(
      { networks: config.egressAllow },
      'Webhooks may be delivered to these private networks',
    )
  // Imported only if needed, because it takes a tenth of the time of a start.
  const { serveMetrics } =
    config.metricsPort === undefined ? {} : await import('../metrics/metrics.ts')
  const metrics = await serveMetrics?.({
    ...config,
    port: config.metricsPort ?? 0,
    server,
    waiting: () => countWaitingDeliveries(store),
    use: store.serverUse?.bind(store),
    log,
  }).catch(fail)
  const deliverer = dispatcherFor(config, store, log, metrics?.deliveries)
  let isStopping = false
  const { app, save } = compose({
    config,
    store,
    clock: systemClock,
    monotonic: monotonicWithSleep(systemClock, () => performance.now(), uptime),
    boot: readBoot(),
    log,
    deliverer,
    mailer: mailerFor(config, log),
    seal: sealFor(config.webhookSecretKey),
    strict: false,
    accepting: () => !isStopping,
  })
  attachApp(server, app, log, config.trustedProxies)
  metrics?.watch(matchedRoute(app.router))
  void deliverer.pickUp()
  const pickingUp = setInterval(() => void deliverer.pickUp(), pickUpMilliseconds)
  const poller = config.provider && pollProvider(config.provider, store, deliverer, log)
  const demo = config.seedDemo ? await seedIfEmpty(store, config) : undefined
  return {
    /** Where clients reach the server. */
    address: config.baseUrl,
    /** Where the server listens. */
    listensOn: config.listensOn,
    /** Reloads the TLS certificate. Undefined without TLS. */
    reloadTls: tls && (() => reloadTls(server, tls, systemClock, log)),
    /** The demo data, if this start created it. */
    demo,
    /** Whether no account exists. A database that fails does not end the start: `/readyz` reports it. */
    isEmpty: await hasNoAccount(store).catch(() => false),
    /**
     * Makes `/readyz` fail. After SHUTDOWN_DELAY_SECONDS, stops accepting, completes pending requests and
     * deliveries, writes pending counts and closes the store.
     */
    stop: async () => {
      isStopping = true
      const delay = config.shutdownDelaySeconds * 1000
      const late = setTimeout(() => deliverer.giveUp(), delay + graceMilliseconds)
      const polled = poller?.stop()
      await closeServer(server, graceMilliseconds, delay)
      await polled
      clearInterval(pickingUp)
      await deliverer.close()
      clearTimeout(late)
      await save()
      await metrics?.stop()
      await store.close()
    },
  }
}

/** A listening server. */
export type Running = Awaited<ReturnType<typeof start>>
