import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { uptime } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import packageJson from '../../package.json' with { type: 'json' }
import { issueKey } from '../actions/issue-key.ts'
import { makeSignInLink, signOutSupport } from '../actions/sign-in.ts'
import { type Config, ConfigError, onPort, type ProviderConfig } from '../config.ts'
import { countSealed, sealFor } from '../deliveries/sealed-secret.ts'
import { monotonicClock, monotonicWithSleep, systemClock } from '../domain/clock.ts'
import { toId } from '../domain/ids.ts'
import { inviteUrl } from '../domain/invite.ts'
import { signInUrl } from '../domain/sign-in-link.ts'
import { matchedRoute } from '../http/access-log.ts'
import {
  attachApp,
  closeServer,
  createHttpServer,
  defaultLimits,
  type Identity,
  listen,
} from '../http/http-server.ts'
import { cachedRead } from '../http/rate-limit/rate-limiter.ts'
import { startPoller } from '../imports/shipstation/start-poller.ts'
import { findAccount, hasNoAccount } from '../store/accounts.ts'
import { type Backlog, readBacklog } from '../store/backlog.ts'
import { findCampaign } from '../store/campaigns.ts'
import { firstUnusedSlug } from '../store/invites.ts'
import { lockDatabase } from '../store/migrate.ts'
import { openStore } from '../store/open-store.ts'
import { type Store, StoreError } from '../store/store.ts'
import { compose } from './compose.ts'
import { dispatcherFor, mailerFor, syncServicesFor } from './parts-from-config.ts'
import { noteAddress } from './server-address.ts'
import { expiryOf, readTls, reloadTls } from './tls.ts'

/** Milliseconds until the server delivers what a command has queued, or another server has left. */
const pickUpMilliseconds = 1000

/** Milliseconds that a stop waits for clients and subscribers, so that it takes less than ten seconds. */
export const graceMilliseconds = 9000

/** Milliseconds after that for the last writes of counts and results. */
const savingMilliseconds = 4000

export type Running = Awaited<ReturnType<typeof start>>

/**
 * Opens the store, listens, then adds the demo data to an empty store. In this order, so that the demo
 * key is created only when it can be shown.
 */
