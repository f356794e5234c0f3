import type { Logger } from 'pino'
import type { ImportedOrder, KnownOrder } from '../../domain/imported-order.ts'
import { findCampaign } from '../../store/campaigns.ts'
import { hasErasedOrders, listImportedOrders } from '../../store/orders.ts'
import {
  advanceCursor,
  findCursor,
  type ImportProblem,
  listProblems,
  putProblem,
  recordSync,
  removeProblems,
} from '../../store/provider-polls.ts'
import {
  emptySummary,
  findKnown,
  type ImportResult,
  type ImportServices,
  type ImportSummary,
  importBatch,
  unchangedResult,
} from '../import-orders.ts'
import { type Plan, partsOf, reconcile, withNamed } from '../reconcile.ts'
import { type Changes, type Client, type Parcels, ProviderError, ReadParcels } from './client.ts'
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
    parcels: new ReadParcels(),
    problems: new Map(
      problems.filter(({ source }) => source === provider).map((each) => [each.sourceId, each]),
    ),
  }
  for await (const changes of client.changedSince(from, signal)) await importChanges(sync, changes)
  await retryProblems(sync)
  await store.write(async (transaction) => {
    await recordSync(transaction, account, provider, clock())
    // The problems of an order that was merged are solved.
    await removeProblems(transaction, account, provider, sync.merged)
  })
  return sync.summary
}

/** The state that the parts of one sync share. */
type Sync = {
  services: SyncServices
  signal: AbortSignal
  summary: ImportSummary
  /** Whether to ask for the parcels of orders that have not changed. */
  asksAgain: boolean
  /** The ids of the orders that the sync has found merged into others. */
  merged: ReadonlySet<string>
  /** The orders that name others which were merged into them, by their ids. */
  named: ReadonlyMap<string, ImportedOrder>
  parcels: ReadParcels
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
  for (const plans of batchesOf(await plansOf(sync, orders, now))) {
    signal.throwIfAborted()
    const changes = plans.filter((plan) => !unchangedResult(plan)).map(({ theirs }) => theirs)
    const imported = await importBatch(services, changes)
    const results = plans.map((plan) => unchangedResult(plan) ?? imported.shift())
    await recordResults(sync, plans, results)
  }
  if (changedUntil === undefined) return
  // An order with a time of change in the future must not hide the changes until then.
  const until = Math.min(changedUntil, now)
  await store.write((transaction) => advanceCursor(transaction, account, provider, until))
}

function* batchesOf(plans: readonly Plan[]): Generator<Plan[]> {
  for (let from = 0; from < plans.length; from += batchSize)
    yield plans.slice(from, from + batchSize)
}

/** Reads the facts about a page, here and at the provider, and reconciles them. */
async function plansOf(sync: Sync, orders: readonly ProviderOrder[], now: number): Promise<Plan[]> {
  const { store, importer } = sync.services
  for (const { order } of orders) {
    const { campaignId } = order
    // If the campaign is not the account's, the default campaign applies.
    if (campaignId !== undefined && !(await findCampaign(store, importer.account, campaignId)))
      order.campaignId = undefined
  }
  const known = await findKnown(store, importer, [
    ...orders.map(({ order }) => ({ ...order, ...unknownParcel })),
    ...sync.named.values(),
  ])
  const page = await withParcels(sync, orders, known.orders)
  for (const order of page) {
    // Such a time does not tell which of two changes is older.
    const time = order.changedAt
    if (time !== undefined && (time > now || isRepeated(time))) order.changedAt = undefined
  }
  sync.named = withNamed(sync.named, page)
  const { named, merged } = sync
  const origins = await askOrigins(sync, page, known.orders)
  const listed = await askListed(sync, page, known.orders)
  const found = reconcile(page, { ...known, source: { named, merged, origins, listed } })
  sync.merged = found.merged
  return found.plans
}

/**
 * Asks the provider for the origins of the origins of new orders, as far as erased ones. If people were erased, one of them
 * may be of such a person. Origins that are known here are added to the known orders.
 */
