import type { Logger } from 'pino'
import type { ImportedOrder } from '../../domain/imported-order.ts'
import { refusalText } from '../../domain/refusal.ts'
import { findCampaign } from '../../store/campaigns.ts'
import { findImportedOrder } from '../../store/imported-orders.ts'
import { advanceCursor, findCursor } from '../../store/provider-cursors.ts'
import { type ImportServices, importBatch } from '../files/import-batch.ts'
import type { Counts } from '../files/import-rows.ts'
import {
  type Changes,
  type FulfillmentProvider,
  type Parcel,
  ProviderError,
  type ProviderOrder,
} from './fulfillment-provider.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** How far back the first sync goes. */
const firstDays = 30
/** Every sync begins a little before the last change that is known: clocks differ, and news is late. */
const overlap = 5 * minute
/** So few that the server's own writes between them do not wait. */
const batchSize = 25

export type SyncServices = ImportServices & {
  provider: FulfillmentProvider
  log: Logger
}

/** Our side must be there before anything of theirs can be imported. */
const checkPlace = async ({ store, importer }: SyncServices): Promise<void> => {
  const { account, campaign } = importer
  if (campaign !== undefined && !(await findCampaign(store, account, campaign)))
    throw new ProviderError(
      `the account ${account} has no campaign ${campaign}: mend PROVIDER_ACCOUNT or PROVIDER_CAMPAIGN`,
    )
}

/** What of ours does not know its parcel yet though it has left. */
const wantsParcel = async (
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
  const wanting = new Set<ProviderOrder>()
  for (const order of orders) if (await wantsParcel(services, order)) wanting.add(order)
  const parcels =
    wanting.size > 0
      ? await services.provider.parcelsOf([...wanting], signal)
      : new Map<string, Parcel>()
  return orders.map((each) =>
    wanting.has(each) ? { ...each.order, ...(parcels.get(each.id) ?? each.parcel) } : each.order,
  )
}

/** An order names its campaign if it names one of ours; else it goes where all go. */
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
    log.warn({ provider: provider.name, order: number, reason }, 'an order is not imported')
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
      else refused(batch[i]?.sourceOrderNumber ?? '', refusalText(result))
  }
  if (changedUntil !== undefined)
    await store.write((transaction) =>
      advanceCursor(transaction, importer.account, provider.name, changedUntil),
    )
}

/**
 * Imports what changed at a fulfillment provider since the last time, or since a time in
 * milliseconds; how far it came is kept after every page. What cannot be imported is logged with its
 * number.
 * @throws {ProviderError} when the provider cannot be asked: what came before is imported.
 */
export const syncOrders = async (
  services: SyncServices,
  signal: AbortSignal,
  since?: number,
): Promise<Counts> => {
  const { store, clock, provider, importer } = services
  await checkPlace(services)
  const cursor = await findCursor(store, importer.account, provider.name)
  const from = since ?? (cursor === undefined ? clock() - firstDays * day : cursor - overlap)
  const counts: Counts = { created: 0, updated: 0, unchanged: 0, refused: 0 }
  for await (const changes of provider.changedSince(from, signal))
    await importChanges(services, changes, counts, signal)
  return counts
}
