import { type Actions, createActions, type EventTransaction } from '../actions/actions.ts'
import { changeLines } from '../actions/change-lines.ts'
import { correctOrder } from '../actions/edit-order.ts'
import { cancelOrder, deliverOrder, returnOrder } from '../actions/order-transitions.ts'
import { insertNewOrder } from '../actions/place-order.ts'
import { lockShelf, serveWaiting } from '../actions/serve-waiting.ts'
import { redateShipment, shipOrder, unshipOrder } from '../actions/ship-order.ts'
import { type Clock, timestamp } from '../domain/clock.ts'
import type { Publisher } from '../domain/event.ts'
import type { AccountId, CampaignId } from '../domain/ids.ts'
import type { Details, ImportedOrder, KnownOrder, Step } from '../domain/imported-order.ts'
import { type Allocation, allocate, demandOf, isWaiting } from '../domain/inventory.ts'
import { noRecipient, type Order, unsetFields } from '../domain/order.ts'
import { isRejection, type Rejection, rejectionText } from '../domain/rejection.ts'
import { findCampaign, listUnattached } from '../store/campaigns.ts'
import { lockStockOf } from '../store/inventory.ts'
import {
  listImportedOrders,
  listOrderNumbers,
  recordChange,
  setChangedAt,
} from '../store/orders.ts'
import type { Reader, Store, Transaction } from '../store/store.ts'
import {
  type ImportOutcome,
  type Known,
  noFacts,
  outcomeOf,
  type Plan,
  reconcile,
} from './reconcile.ts'

export type ImportServices = {
  store: Store
  clock: Clock
  dispatcher: Publisher<Transaction>
  importer: Importer
}

type Importer = {
  account: AccountId
  /** The campaign of orders that name none. */
  campaign: CampaignId | undefined
  /** Whether to reject the lines of an order of which a SKU is not in the campaign (default), or to skip that line. */
  unknownSku?: 'reject' | 'skip'
  /** Orders that left before this time, in milliseconds, move no stock. Unset: the newest count of the stock. */
  stockFrom?: number | undefined
}

/** The outcome of an import, the parts that were not imported, and the differences from the source. */
export type ImportResult = {
  outcome: ImportOutcome
  /** Whether the source has changed the order since. Then nothing is known of its problems. */
  isOlder: boolean
  /** Whether the same change was imported before. */
  isKnownChange: boolean
  problems: readonly string[]
  remarks: readonly string[]
  /** The SKUs that the order waits for. */
  waitsFor: readonly string[]
}

/**
 * Imports orders together, then serves those that wait. Each order may fail alone.
 * @throws the store's error if it cannot write. The events of committed orders are delivered.
 */
export const importBatch = async (
  { store, clock, dispatcher, importer }: ImportServices,
  orders: readonly ImportedOrder[],
): Promise<ImportResult[]> => {
  const now = clock()
  const actions = createActions(store, dispatcher, clock)
  const done: ImportResult[] = []
  for (let from = 0; from < orders.length; from += ordersAtOnce) {
    const some = orders.slice(from, from + ordersAtOnce)
    done.push(...(await importTogether(actions, importer, some, now)))
  }
  // Units may have become available while an order was locked, or younger orders that wait hold them.
  const skus = new Set(done.flatMap(({ waitsFor }) => waitsFor))
  if (skus.size > 0)
    await actions.as({ name: `import ${orders[0]?.source}` }).run(async (transaction) => {
      await lockShelf(transaction, importer.account, skus)
      await serveWaiting(transaction, importer.account, skus, now)
    })
  return done
}

/**
 * The most orders that are changed at once. On PostgreSQL, those of one SKU wait for its lock, each with a connection,
 * and others wait for a connection until that fails.
 */
export const ordersAtOnce = 16

