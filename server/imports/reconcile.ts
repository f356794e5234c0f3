import type { CampaignId, OrderId } from '../domain/ids.ts'
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

/** The facts that a page of a source's orders is compared with. */
export type Known = {
  /** The account's orders by the source's ids: those of the page, their origins, and those merged into them. */
  orders: ReadonlyMap<string, KnownOrder>
  /** The account's orders by their own numbers, which no new order may have at the source. */
  ownNumbers: ReadonlyMap<string, OrderId>
  /** The SKUs of the page that each campaign lacks. A campaign that is not here is not the account's. */
  missingSkus: ReadonlyMap<CampaignId, ReadonlySet<string>>
  /** The campaign of orders that name none. */
  campaign: CampaignId | undefined
  /** Whether to reject an order's lines (default) or to skip those whose SKUs are not in its campaign. */
  unknownSku?: 'reject' | 'skip' | undefined
  /** The facts of the source about orders that are not on the page. */
  source: SourceFacts
}

/** The facts that a source has reported before, or was asked for, by its ids. */
export type SourceFacts = {
  /** Orders that name others which were merged into them. */
  named: ReadonlyMap<string, ImportedOrder>
  /** Orders that were found merged into others. */
  merged: ReadonlySet<string>
  origins: ReadonlyMap<string, readonly string[]>
  /** Orders that the source still has, of those merged into cancelled ones. */
  listed: ReadonlySet<string>
}

export const noFacts: SourceFacts = {
  named: new Map(),
  merged: new Set(),
  origins: new Map(),
  listed: new Set(),
}

