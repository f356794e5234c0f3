import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ImportedOrder } from '../../domain/imported-order.ts'
import { rejectionText } from '../../domain/rejection.ts'
import { findCampaign } from '../../store/campaigns.ts'
import { findImportedOrder } from '../../store/orders.ts'
import { advanceCursor, findCursor, takePollTurn } from '../../store/provider-polls.ts'
import { type Counts, type ImportServices, importBatch, noCounts } from '../files/import-rows.ts'
import { type Changes, type Client, ProviderError } from './client.ts'
import type { Parcel, ProviderOrder } from './mapping.ts'

/** The kind of provider. The sync cursor and the turn of polling are stored under this name. */
const provider = 'shipstation-v1'

const minute = 60_000
const day = 24 * 60 * minute

/** Days before now at which the first sync starts. */
const firstDays = 30
/** Each sync starts this long before the last known change: clocks differ, and changes appear late. */
export const overlap = 5 * minute
/** Small, so that the server's other writes do not wait long. */
const batchSize = 25

export type SyncServices = ImportServices & { client: Client; log: Logger }

const unknownParcel: Parcel = {
  trackingNumber: undefined,
  carrierCode: undefined,
  shipDate: undefined,
  deliveredAt: undefined,
}

/** Adds parcels to the orders that have shipped and whose tracking number is not stored yet. */
const withParcels = async (
  { store, importer, client }: SyncServices,
  orders: readonly ProviderOrder[],
  signal: AbortSignal,
): Promise<ImportedOrder[]> => {
  const incomplete = new Set<ProviderOrder>()
  for (const each of orders) {
    if (each.order.status !== 'SHIPPED') continue
    const ours = await findImportedOrder(store, importer.account, each.order.sourceOrderNumber)
    if (!ours?.trackingNumber) incomplete.add(each)
  }
  const parcels =
    incomplete.size > 0
      ? await client.parcelsOf([...incomplete], signal)
      : new Map<string, Parcel>()
  return orders.map((each) => {
    const parcel = incomplete.has(each) ? (parcels.get(each.id) ?? each.parcel) : unknownParcel
    return { ...each.order, ...parcel }
  })
}

const importChanges = async (
  services: SyncServices,
  { orders, unreadable, changedUntil }: Changes,
  counts: Counts,
  signal: AbortSignal,
): Promise<void> => {
  const { store, importer, log } = services
  const { account } = importer
  const refused = (number: string, reason: string): void => {
    counts.refused++
    log.warn({ provider, order: number, reason }, 'Order not imported')
  }
  for (const { number, reason } of unreadable) refused(number, reason)
  const complete = await withParcels(services, orders, signal)
  for (const order of complete) {
    // If the campaign is not the account's, the default campaign applies.
    if (order.campaignId !== undefined && !(await findCampaign(store, account, order.campaignId)))
      order.campaignId = undefined
  }
  for (let from = 0; from < complete.length; from += batchSize) {
    signal.throwIfAborted()
    const batch = complete.slice(from, from + batchSize)
    const results = await importBatch(services, batch)
    for (const [i, result] of results.entries())
      if (typeof result === 'string') counts[result]++
      else refused(batch[i]?.sourceOrderNumber ?? '', rejectionText(result))
  }
  if (changedUntil !== undefined)
    await store.write((transaction) => advanceCursor(transaction, account, provider, changedUntil))
}

/**
 * Imports the changes at the provider since the last sync, or since a time in milliseconds.
 * The cursor is stored after every page. Orders that cannot be imported are logged with their numbers.
 * @throws {ProviderError} when a request fails. Earlier pages remain imported.
 */
export const syncOrders = async (
  services: SyncServices,
  signal: AbortSignal,
  since?: number,
): Promise<Counts> => {
  const { store, clock, client, importer } = services
  const { account, campaign } = importer
  if (campaign !== undefined && !(await findCampaign(store, account, campaign)))
    throw new ProviderError(
      `the account ${account} has no campaign ${campaign}; check PROVIDER_ACCOUNT and PROVIDER_CAMPAIGN`,
    )
  const cursor = await findCursor(store, account, provider)
  const from = since ?? (cursor === undefined ? clock() - firstDays * day : cursor - overlap)
  const counts = noCounts()
  for await (const changes of client.changedSince(from, signal))
    await importChanges(services, changes, counts, signal)
  return counts
}

/** Another node takes over when the one that polls has not extended its turn for so long. */
export const turnMilliseconds = 60_000
/** The longest pause in seconds after repeated failures. */
export const maxSeconds = 3600

/** A loop that polls until it is stopped. */
export type Poller = {
  /** Stops after the current batch of orders. */
  stop(): Promise<void>
}

/**
 * Polls now and then every so many seconds, one poll at a time. A failed poll is logged and doubles the
 * pause before the next one.
 *
 * One of several nodes polls at a time. It extends its turn, which is kept in the database, regularly, so
 * that of a node that hangs or was killed ends. If it polls again then, two nodes may poll at once: imports
 * are idempotent.
 */
export const startPoller = (
  services: SyncServices,
  seconds: number,
  wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
    sleep(milliseconds, undefined, { signal, ref: false }),
): Poller => {
  const { store, clock, importer, log } = services
  const node = randomUUID()
  const stopping = new AbortController()
  const { signal } = stopping
  let failures = 0

  /** Keeps the other nodes from polling for so many milliseconds. Returns when another's turn ends. */
  const takeTurn = (milliseconds: number): Promise<number | undefined> => {
    const now = clock()
    const turn = { account: importer.account, provider, node, now, nextAt: now + milliseconds }
    return store.write((transaction) => takePollTurn(transaction, turn))
  }

  const syncInTurn = async (): Promise<void> => {
    const extending = setInterval(() => {
      // If it fails, the turn ends, and so does the poll, by the same failure.
      takeTurn(turnMilliseconds).catch(() => {})
    }, turnMilliseconds / 3).unref()
    try {
      const counts = await syncOrders(services, signal)
      const level = counts.created + counts.updated + counts.refused > 0 ? 'info' : 'debug'
      log[level](counts, 'Orders synced with the provider')
    } finally {
      clearInterval(extending)
    }
  }

  /** Polls if no other node does. Returns the seconds until the next attempt. */
  const pollOnce = async (): Promise<number> => {
    try {
      const nextAt = await takeTurn(turnMilliseconds)
      if (nextAt !== undefined) return Math.min(Math.max(nextAt - clock(), 1) / 1000, seconds)
      await syncInTurn()
      failures = 0
    } catch (error) {
      if (signal.aborted) return 0
      failures++
      const reason = error instanceof ProviderError ? { reason: error.message } : { err: error }
      log.warn({ ...reason, failures }, 'Orders could not be synced with the provider')
    }
    // If this fails, the turn ends by itself.
    await takeTurn(seconds * 1000).catch(() => {})
    return Math.max(seconds, Math.min(seconds * 2 ** failures, maxSeconds))
  }

  const pollUntilStopped = async (): Promise<void> => {
    while (!signal.aborted) {
      const pause = await pollOnce()
      // A stop rejects the wait.
      await wait(pause * 1000, signal).catch(() => {})
    }
    await takeTurn(0).catch(() => {})
  }

  const done = pollUntilStopped()
  return {
    stop: () => {
      stopping.abort()
      return done
    },
  }
}