export async function start(given: Config, log: Logger) {
  const state: State = {
    isStopping: false,
    identity: given.tls && readTls(given.tls, systemClock()),
  }
  const server = createServer(given, state.identity)
  const store = await openStore(given, { isServer: true })
  const fail = async (error: unknown): Promise<never> => {
    await closeServer(server, 0)
    await store.close()
    throw error
  }
  // People who were removed from SUPPORT_EMAILS would come back with the setting.
  await store
    .write((transaction) => signOutSupport(transaction, given.supportEmails))
    .catch(() => {})
  const seal = sealFor(given.webhookSecretKey, given.webhookSecretKeyOld)
  // Later, each of their deliveries would fail. A database that fails is reported by `/readyz`.
  const sealed = await countSealed(store, seal).catch(() => 0)
  if (sealed > 0) await fail(new ConfigError(sealedText(sealed)))
  const unknown = await problemOfProvider(store, given.provider).catch(() => undefined)
  if (unknown !== undefined) await fail(new ConfigError(unknown))
  const port = await listen(server, given.port, given.host).catch(fail)
  const config = onPort(given, port)
  const { tls } = config
  noteAddress(config)
  if (config.egressAllow.length > 0)
    log.warn(
      { networks: config.egressAllow },
      'Webhooks may be delivered to these private networks',
    )
  if (!config.isLocal && config.webhookSecretKey === undefined) log.warn(plainSecrets)
  const { baseUrl } = config
  if (/:\/\/(?:0\.0\.0\.0|\[::\])/.test(baseUrl)) log.warn({ baseUrl }, noAddress)
  if (!config.isDelivering) log.warn(noDeliveries)
  const { unsafeSettings: settings = [] } = store
  if (settings.length > 0) log.warn({ settings }, unsafeSettings)
  const metrics = await startMetrics({ config, server, store, log, state }).catch(fail)
  const mailer = mailerFor(config, log, metrics?.email)
  const deliverer = dispatcherFor(config, store, log, mailer, metrics?.deliveries)
  const { app, save } = compose({
    config,
    store,
    clock: systemClock,
    monotonic: monotonicWithSleep(systemClock, monotonicClock, uptime),
    boot: readBoot(),
    log,
    deliverer,
    mailer,
    seal,
    strict: false,
    accepting: () => !state.isStopping,
  })
  attachApp(server, app, log, config.trustedProxies)
  metrics?.watch(matchedRoute(app.router))
  if (!config.isDelivering) void deliverer.close()
  const pickUp = () => {
    if (config.isDelivering) void deliverer.pickUp()
  }
  pickUp()
  const pickingUp = setInterval(pickUp, pickUpMilliseconds)
  const provider = config.isDelivering ? config.provider : undefined
  const poller =
    provider && startPoller(syncServicesFor(provider, store, deliverer, log), provider.pollSeconds)
  const demo = config.seedDemo ? await seedIfEmpty(store, config) : undefined
  return {
    /** Where clients reach the server. */
    address: config.baseUrl,
    listensOn: config.listensOn,
    /** Reloads the TLS certificate. Undefined without TLS. */
    reloadTls:
      tls &&
      (() => {
        state.identity = reloadTls(server, tls, systemClock, log) ?? state.identity
      }),
    /** Whether webhooks are delivered and the provider is polled. */
    isDelivering: config.isDelivering,
    demo,
    /** Whether no account exists. A database that fails does not end the start: `/readyz` reports it. */
    isEmpty: await hasNoAccount(store).catch(() => false),
    /**
     * Makes `/readyz` fail. After SHUTDOWN_DELAY_SECONDS, stops accepting, completes pending requests and
     * deliveries, writes pending counts and closes the store.
     */
    stop: async () => {
      state.isStopping = true
      const delay = config.shutdownDelaySeconds * 1000
      const late = setTimeout(() => deliverer.giveUp(), delay + graceMilliseconds)
      const end = async () => {
        const polled = poller?.stop()
        await closeServer(server, graceMilliseconds, delay)
        await polled
        clearInterval(pickingUp)
        await deliverer.close()
        clearTimeout(late)
        await save()
        await metrics?.stop()
        await store.close()
      }
      const patience = delay + graceMilliseconds + savingMilliseconds
      const isLate = sleep(patience, true, { ref: false })
      if (await Promise.race([end(), isLate])) throw new StoreError(notSaved)
    },
  }
}

type State = { isStopping: boolean; identity: Identity | undefined }

type MetricsParts = { config: Config; server: Server; store: Store; log: Logger; state: State }

async function startMetrics({ config, server, store, log, state }: MetricsParts) {
  if (config.metricsPort === undefined) return undefined
  // Imported only if needed, because it takes a tenth of the time of a start.
  const { serveMetrics } = await import('../metrics/metrics.ts')
  return serveMetrics({
    ...config,
    port: config.metricsPort,
    server,
    version: packageJson.version,
    read: cachedRead(async () => {
      const ready = !state.isStopping && (await store.isReady()) ? 1 : 0
      const backlog = await readBacklog(store, systemClock())
      return { ready, ...(backlog && readingsOf(backlog, config.provider)) }
    }, monotonicClock),
    certificateExpires: () => state.identity && expiryOf(state.identity) / 1000,
    use: store.serverUse,
    log,
  })
}

const noAddress =
  'BASE_URL is not set: links, pictures and the docs have an address that other machines do not reach'

const plainSecrets =
  'WEBHOOK_SECRET_KEY is not set: signing secrets are stored in plain text. Set it, then run: merch webhooks reseal'

const unsafeSettings =
  'PostgreSQL may lose acknowledged writes if its machine crashes. Turn these settings on in postgresql.conf'

/** A copy of production must not act in its place. */
export const noDeliveries =
  'DELIVERIES is off: no webhooks are sent, and the provider is not polled'