/** The changes of one order. `ours` is the stored order, undefined if the import creates one. */
export type Plan = {
  ours: KnownOrder | undefined
  /** The source's order, with all its origins and all orders that were merged into it. */
  theirs: ImportedOrder
  /** Its lines that can be imported, if there are any. */
  products: Order['products'] | undefined
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
 * Plans the changes of a page of a source's orders: identity, merges, splits, labels, news, conflicts and erased people
 * (decisions 60 to 67). Checks neither a campaign's status nor stock, because the source reports facts.
 * @returns a plan for each order that is not merged into another, those first that free stock for others, and the ids of
 *   all orders that were merged.
 */
export function reconcile(
  page: readonly ImportedOrder[],
  known: Known,
): { plans: Plan[]; merged: ReadonlySet<string> } {
  const { orders, merged } = withoutMerged(page, known.source)
  const origins = new Map(known.source.origins)
  for (const { sourceId, originIds } of page) origins.set(sourceId, originIds)
  const complete = orders.map((order) => ({
    ...order,
    originIds: allOrigins(order, origins, known.orders),
    mergedIds: order.mergedIds.filter(
      (id) => order.status !== 'CANCELLED' || !known.source.listed.has(id),
    ),
  }))
  // An order that was split from another needs the stock that it frees. Its ID is the higher one.
  complete.sort((a, b) => Number(a.sourceId) - Number(b.sourceId))
  return { plans: complete.map((order) => planOf(order, known)), merged }
}

/**
 * Leaves out orders that were merged into others, which the source may still list. Orders that were merged into
 * them are parts of the others, too. Of those that name each other, one that is not cancelled stays, with the lowest ID.
 */
function withoutMerged(page: readonly ImportedOrder[], source: SourceFacts) {
  const named = withNamed(source.named, page)
  const merged = new Set(source.merged)
  for (const { sourceId, status } of page)
    for (const id of status === 'CANCELLED' ? [] : partsOf(sourceId, named)) {
      const stays = named.get(id)?.status !== 'CANCELLED' && Number(id) < Number(sourceId)
      if (!stays || !partsOf(id, named).has(sourceId)) merged.add(id)
    }
  const inPage = new Set(page.map(({ sourceId }) => sourceId))
  // Those of earlier pages, into which an order of this page was merged.
  const again = [...named.values()].filter(
    ({ sourceId }) =>
      !inPage.has(sourceId) &&
      [...partsOf(sourceId, named)].some((id) => inPage.has(id) && named.has(id)),
  )
  const orders = [...page, ...again]
    .filter(({ sourceId }) => !merged.has(sourceId))
    .map((order) => ({ ...order, mergedIds: [...partsOf(order.sourceId, named)] }))
  return { orders, merged }
}

/** Returns orders that name others which were merged into them, with those of a page. */
export function withNamed(
  named: SourceFacts['named'],
  page: readonly ImportedOrder[],
): SourceFacts['named'] {
  const naming = page.filter(({ mergedIds }) => mergedIds.length > 0)
  return new Map([...named, ...naming.map((order) => [order.sourceId, order] as const)])
}

/** Returns the ids of the orders that were merged into one, and into those. */
export function partsOf(id: string, named: SourceFacts['named']): ReadonlySet<string> {
  const ids = new Set(named.get(id)?.mergedIds)
  // The loop also visits ids that it adds.
  for (const part of ids) for (const each of named.get(part)?.mergedIds ?? []) ids.add(each)
  ids.delete(id)
  return ids
}

/** Returns the origins of an order and their origins, as far as erased ones. */
function allOrigins(
  { originIds }: ImportedOrder,
  origins: ReadonlyMap<string, readonly string[]>,
  orders: Known['orders'],
): string[] {
  const ids = new Set(originIds)
  // The loop also visits ids that it adds.
  for (const id of ids)
    if (!orders.get(id)?.erasedAt) for (const origin of origins.get(id) ?? []) ids.add(origin)
  return [...ids]
}

function planOf(given: ImportedOrder, known: Known): Plan {
  const ours = known.orders.get(given.sourceId)
  const campaignId = ours?.campaignId ?? given.campaignId ?? known.campaign
  const erasedAt = erasedAtOf(given, known)
  const plan = { ours, theirs: given, campaignId, erasedAt, problems: [], isConflict: false }
  if (ours && isOlder(given, ours))
    return { ...plan, products: undefined, steps: [], remarks: [], absorbed: [], isOlder: true }
  const unread = unreadOf(given, ours, erasedAt)
  const missing = ours ? undefined : missingOf(given, known, campaignId, erasedAt, unread)
  const unknown = missing ? [] : unknownSkus(given, known, campaignId)
  const products = linesOf(given, unknown, known)
  const theirs: ImportedOrder = { ...given, products }
  const isPlanned = ours || (!missing && unread.length === 0 && products !== undefined)
  const planned = isPlanned ? planImport(ours, theirs) : nothing
  const { steps } = planned
  if (planned.problems.some(isConflict)) {
    const problems = planned.problems.map(rejectionText)
    const remarks = [...given.remarks, ...shippedParts(theirs, known)]
    return { ...plan, products, steps, problems, remarks, absorbed: [], isConflict: true }
  }
  const waiting = partsHere(theirs, known).filter(({ status }) => status === 'AWAITING_SHIPMENT')
  const absorbed = waiting.filter((part) => isAbsorbed(part, theirs, ours, planned, unknown))
  const reasons: Rejection[] = [
    ...(missing ? [missing] : []),
    ...unknown.map((sku): Rejection => ({ rejected: 'sku-not-in-campaign', sku })),
    ...(lacksLines(given, theirs, ours, unread, unknown) ? [withoutLines] : []),
    ...waiting
      .filter((part) => !absorbed.includes(part))
      .map(({ id }): Rejection => ({ rejected: 'merged-order', order: id })),
    ...planned.problems,
  ]
  return {
    ...plan,
    products,
    steps,
    problems: [...unread, ...reasons.map(rejectionText)],
    remarks: [...given.remarks, ...planned.remarks, ...shippedParts(theirs, known)],
    absorbed,
  }
}

function isConflict({ rejected }: Rejection): boolean {
  return rejected === 'order-of-another-person' || rejected === 'order-of-erased-person'
}

const nothing: ImportSteps = { steps: [], problems: [], remarks: [] }

const withoutLines: Rejection = { rejected: 'order-without-lines' }

/** Returns when the person of an order was erased, or that of one that a new order comes from. */
function erasedAtOf({ sourceId, originIds }: ImportedOrder, { orders }: Known): string | null {
  const ours = orders.get(sourceId)
  if (ours) return ours.erasedAt
  return originIds.map((id) => orders.get(id)?.erasedAt).find(Boolean) ?? null
}

/** Returns why parts of an order could not be read, if they are needed. */
function unreadOf(
  { unread }: ImportedOrder,
  ours: KnownOrder | undefined,
  erasedAt: string | null,
): string[] {
  return unread
    .filter(({ part }) => part !== 'recipient' || erasedAt === null)
    .filter(({ part }) => part !== 'order date' || !ours)
    .map(({ reason }) => reason)
}

/** Returns the first fact that prevents the creation of an order. */
function missingOf(
  { sourceOrderNumber: orderNumber, recipient }: ImportedOrder,
  { ownNumbers, missingSkus }: Known,
  campaign: CampaignId | undefined,
  erasedAt: string | null,
  unread: readonly string[],
): Rejection | undefined {
  const order = ownNumbers.get(orderNumber)
  if (order !== undefined) return { rejected: 'own-order-number', orderNumber, order }
  if (campaign === undefined) return { rejected: 'campaign-not-named' }
  if (!missingSkus.has(campaign)) return { rejected: 'campaign-not-found' }
  const hasRecipient = recipient !== undefined || erasedAt !== null || unread.length > 0
  return hasRecipient ? undefined : { rejected: 'order-without-recipient' }
}

/** Returns the SKUs of new lines that are not in the campaign. */
function unknownSkus(
  { sourceId, products = [] }: ImportedOrder,
  { orders, missingSkus }: Known,
  campaign: CampaignId | undefined,
): string[] {
  const before = new Set(orders.get(sourceId)?.products.map(({ sku }) => sku))
  const missing = campaign === undefined ? undefined : missingSkus.get(campaign)
  const added = new Set(products.map(({ sku }) => sku).filter((sku) => !before.has(sku)))
  return [...added].filter((sku) => missing?.has(sku))
}

/** Returns the lines that can be imported; undefined if there are none. */
function linesOf(
  { products = [] }: ImportedOrder,
  unknown: readonly string[],
  { unknownSku = 'reject' }: Known,
): Order['products'] | undefined {
  if (unknown.length > 0 && unknownSku === 'reject') return undefined
  const known = products.filter(({ sku }) => !unknown.includes(sku))
  return known.length > 0 ? known : undefined
}

/** Returns whether the lines of an order were read, and there are none although it needs some. */
function lacksLines(
  given: ImportedOrder,
  { products, status }: ImportedOrder,
  ours: KnownOrder | undefined,
  unread: readonly string[],
  unknown: readonly string[],
): boolean {
  const isRead = unread.length + unknown.length === 0 && given.products !== undefined
  return isRead && products === undefined && (!ours || status !== 'CANCELLED')
}

/** Returns the account's orders that the source has merged into one. */
function partsHere({ sourceId, mergedIds }: ImportedOrder, { orders }: Known): KnownOrder[] {
  return mergedIds.filter((id) => id !== sourceId).flatMap((id) => orders.get(id) ?? [])
}

function shippedParts(theirs: ImportedOrder, known: Known): string[] {
  return partsHere(theirs, known)
    .filter(({ status }) => status === 'SHIPPED')
    .map(({ id }) => `Order ${id} was merged into this one, but has shipped here`)
}

/** Returns whether an order is cancelled with the one that it was merged into. It stays until its lines are in that one. */
function isAbsorbed(
  part: Order,
  theirs: ImportedOrder,
  ours: KnownOrder | undefined,
  planned: ImportSteps,
  unknown: readonly string[],
): boolean {
  if (theirs.status === 'CANCELLED') return true
  return (
    takesLines(ours, theirs, planned) && !part.products.some(({ sku }) => unknown.includes(sku))
  )
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

export type ImportOutcome = 'created' | 'updated' | 'unchanged' | 'rejected'

export function outcomeOf({ ours, steps, absorbed, problems }: Plan): ImportOutcome {
  if (!ours) return steps.length > 0 ? 'created' : 'rejected'
  if (steps.length + absorbed.length > 0) return 'updated'
  return problems.length > 0 ? 'rejected' : 'unchanged'
}
