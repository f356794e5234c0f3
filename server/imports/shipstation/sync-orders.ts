import type { Logger } from 'pino'
import { allocateWaiting } from '../../actions/change-lines.ts'
import type { ImportResult } from '../../actions/plan-import.ts'
import type { OrderId } from '../../domain/ids.ts'
import type { ImportedOrder } from '../../domain/imported-order.ts'
import { findCampaign } from '../../store/campaigns.ts'
import {
  type ImportProblem,
  listProblems,
  putProblem,
  removeProblems,
} from '../../store/import-problems.ts'
import { findImportedOrder } from '../../store/orders.ts'
import { hasErasedOrders } from '../../store/people.ts'
import { advanceCursor, findCursor, recordSync } from '../../store/provider-polls.ts'
import {
  emptySummary,
  type ImportServices,
  type ImportSummary,
  importBatch,
} from '../files/import-rows.ts'
import { type Changes, type Client, type Parcels, ProviderError } from './client.ts'
import { type Parcel, type ProviderOrder, provider } from './mapping.ts'
import { isRepeated } from './pacific-time.ts'

const minute = 60_000

const day = 24 * 60 * minute

/** Days before now at which the first sync starts. */
const firstDays = 30

/** Each sync starts this long before the last known change: clocks differ, and changes appear late. */
const overlap = 5 * minute

export type SyncServices = ImportServices & { client: Client; log: Logger }

/**
 * Imports the changes at the provider since the last sync, or since a time in milliseconds.
 * The cursor is stored after every page. Orders that cannot be imported are logged and stored as problems,
 * which later syncs try again.
 * @throws {ProviderError} when a request fails. Earlier pages remain imported.
 */
export const syncOrders = async (
  services: SyncServices,
  signal: AbortSignal,
  since?: number,
): Promise<ImportSummary> => {
  const { store, clock, client, importer } = services
  const { account, campaign } = importer
  if (campaign !== undefined && !(await findCampaign(store, account, campaign)))
    throw new ProviderError(
      `the account ${account} has no campaign ${campaign}; check PROVIDER_ACCOUNT and PROVIDER_CAMPAIGN`,
    )
  const cursor = await findCursor(store, account, provider)
  const from = since ?? (cursor === undefined ? clock() - firstDays * day : cursor - overlap)
  const problems = await listProblems(store, account)
  const sync: Sync = {
    services,
    signal,
    summary: emptySummary(),
    asksAgain: since !== undefined,
    merged: new Set(),
    named: new Map(),
    waiting: new Set(),
    problems: new Map(
      problems.filter(({ source }) => source === provider).map((each) => [each.sourceId, each]),
    ),
  }
  for await (const changes of client.changedSince(from, signal)) await importChanges(sync, changes)
  await retryProblems(sync)
  await serveWaiting(sync)
  await store.write(async (transaction) => {
    await recordSync(transaction, account, provider, clock())
    // Of an order that was merged, what was found before is no problem.
    await removeProblems(transaction, account, provider, sync.merged)
  })
  return sync.summary
}

/** What the parts of one sync share. */
type Sync = {
  services: SyncServices
  signal: AbortSignal
  summary: ImportSummary
  /** Whether to ask for the parcels of orders that have not changed. */
  asksAgain: boolean
  /** The ids of the orders that the sync has found merged into others. */
  merged: Set<string>
  /** The orders that name others which were merged into them, by their ids. */
  named: Map<string, ImportedOrder>
  /** The orders that waited for stock when they were imported. */
  waiting: Set<OrderId>
  /** The problems before the sync that have not been tried yet, by the order's id. */
  problems: Map<string, ImportProblem>
}

/** Small, so that the server's other writes do not wait long. */
const batchSize = 25

async function importChanges(
  sync: Sync,
  { orders, unreadable, changedUntil }: Changes,
): Promise<void> {
  const { services, signal, summary } = sync
  const { store, importer, clock } = services
  const { account } = importer
  const now = clock()
  const failed = unreadable.map(({ id, number, reason }) => {
    summary.rejected++
    return { source: provider, sourceId: id, number, reason, since: now }
  })
  await recordProblems(sync, [], failed)
  const complete = withoutMerged(sync, await withParcels(sync, orders))
  for (const order of complete) {
    // Such a time does not tell which of two changes is older.
    const time = order.changedAt
    if (time !== undefined && (time > now || isRepeated(time))) order.changedAt = undefined
    // If the campaign is not the account's, the default campaign applies.
    if (order.campaignId !== undefined && !(await findCampaign(store, account, order.campaignId)))
      order.campaignId = undefined
  }
  await addOrigins(sync, complete)
  await leaveOutListed(sync, complete)
  // An order that was split from another needs the stock that it frees. Its ID is the higher one.
  complete.sort((a, b) => Number(a.sourceId) - Number(b.sourceId))
  for (let from = 0; from < complete.length; from += batchSize) {
    signal.throwIfAborted()
    const batch = complete.slice(from, from + batchSize)
    await recordResults(sync, batch, await importBatch(services, batch))
  }
  if (changedUntil === undefined) return
  // An order with a time of change in the future must not hide the changes until then.
  const until = Math.min(changedUntil, now)
  await store.write((transaction) => advanceCursor(transaction, account, provider, until))
}