async function askOrigins(
  { services: { store, importer, client }, signal }: Sync,
  page: readonly ImportedOrder[],
  known: Map<string, KnownOrder>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const origins = new Map<string, readonly string[]>()
  const { account } = importer
  if (!(await hasErasedOrders(store, account))) return origins
  const inPage = new Map(page.map(({ sourceId, originIds }) => [sourceId, originIds]))
  const created = page.filter(({ sourceId }) => !known.has(sourceId))
  const ids = new Set(created.flatMap(({ originIds }) => originIds))
  // The loop also visits ids that it adds.
  for (const id of ids) {
    for (const order of known.has(id)
      ? []
      : await listImportedOrders(store, account, provider, [id]))
      known.set(id, order)
    if (known.get(id)?.erasedAt) continue
    const found = inPage.get(id) ?? (await client.order(id, signal)).originIds
    origins.set(id, found)
    for (const origin of found) ids.add(origin)
  }
  return origins
}

/**
 * Asks the provider which orders it still has of those that were merged into cancelled ones and that wait here. A merge was
 * undone, or was that of an order that has gone on by itself.
 */
async function askListed(
  { services: { client }, signal, named }: Sync,
  page: readonly ImportedOrder[],
  known: ReadonlyMap<string, KnownOrder>,
): Promise<ReadonlySet<string>> {
  const listed = new Set<string>()
  const cancelled = page.filter(({ status }) => status === 'CANCELLED')
  for (const id of new Set(cancelled.flatMap(({ sourceId }) => [...partsOf(sourceId, named)]))) {
    if (known.get(id)?.status !== 'AWAITING_SHIPMENT') continue
    const { orders: found, unreadable } = await client.order(id, signal)
    if (found.length > 0 || unreadable.length > 0) listed.add(id)
  }
  return listed
}

/** Counts, logs and stores the results of orders. */
async function recordResults(
  sync: Sync,
  plans: readonly Plan[],
  results: readonly (ImportResult | undefined)[],
): Promise<void> {
  const { log, clock } = sync.services
  const solved: string[] = []
  const failed: ImportProblem[] = []
  for (const [i, { theirs }] of plans.entries()) {
    const { source, sourceId, sourceOrderNumber: number } = theirs
    const result = results[i]
    const { outcome = 'rejected', isKnownChange, problems = [], remarks = [] } = result ?? {}
    if (result?.isOlder) sync.problems.delete(sourceId)
    sync.summary[outcome]++
    // Remarks on a known change are not repeated, unless they replace a problem.
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

/** Imports orders that have problems, as the provider has them now. An order that it no longer has is no problem. */
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

const unknownParcel: Parcel & Pick<ImportedOrder, 'voided' | 'replaced'> = {
  voided: [],
  replaced: [],
  trackingNumber: undefined,
  carrierCode: undefined,
  shipDate: undefined,
  leftBy: undefined,
  deliveredAt: undefined,
}

/**
 * Adds the known parcels. Asks for those of orders that have shipped, here or there, and that have changed since
 * the last import, have a problem, which their labels may be, or have no tracking number yet.
 */
async function withParcels(
  { services: { client }, signal, asksAgain, parcels, problems }: Sync,
  orders: readonly ProviderOrder[],
  ours: ReadonlyMap<string, KnownOrder>,
): Promise<ImportedOrder[]> {
  const isAsked = ({ order }: ProviderOrder): boolean => {
    const { status, changedAt, trackingNumber } = ours.get(order.sourceId) ?? {}
    const isShipped = order.status === 'SHIPPED'
    if (!isShipped && status !== 'SHIPPED') return false
    if (asksAgain || problems.has(order.sourceId)) return true
    return changedAt !== order.changedAt || (isShipped && !trackingNumber)
  }
  const asked = orders.filter(isAsked)
  const known = [...ours].flatMap(([id, { trackingNumber }]): [string, string][] =>
    trackingNumber ? [[id, trackingNumber]] : [],
  )
  const found: ReadonlyMap<string, Parcels> =
    asked.length > 0 ? await client.parcelsOf(asked, signal, new Map(known), parcels) : new Map()
  return orders.map((each) =>
    isAsked(each)
      ? withParcel(each, found.get(each.order.sourceId))
      : { ...each.order, ...unknownParcel },
  )
}

/** Adds the parcels of an order, which know more than the order itself. */
function withParcel(
  { order, parcel }: ProviderOrder,
  { newest, voided = [], remarks = [] }: Partial<Parcels> = {},
): ImportedOrder {
  if (!newest) return { ...order, ...parcel, voided, replaced: [] }
  const { shipDate = parcel.shipDate, leftBy = parcel.leftBy } = newest
  const all = [...order.remarks, ...remarks]
  // Labels without a number, and reprints with the same one, cannot be told apart.
  const replaced = voided.filter((number) => number && number !== newest.trackingNumber)
  return { ...order, ...newest, shipDate, leftBy, remarks: all, voided: [], replaced }
}
