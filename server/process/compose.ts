import type { Logger } from 'pino'
import type { Operations } from '../../generated/operations.ts'
import { webhookExamples } from '../../generated/webhook-examples.ts'
import { createActions } from '../actions/actions.ts'
import type { Config } from '../config.ts'
import type { Deliverer } from '../deliveries/dispatcher.ts'
import { pastEventOf } from '../deliveries/past-events.ts'
import { testEvent } from '../deliveries/payloads.ts'
import { type Seal, sealFor } from '../deliveries/sealed-secret.ts'
import { drawPicture } from '../demo/draw-picture.ts'
import type { Clock, MonotonicClock } from '../domain/clock.ts'
import type { AccountId } from '../domain/ids.ts'
import type { Mailer } from '../email/mailer.ts'
import { apiLog, faultReporter, operationOf } from '../http/access-log.ts'
import { buildApp, type ExtendApp } from '../http/app.ts'
import { createKeys } from '../http/auth.ts'
import type { Call } from '../http/call.ts'
import { clientAddress } from '../http/client-address.ts'
import type { ReportResponse } from '../http/edge.ts'
import { memoryCounts, unloggedCounts } from '../http/rate-limit/memory-counts.ts'
import {
  cachedRead,
  createRateLimiter,
  networkTiers,
  type RequestCounts,
} from '../http/rate-limit/rate-limiter.ts'
import { sharedCounts } from '../http/rate-limit/shared-counts.ts'
import { textHandlers } from '../http/static-text.ts'
import { createOperations } from '../operations/index.ts'
import type { Services } from '../operations/services.ts'
import { mountPortal } from '../sites/portal/mount-portal.ts'
import { mountRedemption } from '../sites/redemption/mount-redemption.ts'
import { mountSupport } from '../sites/support/mount-support.ts'
import { type ApiRequest, recordRequests } from '../store/api-requests.ts'
import { listNetworkTiers } from '../store/network-tiers.ts'
import type { Store } from '../store/store.ts'
import { createWriteBehind } from '../store/write-behind.ts'
import { levelsOfErrors } from './log.ts'
import { textReaders } from './served-texts.ts'

export type Parts = {
  config: Config
  store: Store
  clock: Clock
  /** The rate limit's clock, which counts from the start of the machine. Default: `clock`, for PostgreSQL's too. */
  monotonic?: MonotonicClock
  /** Identifies the start of the machine. Default: unknown. */
  boot?: string
  log: Logger
  deliverer: Deliverer
  mailer: Mailer
  /** Encrypts signing secrets. Default: none. */
  seal?: Seal
  /** Counts requests for the rate limit. Default: where the store keeps them. */
  counts?: RequestCounts
  /** Whether a reply with an undeclared field is an error. Otherwise the field is dropped. */
  strict: boolean
  /** Whether the server is not stopping, for `/readyz`. Default: always. */
  accepting?: () => boolean
  /** Registers middleware and routes of your own. */
  extend?: ExtendApp
  /** Creates the operations. Default: the real ones. */
  operations?: (services: Services) => Operations<Call>
}