/**
 * Leaves out orders that were merged into others, which the API may still list. What was merged into them is a part of
 * the others, too. Of those that name each other, one that is not cancelled stays, with the lowest ID.
 */
function withoutMerged({ merged, named }: Sync, orders: readonly ImportedOrder[]): ImportedOrder[] {
  for (const order of orders) if (order.mergedIds.length > 0) named.set(order.sourceId, order)
  /** Returns the orders that were merged into one, and into those. */
  const partsOf = (id: string): ReadonlySet<string> => {
    const ids = new Set(named.get(id)?.mergedIds)
    // The loop goes on with what is added.
    for (const part of ids) for (const each of named.get(part)?.mergedIds ?? []) ids.add(each)
    ids.delete(id)
    return ids
  }
  for (const { sourceId, status } of orders)
    for (const id of status === 'CANCELLED' ? [] : partsOf(sourceId)) {
      const stays = named.get(id)?.status !== 'CANCELLED' && Number(id) < Number(sourceId)
      if (!stays || !partsOf(id).has(sourceId)) merged.add(id)
    }
  const inPage = new Set(orders.map(({ sourceId }) => sourceId))
  // Those of earlier pages, into which an order of this page was merged.
  const again = [...named.values()].filter(
    ({ sourceId }) =>
      !inPage.has(sourceId) && [...partsOf(sourceId)].some((id) => inPage.has(id) && named.has(id)),
  )
  return [...orders, ...again]
    .filter(({ sourceId }) => !merged.has(sourceId))
    .map((order) => ({ ...order, mergedIds: [...partsOf(order.sourceId)] }))
}

/**
 * Allocates orders that waited for stock when they were imported: an order that was split frees it on a later page than
 * its new order takes it.
 */
async function serveWaiting({ services, waiting }: Sync): Promise<void> {
  const { store, importer, clock } = services
  for (const id of waiting)
    await store.write((transaction) => allocateWaiting(transaction, importer.account, id, clock()))
}

/**
 * Adds the origins of the origins of new orders, as far as erased ones: if people were erased, one of them may be of such
 * a person. Of those between, it is not kept where they come from, so the provider is asked for them.
 */
async function addOrigins(
  { services: { store, importer, client }, signal }: Sync,
  orders: readonly ImportedOrder[],
): Promise<void> {
  if (!(await hasErasedOrders(store, importer.account))) return
  const find = (sourceId: string) =>
    findImportedOrder(store, importer.account, { source: provider, sourceId })
  const originsInPage = new Map(orders.map(({ sourceId, originIds }) => [sourceId, originIds]))
  for (const order of orders) {
    if (order.originIds.length === 0 || (await find(order.sourceId))) continue
    const ids = new Set(order.originIds)
    // The loop goes on with what is added.
    for (const id of ids) {
      if ((await find(id))?.erasedAt) continue
      const origins = originsInPage.get(id) ?? (await client.order(id, signal)).originIds
      for (const origin of origins) ids.add(origin)
    }
    order.originIds = [...ids]
  }
}

/**
 * Leaves out of what was merged into cancelled orders what the provider still has: a merge that was undone, or that of
 * an order that has gone on by itself. The provider is asked for those that wait here.
 */
async function leaveOutListed(
  { services: { store, importer, client }, signal }: Sync,
  orders: readonly ImportedOrder[],
): Promise<void> {
  for (const order of orders) {
    if (order.status !== 'CANCELLED') continue
    const gone: string[] = []
    for (const sourceId of order.mergedIds) {
      const ours = await findImportedOrder(store, importer.account, { source: provider, sourceId })
      if (ours?.status !== 'AWAITING_SHIPMENT') continue
      const { orders: found, unreadable } = await client.order(sourceId, signal)
      if (found.length + unreadable.length === 0) gone.push(sourceId)
    }
    order.mergedIds = gone
  }
}