/** Returns what is wrong with the account and campaign of a provider, if anything. */
async function problemOfProvider(store: Store, provider: ProviderConfig | undefined) {
  if (!provider) return undefined
  const account = toId('acc', provider.account)
  if (!(await findAccount(store, account)))
    return `PROVIDER_ACCOUNT must be the ID of an account, not "${account}". To list accounts, run: merch accounts list`
  if (!(await findCampaign(store, account, toId('cmp', provider.campaign))))
    return `PROVIDER_CAMPAIGN must be the ID of a campaign of the account, not "${provider.campaign}". To list campaigns, run: merch campaigns list --account ${account}`
  return undefined
}

/** Each write at the stop may wait for a lock of another process for as long as any write. */
const notSaved =
  'The stop took too long. The database did not take the last counts of requests and results of deliveries. Look for another process that locks it.'

function sealedText(sealed: number): string {
  return `WEBHOOK_SECRET_KEY must be the key that encrypted the signing secrets. ${sealed} of them cannot be read.
To change the key, set WEBHOOK_SECRET_KEY_OLD to the old one, and run: merch webhooks reseal`
}

/** Returns the id of the machine's start. Empty where the system does not say it. */
function readBoot(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

/** Returns what Prometheus reads of the work that waits. With a provider, the last sync is at 0 before the first one. */
function readingsOf(backlog: Backlog, provider: ProviderConfig | undefined) {
  const { deliveries, orders, oldest, problems, synced } = backlog
  return {
    deliveries,
    orders,
    deliveries_oldest_seconds: oldest === null ? 0 : (systemClock() - oldest) / 1000,
    import_problems: problems,
    last_sync_timestamp_seconds: synced === null && !provider ? undefined : (synced ?? 0) / 1000,
  }
}

/**
 * Adds the demo data to an empty database.
 * @returns the demo account with its API key, a sign-in link and the URL of an invite; undefined if the database is not
 * empty.
 */
async function seedIfEmpty(store: Store, { baseUrl, redeemUrl }: Config) {
  if (!(await hasNoAccount(store))) return undefined
  // Imported only if needed, because it reads the demo's files.
  const { seedDemo } = await import('../demo/seed-demo.ts')
  const now = systemClock()
  for (let attempt = 1; ; attempt++)
    try {
      return await store.write(async (transaction) => {
        // Several nodes may start on an empty database.
        await lockDatabase(transaction)
        if (!(await hasNoAccount(transaction))) return undefined
        const account = await seedDemo(transaction, now)
        const slug = (await firstUnusedSlug(transaction, account)) ?? ''
        const key = await issueKey(transaction, account, 'demo', now)
        const portalUrl = signInUrl(baseUrl, await makeSignInLink(transaction, { account }, now))
        return { account, key, portalUrl, inviteUrl: inviteUrl(redeemUrl, slug) }
      })
    } catch (error) {
      // On a slow machine, another node creates the data for longer than a statement may wait for its lock.
      if (!(await hasNoAccount(store))) return undefined
      if (attempt === seedAttempts) throw error
    }
}

/** Attempts to add the demo data. PostgreSQL ends each that waits for four seconds. */
const seedAttempts = 8

/** Creates the HTTP server from the configuration. It is not listening yet. */
function createServer(config: Config, identity: Identity | undefined): Server {
  const { keepAliveSeconds, maxConnections, maxConnectionsPerAddress, baseUrl } = config
  const server = createHttpServer(
    {
      ...defaultLimits,
      keepAliveTimeout: keepAliveSeconds * 1000,
      maxConnections,
      maxConnectionsPerAddress,
    },
    identity,
    config.trustedProxies,
  )
  // RFC 6797. Not for `localhost`: browsers apply the header to all ports of a host.
  if (identity && !/^(.+\.)?localhost$/.test(new URL(baseUrl).hostname))
    server.on('request', (_, outgoing) =>
      outgoing.setHeader('Strict-Transport-Security', 'max-age=31536000'),
    )
  return server
}
