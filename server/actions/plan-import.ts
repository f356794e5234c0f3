import type { AccountId, CampaignId, OrderId } from '../domain/ids.ts'
import {
  hasOtherLines,
  type ImportedOrder,
  type ImportSteps,
  isOlder,
  type KnownOrder,
  planImport,
} from '../domain/imported-order.ts'
import type { Order } from '../domain/order.ts'
import { type Rejection, rejectionText } from '../domain/rejection.ts'
import { findCampaign, listUnattached } from '../store/campaigns.ts'
import { findImportedOrder, findOrderByNumber } from '../store/orders.ts'
import type { Reader } from '../store/store.ts'

/** How orders are imported into an account. */
export type Importer = {
  account: AccountId
  /** The campaign of orders that name none. */
  campaign: CampaignId | undefined
  /** What to do with a line whose SKU is not in the campaign: reject the order's lines (default), or skip this one. */
  unknownSku?: 'reject' | 'skip'
  /** Orders that left before this time, in milliseconds, move no stock. Unset: the newest count of the stock. */
  stockFrom?: number | undefined
}

export type ImportOutcome = 'created' | 'updated' | 'unchanged' | 'rejected'

/** The outcome of an import, the parts that were not imported, and what is different from the source. */
export type ImportResult = {
  outcome: ImportOutcome
  /** Whether the source has changed the order since. Then nothing is known of its problems. */
  isOlder: boolean
  /** The order, if it waits for stock after the import. */
  waiting?: OrderId | undefined
  /** Whether the same change was imported before. */
  isKnownChange: boolean
  problems: readonly string[]
  remarks: readonly string[]
}

/** The steps of an import. `ours` is the stored order, undefined if the import creates one. */
export type Plan = {
  ours: KnownOrder | undefined
  theirs: ImportedOrder
  campaignId: CampaignId | undefined
  steps: ImportSteps['steps']
  problems: readonly string[]
  remarks: readonly string[]
  /** Whether the source has changed the order since, so that nothing of this news counts. */
  isOlder?: true
  /** Whether the source gives the order's id to another person. */
  isConflict: boolean
  /** The waiting orders that the source has merged into this one. */
  absorbed: readonly Order[]
  /** When the person of this order, or of one that it comes from, was erased. */
  erasedAt: string | null
}

/**
 * Plans the import of an order. Does not check the campaign's status or the stock, because the source
 * reports what has happened. The campaign and the SKUs must exist in the account.
 */
export async function planOf(
  reader: Reader,
  importer: Importer,
  given: ImportedOrder,
): Promise<Plan> {
  const { account } = importer
  const ours = await findImportedOrder(reader, account, given)
  const campaignId = ours?.campaignId ?? given.campaignId ?? importer.campaign
  const erasedAt = ours ? ours.erasedAt : await findErasedAt(reader, account, given)
  if (ours && isOlder(given, ours)) {
    const nothing = { steps: [], problems: [], remarks: [], isConflict: false, absorbed: [] }
    return { ours, theirs: given, campaignId, erasedAt, ...nothing, isOlder: true }
  }
  const unread = [
    ...(erasedAt === null ? given.recipientProblems : []),
    ...given.problems,
    ...(ours ? [] : given.creationProblems),
  ]
  const hasRecipient = given.recipient !== undefined || erasedAt !== null || unread.length > 0
  const missing = ours
    ? undefined
    : await missingFor(reader, account, campaignId, given, hasRecipient)
  const unknown = missing ? [] : await listUnknown(reader, account, campaignId, ours, given)
  const products = linesOf(given, unknown, importer)
  const theirs: ImportedOrder = { ...given, products }
  const reasons: Rejection[] = unknown.map((sku) => ({ rejected: 'sku-not-in-campaign', sku }))
  const needsLines = !ours || given.status !== 'CANCELLED'
  const isReadable = unread.length === 0 && given.products !== undefined
  if (needsLines && isReadable && products === undefined && unknown.length === 0)
    reasons.push({ rejected: 'order-without-lines' })
  if (missing) reasons.unshift(missing)
  const canCreate = !missing && unread.length === 0 && products !== undefined
  const planned: ImportSteps =
    ours || canCreate ? planImport(ours, theirs) : { steps: [], problems: [], remarks: [] }
  const merged = await listMerged(reader, account, theirs)
  const shipped = merged.filter(({ status }) => status === 'SHIPPED')
  const isConflict = planned.problems.some(({ rejected }) => rejected === 'order-of-another-person')
  const waiting = merged.filter(({ status }) => status === 'AWAITING_SHIPMENT')
  // Until their lines are in this order, merged orders stay.
  const isTaken = ({ products }: Order) =>
    theirs.status === 'CANCELLED' ||
    (takesLines(ours, theirs, planned) && !products.some(({ sku }) => unknown.includes(sku)))
  const absorbed = isConflict ? [] : waiting.filter(isTaken)
  for (const order of waiting)
    if (!absorbed.includes(order)) reasons.push({ rejected: 'merged-order', order: order.id })
  const all = isConflict ? planned.problems : [...reasons, ...planned.problems]
  return {
    ours,
    theirs,
    campaignId,
    steps: planned.steps,
    problems: [...(isConflict ? [] : unread), ...all.map(rejectionText)],
    remarks: [
      ...given.remarks,
      ...planned.remarks,
      ...shipped.map(({ id }) => `Order ${id} was merged into this one, but has shipped here`),
    ],
    isConflict,
    absorbed,
    erasedAt,
  }
}

