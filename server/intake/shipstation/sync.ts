import type { Logger } from 'pino'
import type { ImportedOrder } from '../../domain/imported-order.ts'
import { rejectionText } from '../../domain/rejection.ts'
import { findCampaign } from '../../store/campaigns.ts'
import { findImportedOrder } from '../../store/intake/imported-orders.ts'
import { advanceCursor, findCursor } from '../../store/intake/provider-cursors.ts'
import { type Counts, type ImportServices, importBatch } from '../files/import-rows.ts'

/** How an order was shipped. Undefined fields are unknown. */
export type Parcel = Pick<
  ImportedOrder,
  'trackingNumber' | 'carrierCode' | 'shipDate' | 'deliveredAt'
>

/** An order at a provider. */
export type ProviderOrder = {
  /** The provider's id, which can differ from the order number. */
  id: string
  /** The time of the last change, in milliseconds. */
  changedAt: number
  /** The order without its parcel. */
  order: ImportedOrder
  /** What the order says about its parcel. `parcelsOf` returns more. */
  parcel: Parcel
}

/** Changed orders, the oldest change first. */
export type Changes = {
  orders: readonly ProviderOrder[]
  /** Orders that could not be read: number and reason. */
  unreadable: readonly { number: string; reason: string }[]
  /** The time of the last change so far, in milliseconds. Undefined without changes. */
  changedUntil: number | undefined
}

/** A provider that stores and ships orders. */
export type FulfillmentProvider = {
  /** The kind of provider. The sync cursor is stored under this name. */
  readonly name: string
  /**
   * Yields the orders changed since a time in milliseconds, page by page. May include earlier changes.
   * @throws {ProviderError} when a request fails. Pages yielded before remain valid.
   */
  changedSince(since: number, signal: AbortSignal): AsyncIterable<Changes>
  /**
   * Returns the known parcels of shipped orders by order id.
   * @throws {ProviderError} when a request fails.
   */
  parcelsOf(
    orders: readonly ProviderOrder[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Parcel>>
}

/** A failed request to a provider, with a message of one line for the operator. */
export class ProviderError extends Error {
  override name = 'ProviderError'
}

const minute = 60_000
const day = 24 * 60 * minute

/** Days before now at which the first sync starts. */
export const firstDays = 30
/** Each sync starts this long before the last known change: clocks differ, and changes appear late. */
export const overlap = 5 * minute
/** Small, so that the server's other writes do not wait long. */
const batchSize = 25

export type SyncServices = ImportServices & {
  provider: FulfillmentProvider
  log: Logger
}

/** Checks that the configured campaign exists. */
const checkCampaign = async ({ store, importer }: SyncServices): Promise<void> => {
  const { account, campaign } = importer
  if (campaign !== undefined && !(await findCampaign(store, account, campaign)))
    throw new ProviderError(
      `the account ${account} has no campaign ${campaign}; check PROVIDER_ACCOUNT and PROVIDER_CAMPAIGN`,
    )
}

/** Returns whether an order has shipped and its tracking number is not stored yet. */
const needsParcel = async (
  { store, importer }: SyncServices,
  { order }: ProviderOrder,
): Promise<boolean> => {
  if (order.status !== 'SHIPPED') return false
  const ours = await findImportedOrder(store, importer.account, order.sourceOrderNumber)
  return !ours?.trackingNumber
}

const withParcels = async (
  services: SyncServices,
  orders: readonly ProviderOrder[],
  signal: AbortSignal,
): Promise<ImportedOrder[]> => {
  const incomplete = new Set<ProviderOrder>()
  for (const order of orders) if (await needsParcel(services, order)) incomplete.add(order)
  const parcels =
    incomplete.size > 0
      ? await services.provider.parcelsOf([...incomplete], signal)
      : new Map<string, Parcel>()
  return orders.map((each) =>
    incomplete.has(each) ? { ...each.order, ...(parcels.get(each.id) ?? each.parcel) } : each.order,
  )
}

/** Removes a campaign id that is not the account's, so that the default campaign applies. */
const withCampaign = async (
  { store, importer }: SyncServices,
  order: ImportedOrder,
): Promise<ImportedOrder> => {
  const { campaignId } = order
  if (campaignId === undefined || (await findCampaign(store, importer.account, campaignId)))
    return order
  return { ...order, campaignId: undefined }
}

const importChanges = async (
  services: SyncServices,
  { orders, unreadable, changedUntil }: Changes,
  counts: Counts,
  signal: AbortSignal,
): Promise<void> => {
  const { store, provider, importer, log } = services
  const refused = (number: string, reason: string): void => {
    counts.refused++
    log.warn({ provider: provider.name, order: number, reason }, 'order not imported')
  }
  for (const { number, reason } of unreadable) refused(number, reason)
  const complete = await withParcels(services, orders, signal)
  for (let from = 0; from < complete.length; from += batchSize) {
    signal.throwIfAborted()
    const batch: ImportedOrder[] = []
    for (const order of complete.slice(from, from + batchSize))
      batch.push(await withCampaign(services, order))
    const results = await importBatch(services, batch)
    for (const [i, result] of results.entries())
      if (typeof result === 'string') counts[result]++
      else refused(batch[i]?.sourceOrderNumber ?? '', rejectionText(result))
  }
  if (changedUntil !== undefined)
    await store.write((transaction) =>
      advanceCursor(transaction, importer.account, provider.name, changedUntil),
    )
}

/**
 * Imports the changes at a fulfillment provider since the last sync, or since a time in milliseconds.
 * The cursor is stored after every page. Orders that cannot be imported are logged with their numbers.
 * @throws {ProviderError} when a request fails. Earlier pages remain imported.
 */
export const syncOrders = async (
  services: SyncServices,
  signal: AbortSignal,
  since?: number,
): Promise<Counts> => {
  const { store, clock, provider, importer } = services
  await checkCampaign(services)
  const cursor = await findCursor(store, importer.account, provider.name)
  const from = since ?? (cursor === undefined ? clock() - firstDays * day : cursor - overlap)
  const counts: Counts = { created: 0, updated: 0, unchanged: 0, refused: 0 }
  for await (const changes of provider.changedSince(from, signal))
    await importChanges(services, changes, counts, signal)
  return counts
}