async function importTogether(
  actions: Actions,
  importer: Importer,
  orders: readonly ImportedOrder[],
  now: number,
): Promise<ImportResult[]> {
  const last = new Map<string, Promise<unknown>>()
  const results = await Promise.allSettled(
    orders.map((order) => {
      const { run } = actions.as({ name: `import ${order.source}` })
      const importOne = () => run((transaction) => importOrder(transaction, importer, order, now))
      const key = keyOf(order, order.sourceId)
      // Rows of one order are states that follow each other. A split frees stock that its new order needs.
      const before = [key, ...order.originIds.map((id) => keyOf(order, id))].flatMap(
        (each) => last.get(each) ?? [],
      )
      const result = before.length > 0 ? Promise.allSettled(before).then(importOne) : importOne()
      last.set(key, result)
      return result
    }),
  )
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

function keyOf({ source }: ImportedOrder, id: string): string {
  return `${source} ${id}`
}

/**
 * Creates or updates an order as its source reports it (specification §6). Emits the event
 * of each step with the order as it is after that step. Importing the same report again changes nothing
 * and emits nothing.
 */
export async function importOrder(
  transaction: EventTransaction,
  importer: Importer,
  given: ImportedOrder,
  now: number,
): Promise<ImportResult> {
  const { account } = importer
  const known = await findKnown(transaction, importer, [given], transaction.dialect.lock)
  const [plan] = reconcile([given], known).plans
  if (!plan) throw new Error('An order that is imported alone is merged into no other')
  // The lines of merged orders are in this order now, so their stock must be free.
  for (const { id } of plan.absorbed)
    mustBeAllowed(await cancelOrder(transaction, account, id, now))
  const run: Run = { transaction, importer, plan, now }
  const remarks: string[] = []
  let order: Order | undefined = plan.ours
  for (const step of plan.steps) {
    order = mustBeAllowed(await apply(run, step, order))
    if (step.do === 'change-lines') remarks.push(...(await shortage(run, order)))
  }
  if (order && isNews(plan)) await setChangedAt(transaction, account, given, plan.theirs.changedAt)
  const waitsFor = order && isWaiting(order) ? order.products.map(({ sku }) => sku) : []
  const result = resultOf(plan)
  return { ...result, remarks: [...result.remarks, ...remarks], waitsFor }
}

/** Returns the result of a plan that changes nothing. Undefined if it changes something, which `importOrder` does. */
export function unchangedResult(plan: Plan): ImportResult | undefined {
  const { ours, steps, absorbed } = plan
  const changesNothing = ours && steps.length === 0 && absorbed.length === 0
  return changesNothing && !isNews(plan) ? resultOf(plan) : undefined
}

function resultOf(plan: Plan): ImportResult {
  const { ours, theirs, problems, remarks, isOlder = false } = plan
  const isKnownChange = theirs.changedAt !== undefined && ours?.changedAt === theirs.changedAt
  return { outcome: outcomeOf(plan), isOlder, isKnownChange, problems, remarks, waitsFor: [] }
}

/** Returns whether a change of the source is newer than the known one. After a conflict, it is still news later. */
function isNews(plan: Plan): plan is Plan & { theirs: { changedAt: number } } {
  const { changedAt } = plan.theirs
  return !plan.isConflict && changedAt !== undefined && changedAt > (plan.ours?.changedAt ?? 0)
}

/** Reads the facts for `reconcile`. @param lock locks the orders that are known. */
export async function findKnown(
  reader: Reader,
  importer: Importer,
  page: readonly ImportedOrder[],
  lock?: Parameters<typeof listImportedOrders>[4],
): Promise<Known & { orders: Map<string, KnownOrder> }> {
  const { account, campaign, unknownSku } = importer
  const source = page[0]?.source ?? ''
  const ids = new Set(page.flatMap((each) => [each.sourceId, ...each.originIds, ...each.mergedIds]))
  const found = await listImportedOrders(reader, account, source, ids, lock)
  const orders = new Map<string, KnownOrder>(found.map((order) => [order.sourceId, order]))
  const created = page.filter(({ sourceId }) => !orders.has(sourceId))
  const numbers = created.map(({ sourceOrderNumber }) => sourceOrderNumber)
  const [own, missingSkus] = await Promise.all([
    numbers.length > 0 ? listOrderNumbers(reader, account, numbers) : [],
    findMissingSkus(reader, importer, page, orders),
  ])
  return {
    orders,
    ownNumbers: new Map(own.map(({ orderNumber, id }) => [orderNumber, id])),
    missingSkus,
    campaign,
    unknownSku,
    source: noFacts,
  }
}

/** Returns the SKUs that each campaign lacks, of new orders and of those with other SKUs than before. */
async function findMissingSkus(
  reader: Reader,
  { account, campaign }: Importer,
  page: readonly ImportedOrder[],
  orders: Known['orders'],
): Promise<Known['missingSkus']> {
  const skusOf = ({ products = [] }: Pick<ImportedOrder, 'products'>) =>
    products.map(({ sku }) => sku)
  const wanted = new Map<CampaignId, Set<string>>()
  for (const each of page) {
    const ours = orders.get(each.sourceId)
    const id = ours?.campaignId ?? each.campaignId ?? campaign
    const before = ours ? skusOf(ours) : []
    const added = skusOf(each).filter((sku) => !before.includes(sku))
    if (id === undefined || (ours && added.length === 0)) continue
    wanted.set(id, new Set([...(wanted.get(id) ?? []), ...added]))
  }
  const found = [...wanted].map(async ([id, skus]) => {
    const [state, missing] = await Promise.all([
      findCampaign(reader, account, id),
      skus.size > 0 ? listUnattached(reader, account, id, skus) : [],
    ])
    return state ? [[id, new Set(missing)] as const] : []
  })
  return new Map((await Promise.all(found)).flat())
}

type Run = { transaction: EventTransaction; importer: Importer; plan: Plan; now: number }

async function apply(run: Run, step: Step, order: Order | undefined): Promise<Order | Rejection> {
  const { transaction, now } = run
  const { account } = run.importer
  if (!order || step.do === 'create') return create(run)
  switch (step.do) {
    case 'void':
      return unshipOrder(transaction, account, order.id, 'shipment voided', now)
    case 'change-lines':
      return changeOrderLines(run, order, step.products)
    case 'correct':
      return correct(run, order, step.details)
    case 'ship':
      return ship(run, order, step)
    case 'deliver':
      return deliverOrder(transaction, account, order.id, Date.parse(step.at))
    case 'cancel':
      return cancelOrder(transaction, account, order.id, now)
    case 'return':
      return returnOrder(transaction, account, order.id, now)
  }
}

/** Corrects details of an order. A parcel that left on another day has left the stock on that day. */
async function correct(
  { transaction, importer, plan, now }: Run,
  order: Order,
  { shipDate, ...details }: Partial<Details>,
): Promise<Order> {
  const { account, stockFrom: countedAt } = importer
  const departure = { at: shipDate ?? undefined, leftBy: plan.theirs.leftBy, countedAt }
  const dated = shipDate && (await redateShipment(transaction, account, order, departure, now))
  // The stock of an order that came back stays as it is.
  const isDated = dated && !isRejection(dated)
  const before = isDated ? dated : order
  const rest = shipDate && !isDated ? { ...details, shipDate } : details
  if (Object.keys(rest).length === 0) return before
  return correctOrder(transaction, account, before, rest, now)
}

async function changeOrderLines(
  { transaction, importer: { account }, now }: Run,
  order: Order,
  products: Order['products'],
): Promise<Order> {
  const lines = order.products.map(({ sku, quantity }) => `${quantity} × ${sku}`)
  await recordChange(transaction, account, order.id, {
    at: timestamp(now),
    change: 'lines changed',
    actor: transaction.actor,
    details: `were ${lines.join(', ')}`,
  })
  return changeLines(transaction, account, order, products, now)
}

async function create(run: Run): Promise<Order> {
  const { transaction, importer, now } = run
  const { theirs, products, steps, campaignId, erasedAt } = run.plan
  const { account } = importer
  const { source, sourceId, sourceOrderNumber, recipient } = theirs
  const isErased = erasedAt !== null
  const person = isErased ? noRecipient : recipient
  if (campaignId === undefined || person === undefined || products === undefined)
    throw new Error('A planned order lacks its campaign, recipient or lines')
  // Its shipment takes the stock.
  const hasLeft = steps.some((step) => step.do === 'ship')
  return insertNewOrder(
    transaction,
    account,
    {
      ...unsetFields,
      orderSource: 'IMPORT',
      imported: { source, sourceId, erasedAt },
      sourceOrderNumber,
      orderDate: theirs.orderDate ?? timestamp(now),
      orderNumber: await transaction.takeOrderNumber()(),
      campaignId,
      recipient: person,
      companyName: isErased ? '' : (theirs.companyName ?? ''),
      notes: isErased ? '' : (theirs.notes ?? ''),
      products,
      allocation: hasLeft ? unallocated : await allocationFor(run, products),
    },
    now,
  )
}

const unallocated: Allocation = { warehouse: null, status: 'BACKORDERED' }

/** Allocates the whole order in one warehouse, or backorders it without a warehouse. */
async function allocationFor(
  { transaction, importer: { account } }: Run,
  products: Order['products'],
): Promise<Allocation> {
  const demand = demandOf(products)
  const stock = await lockStockOf(transaction, account, demand.keys())
  const allocation = allocate(demand, stock, false)
  return isRejection(allocation) ? unallocated : allocation
}

/** Ships an order as the source reports it, whatever the stock is here. */
function ship(
  { transaction, importer, plan, now }: Run,
  { id }: Order,
  { shipment, at }: Extract<Step, { do: 'ship' }>,
): Promise<Order | Rejection> {
  const { account, stockFrom: countedAt } = importer
  const { leftBy } = plan.theirs
  const departure = { ...shipment, at, leftBy, countedAt, isShort: true }
  return shipOrder(transaction, account, id, departure, now)
}

/** Returns a remark if an order waits for stock although its campaign sells only units in stock. */
async function shortage(
  { transaction, importer: { account } }: Run,
  order: Order,
): Promise<string[]> {
  if (!isWaiting(order)) return []
  const campaign = await findCampaign(transaction, account, order.campaignId)
  if (!campaign || campaign.allowOutOfStockOrders) return []
  const demand = demandOf(order.products)
  const stock = await lockStockOf(transaction, account, demand.keys())
  const rejection = allocate(demand, stock, false)
  return isRejection(rejection) ? [rejectionText(rejection)] : []
}

/** Returns the order. Throws if a planned step is rejected, so that the transaction rolls back. */
function mustBeAllowed(order: Order | Rejection): Order {
  if (isRejection(order)) throw new Error(`A planned import is rejected: ${order.rejected}`)
  return order
}

export type ImportSummary = Record<ImportOutcome, number>

export function emptySummary(): ImportSummary {
  return { created: 0, updated: 0, unchanged: 0, rejected: 0 }
}