/** Returns whether an order has the source's lines after the import. One that is cancelled here takes none. */
function takesLines(
  ours: KnownOrder | undefined,
  theirs: ImportedOrder,
  { steps }: ImportSteps,
): boolean {
  if (ours?.status === 'CANCELLED') return false
  if (steps.some((step) => step.do === 'create' || step.do === 'change-lines')) return true
  return ours !== undefined && theirs.products !== undefined && !hasOtherLines(ours, theirs)
}

/** Returns the SKUs of new lines that are not in the campaign. */
async function listUnknown(
  reader: Reader,
  account: AccountId,
  campaign: CampaignId | undefined,
  ours: Order | undefined,
  { products = [] }: ImportedOrder,
): Promise<string[]> {
  const known = new Set(ours?.products.map(({ sku }) => sku))
  const added = new Set(products.map(({ sku }) => sku).filter((sku) => !known.has(sku)))
  if (campaign === undefined || added.size === 0) return []
  return listUnattached(reader, account, campaign, added)
}

/** Returns the lines that can be imported; undefined if there are none. */
function linesOf(
  { products = [] }: ImportedOrder,
  unknown: readonly string[],
  { unknownSku = 'reject' }: Importer,
): Order['products'] | undefined {
  if (unknown.length > 0 && unknownSku === 'reject') return undefined
  const known = products.filter(({ sku }) => !unknown.includes(sku))
  return known.length > 0 ? known : undefined
}

/** Returns what a new order lacks. */
async function missingFor(
  reader: Reader,
  account: AccountId,
  campaign: CampaignId | undefined,
  { sourceOrderNumber: orderNumber }: ImportedOrder,
  hasRecipient: boolean,
): Promise<Rejection | undefined> {
  const own = await findOrderByNumber(reader, account, orderNumber)
  if (own) return { rejected: 'own-order-number', orderNumber, order: own.id }
  if (campaign === undefined) return { rejected: 'campaign-not-named' }
  if (!(await findCampaign(reader, account, campaign))) return { rejected: 'campaign-not-found' }
  return hasRecipient ? undefined : { rejected: 'order-without-recipient' }
}

async function listMerged(
  reader: Reader,
  account: AccountId,
  { source, sourceId, mergedIds }: ImportedOrder,
): Promise<Order[]> {
  const found = mergedIds
    .filter((id) => id !== sourceId)
    .map((id) => findImportedOrder(reader, account, { source, sourceId: id }))
  const orders = await Promise.all(found)
  return orders.flatMap((order) => order ?? [])
}

async function findErasedAt(
  reader: Reader,
  account: AccountId,
  { source, originIds }: ImportedOrder,
): Promise<string | null> {
  const found = originIds.map((sourceId) =>
    findImportedOrder(reader, account, { source, sourceId }),
  )
  const origins = await Promise.all(found)
  return origins.find((order) => order?.erasedAt)?.erasedAt ?? null
}

export function resultOf(plan: Plan): ImportResult {
  const { ours, theirs, steps, absorbed, problems, remarks, isOlder = false } = plan
  const isKnownChange = theirs.changedAt !== undefined && ours?.changedAt === theirs.changedAt
  const result = { isOlder, isKnownChange, problems, remarks }
  if (!ours) return { ...result, outcome: steps.length > 0 ? 'created' : 'rejected' }
  if (steps.length + absorbed.length > 0) return { ...result, outcome: 'updated' }
  return { ...result, outcome: problems.length > 0 ? 'rejected' : 'unchanged' }
}