/** Counts, logs and stores what came of orders. */
async function recordResults(
  sync: Sync,
  orders: readonly ImportedOrder[],
  results: readonly ImportResult[],
): Promise<void> {
  const { log, clock } = sync.services
  const solved: string[] = []
  const failed: ImportProblem[] = []
  for (const [i, { source, sourceId, sourceOrderNumber: number }] of orders.entries()) {
    const result = results[i]
    const { outcome = 'rejected', isKnownChange, problems = [], remarks = [] } = result ?? {}
    if (result?.isOlder) sync.problems.delete(sourceId)
    sync.summary[outcome]++
    if (result?.waiting) sync.waiting.add(result.waiting)
    // What was said of a change before is not said again, unless it takes the place of a problem.
    const isNews = !isKnownChange || (problems.length === 0 && sync.problems.has(sourceId))
    for (const remark of isNews ? remarks : [])
      log.info({ provider, order: number, id: sourceId, remark }, 'Order imported with a remark')
    if (problems.length === 0) solved.push(sourceId)
    else failed.push({ source, sourceId, number, reason: problems.join('; '), since: clock() })
  }
  await recordProblems(sync, solved, failed)
}

/** Stores the problems of orders, and logs those that are new. */
async function recordProblems(
  { services: { store, importer, log }, problems: before }: Sync,
  solved: readonly string[],
  failed: readonly ImportProblem[],
): Promise<void> {
  const { account } = importer
  const gone = solved.filter((id) => before.has(id))
  if (gone.length + failed.length > 0)
    await store.write(async (transaction) => {
      await removeProblems(transaction, account, provider, gone)
      for (const problem of failed) await putProblem(transaction, account, problem)
    })
  for (const { sourceId: id, number, reason } of failed) {
    const level = before.get(id)?.reason === reason ? 'debug' : 'warn'
    log[level]({ provider, order: number, id, reason }, 'Order not imported, or only in part')
  }
  for (const id of [...gone, ...failed.map(({ sourceId }) => sourceId)]) before.delete(id)
}

/** A sync tries so many problems again. The others follow in the next ones. */
const maxRetries = 20

/** Imports orders that have problems, as the provider has them now. What it has no more is no problem. */
async function retryProblems(sync: Sync): Promise<void> {
  const { client, clock, log } = sync.services
  // Without an id it cannot be asked for. It is found again as long as the order is listed.
  await recordProblems(sync, [''], [])
  const before = [...sync.problems.values()]
  for (const problem of before.slice(0, maxRetries)) {
    const id = problem.sourceId
    try {
      await importChanges(sync, await client.order(id, sync.signal))
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      // The next sync tries the others first.
      await recordProblems(sync, [], [{ ...problem, since: clock() }])
      log.warn({ provider, id, reason: error.message }, 'A problem could not be tried again')
      return
    }
    if (sync.problems.has(id)) await recordProblems(sync, [id], [])
  }
}

const unknownParcel: Parcel = {
  trackingNumber: undefined,
  carrierCode: undefined,
  shipDate: undefined,
  leftBy: undefined,
  deliveredAt: undefined,
}

/**
 * Adds what is known of parcels. Asks for those of orders that have shipped, here or there, and that have changed since
 * the last import or have no tracking number yet.
 */
async function withParcels(
  { services: { store, importer, client }, signal, asksAgain }: Sync,
  orders: readonly ProviderOrder[],
): Promise<ImportedOrder[]> {
  const asked: ProviderOrder[] = []
  const known = new Map<string, string>()
  for (const each of orders) {
    const ours = await findImportedOrder(store, importer.account, each.order)
    const isShipped = each.order.status === 'SHIPPED'
    if (!isShipped && ours?.status !== 'SHIPPED') continue
    const isNews = asksAgain || ours?.changedAt !== each.order.changedAt
    if (isNews || (isShipped && !ours?.trackingNumber)) asked.push(each)
    if (ours?.trackingNumber) known.set(each.order.sourceId, ours.trackingNumber)
  }
  const found: ReadonlyMap<string, Parcels> =
    asked.length > 0 ? await client.parcelsOf(asked, signal, known) : new Map()
  return orders.map((each) => {
    if (!asked.includes(each)) return { ...each.order, ...unknownParcel, voided: [], replaced: [] }
    const { order, parcel } = each
    const { newest, voided = [], remarks = [] }: Partial<Parcels> = found.get(order.sourceId) ?? {}
    if (!newest) return { ...order, ...parcel, voided, replaced: [] }
    const { shipDate = parcel.shipDate, leftBy = parcel.leftBy } = newest
    const all = [...order.remarks, ...remarks]
    // Labels without a number, and reprints with the same one, cannot be told apart.
    const replaced = voided.filter((number) => number && number !== newest.trackingNumber)
    return { ...order, ...newest, shipDate, leftBy, remarks: all, voided: [], replaced }
  })
}