export const compose = (parts: Parts) => {
  const { config, store, clock, log, deliverer, mailer, strict } = parts
  const { operations = createOperations, seal = sealFor(), monotonic = clock } = parts
  const { accepting = () => true } = parts
  const levelOf = levelsOfErrors()
  const onError = (error: unknown) =>
    log[levelOf(error)](error, 'Request log could not be written; counts are kept and retried')
  const rateLimiter = createRateLimiter({
    limit: config.rateLimit,
    windowSeconds: config.windowSeconds,
    clock,
    counts: parts.counts ?? countsOf(parts, onError),
    tiers: networkTiers(() => listNetworkTiers(store), monotonic),
  })
  const keys = createKeys({
    store,
    clock,
    monotonic,
    onError: (error) =>
      log[levelOf(error)](
        error,
        'Uses of API keys could not be written; they are kept and retried',
      ),
  })
  const requests = keepRequests(store, clock, (error) =>
    log[levelOf(error)](error, 'Requests for the portal could not be written'),
  )
  const logRequest = apiLog(log, clock)
  // Anyone may ask, and a check writes.
  const isReady = cachedRead(() => store.isReady(), monotonic)
  const actions = createActions(store, deliverer, clock)
  const { redeemUrl, cdnUrl, baseUrl, service } = config
  const onFault = faultReporter(log, levelOf)
  const addressOf = clientAddress(config.trustedProxies)
  // Each server counts alone: no person reaches the limit, and a stranger with an invite link is stopped.
  const pages = unloggedCounts(60, monotonic)
  const allows = async (context: Parameters<typeof addressOf>[0]) =>
    (await pages.take(addressOf(context), config.pageRateLimit)).allowed
  const signIn = { allows, store, clock, mailer, baseUrl, service, onFault }
  const app = buildApp({
    operations: operations({ store, actions, clock, deliverer, mailer, seal, redeemUrl, cdnUrl }),
    strict,
    extend: parts.extend,
    corsOrigins: config.corsOrigins,
    rateLimiter,
    authenticate: keys.authenticate,
    authenticateTiered: keys.authenticateTiered,
    clientAddress: addressOf,
    onFault,
    onResponse: (answered) => {
      logRequest(answered)
      requests.note(answered)
    },
    sites: [
      mountRedemption({ store, actions, clock, redeemUrl, cdnUrl, service, allows, onFault }),
      mountPortal({
        ...signIn,
        actions,
        redeemUrl,
        testWebhook: (account, webhook, event) => {
          const payload = event === 'webhook.test' ? testEvent(clock()) : webhookExamples[event]
          return deliverer.sendNow(account, webhook, payload)
        },
        sendAgain: async (account, webhook, { event, subject }) => {
          const payload = await pastEventOf(store, account, event, subject)
          return payload && deliverer.sendNow(account, webhook, payload)
        },
        seal: (secret) => seal.seal(secret),
      }),
      mountSupport({ ...signIn, log, emails: config.supportEmails }),
    ],
    pages: pagesOf(config, async () => accepting() && (await isReady())),
  })
  /** Writes pending counts of requests, the requests, and uses of keys. Call it before closing the store. */
  const save = async () => {
    await Promise.all([rateLimiter.save(), keys.save(), requests.save()])
  }
  return { app, rateLimiter, actions, save }
}

/** Requests of an account in a second that are kept. */
const maxPerSecond = 100

/**
 * Keeps the requests of each account for its portal. A request itself writes nothing: they are written once a second.
 * @param onError called when requests cannot be written. They are not kept.
 */
function keepRequests(store: Store, clock: Clock, onError: (error: unknown) => void) {
  let noted = new Map<AccountId, ApiRequest[]>()
  const writeBehind = createWriteBehind(async () => {
    const written = noted
    noted = new Map()
    for (const [account, requests] of written)
      await store.write((transaction) => recordRequests(transaction, account, requests))
  }, onError)
  const note: ReportResponse = ({ context, requestId, call, status, milliseconds }) => {
    if (!call) return
    const own = noted.get(call.account) ?? []
    if (own.length === maxPerSecond) return
    own.push({
      requestId,
      key: call.key,
      operation: operationOf(context) ?? '',
      status,
      at: clock(),
      milliseconds: Math.round(milliseconds),
    })
    noted.set(call.account, own)
    writeBehind.schedule()
  }
  return { note, save: writeBehind.flush }
}

/** Counts requests where the store keeps them. @param onError called when counts cannot be written. */
function countsOf(parts: Parts, onError: (error: unknown) => void): RequestCounts {
  const { config, store, clock, monotonic, boot = '' } = parts
  const { windowSeconds } = config
  const { requests } = store
  if ('take' in requests)
    return sharedCounts({
      windowSeconds,
      clock: monotonic ? undefined : clock,
      shared: requests,
    })
  const clocks = { clock, monotonic: monotonic ?? clock, boot }
  return memoryCounts({ windowSeconds, clocks, log: requests, onError })
}

/** Returns the pages that need no key. @param ready returns whether the server can serve requests. */
export function pagesOf({ baseUrl }: Config, ready: () => Promise<boolean>) {
  return {
    texts: textHandlers(textReaders(baseUrl)),
    docs: `${new URL(baseUrl).pathname.replace(/\/$/, '')}/docs`,
    ready,
    picture: drawPicture,
  }
}
