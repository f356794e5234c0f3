import { timestamp } from '../domain/clock.ts'
import type { Step } from '../domain/imported-order.ts'
import { type Allocation, allocate, demandOf } from '../domain/inventory.ts'
import { noRecipient, type Order, unsetFields } from '../domain/order.ts'
import { isRejection, type Rejection, rejectionText } from '../domain/rejection.ts'
import { findCampaign } from '../store/campaigns.ts'
import { findNewestCount, lockStockOf } from '../store/inventory.ts'
import {
  lockImportedOrders,
  type OrderChange,
  recordChange,
  setChangedAt,
} from '../store/orders.ts'
import type { EventTransaction } from './actions.ts'
import { changeLines, isWaiting } from './change-lines.ts'
import { correctOrder } from './correct-order.ts'
import { giveUpAllocation } from './give-up-allocation.ts'
import {
  cancelOrder,
  deliverOrder,
  returnOrder,
  shipOrder,
  voidShipment,
} from './order-transitions.ts'
import { insertNewOrder } from './place-order.ts'
import { type Importer, type ImportResult, type Plan, planOf, resultOf } from './plan-import.ts'

/**
 * Creates or updates an order as its source reports it (specification §6). Emits the event
 * of each step with the order as it is after that step. Importing the same report again changes nothing
 * and emits nothing.
 */
export const importOrder = async (
  transaction: EventTransaction,
  importer: Importer,
  theirs: Plan['theirs'],
  now: number,
): Promise<ImportResult> => {
  const { account } = importer
  const { source, sourceId, originIds, changedAt } = theirs
  await lockImportedOrders(transaction, account, source, [sourceId, ...originIds])
  const plan = await planOf(transaction, importer, theirs)
  // The lines of merged orders are in this order now, so their stock must be free.
  for (const { id } of plan.absorbed)
    mustBeAllowed(await cancelOrder(transaction, account, id, now))
  const run: Run = { transaction, importer, plan, now }
  const remarks: string[] = []
  let order: Order | undefined = plan.ours
  for (const step of plan.steps) {
    if (order) await recordStep(run, step, order)
    order = mustBeAllowed(await apply(run, step, order))
    if (step.do === 'change-lines') remarks.push(...(await shortage(run, order)))
  }
  // After a conflict, what was not applied is still news.
  if (
    order &&
    !plan.isConflict &&
    changedAt !== undefined &&
    changedAt > (plan.ours?.changedAt ?? 0)
  )
    await setChangedAt(transaction, account, theirs, changedAt)
  const result = resultOf(plan)
  const waiting = order && isWaiting(order) ? order.id : undefined
  return { ...result, waiting, remarks: [...result.remarks, ...remarks] }
}

/** What the steps of an import share. */
type Run = { transaction: EventTransaction; importer: Importer; plan: Plan; now: number }

async function apply(run: Run, step: Step, order: Order | undefined): Promise<Order | Rejection> {
  const { transaction, now } = run
  const { account } = run.importer
  if (!order || step.do === 'create') return create(run)
  switch (step.do) {
    case 'void':
      return takeBack(run, order)
    case 'change-lines':
      return changeLines(transaction, account, order, step.products, now)
    case 'correct':
      return correctOrder(transaction, account, order, step.details)
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

/** Adds a line to the order's history for a step that emits no event. */
async function recordStep(run: Run, step: Step, before: Order): Promise<void> {
  const { transaction, importer, now } = run
  for (const [change, details] of silentChanges(step, before))
    await recordChange(transaction, importer.account, before.id, {
      at: timestamp(now),
      change,
      actor: transaction.actor,
      details,
    })
}

/** Returns the changes of a step, with what there was before. An address is not kept, only which fields changed. */
function silentChanges(step: Step, before: Order): [change: OrderChange, details: string][] {
  const parcel = `was ${before.carrierCode} ${before.trackingNumber}`
  if (step.do === 'void') return [['shipment voided', parcel]]
  if (step.do === 'change-lines') {
    const lines = before.products.map(({ sku, quantity }) => `${quantity} × ${sku}`)
    return [['lines changed', `were ${lines.join(', ')}`]]
  }
  if (step.do !== 'correct') return []
  const { recipient, companyName, trackingNumber, carrierCode } = step.details
  const known = new Map(Object.entries(before.recipient))
  const fields = Object.entries(recipient ?? {})
    .filter(([name, value]) => known.get(name) !== value)
    .map(([name]) => name)
  if (companyName !== undefined) fields.push('companyName')
  const changes: [OrderChange, string][] = []
  if (fields.length > 0) changes.push(['address changed', fields.join(', ')])
  if ((trackingNumber ?? carrierCode) !== undefined) changes.push(['tracking changed', parcel])
  return changes
}

async function create(run: Run): Promise<Order> {
  const { transaction, importer, now } = run
  const { theirs, steps, campaignId, erasedAt } = run.plan
  const { account } = importer
  const { source, sourceId, sourceOrderNumber, recipient, products } = theirs
  const isErased = erasedAt !== null
  const person = isErased ? noRecipient : recipient
  if (campaignId === undefined || person === undefined || products === undefined)
    throw new Error('A planned order lacks its campaign, recipient or lines')
  const hasLeft = steps.some((step) => step.do === 'ship') && (await leftBeforeCount(run, products))
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

/** Returns whether the parcel left before the stock was counted, so that the count is without it. */
async function leftBeforeCount(
  { transaction, importer, plan }: Run,
  products: Order['products'],
  warehouse: Order['warehouse'] = null,
): Promise<boolean> {
  const { leftBy } = plan.theirs
  if (leftBy === undefined) return false
  const { account, stockFrom } = importer
  const skus = demandOf(products).keys()
  const from = stockFrom ?? (await findNewestCount(transaction, account, skus, warehouse))
  return from !== undefined && Date.parse(leftBy) < from
}

/**
 * Ships an order. One that waited for stock takes what has come in since. The count of the stock may be without its units
 * already, or the source may have shipped units that this service counts as allocated to other orders: then the order
 * gives up its allocation and ships without a warehouse.
 */
async function ship(
  run: Run,
  order: Order,
  { shipment, at }: Extract<Step, { do: 'ship' }>,
): Promise<Order | Rejection> {
  const { transaction, now } = run
  const { account } = run.importer
  if (await leftBeforeCount(run, order.products, order.warehouse))
    await giveUpAllocation(transaction, account, order, now)
  else if (order.warehouse === null)
    await changeLines(transaction, account, order, order.products, now)
  const shipped = await shipOrder(transaction, account, order.id, shipment, now, at)
  if (!isRejection(shipped) || shipped.rejected !== 'not-enough-stock') return shipped
  await giveUpAllocation(transaction, account, order, now)
  return shipOrder(transaction, account, order.id, shipment, now, at)
}

/** Takes back a shipment whose label was voided. An order that had shipped without stock is allocated again. */
async function takeBack(run: Run, { id }: Order): Promise<Order | Rejection> {
  const { transaction, now } = run
  const { account } = run.importer
  const order = await voidShipment(transaction, account, id, now)
  if (isRejection(order) || order.warehouse !== null) return order
  return changeLines(transaction, account, order, order.products, now)
}

/** Returns a remark if an order waits for stock although its campaign sells only what is there. */
async function shortage(
  { transaction, importer: { account } }: Run,
  { allocationStatus, campaignId, products }: Order,
): Promise<string[]> {
  if (allocationStatus !== 'BACKORDERED') return []
  const campaign = await findCampaign(transaction, account, campaignId)
  if (!campaign || campaign.allowOutOfStockOrders) return []
  const demand = demandOf(products)
  const stock = await lockStockOf(transaction, account, demand.keys())
  const rejection = allocate(demand, stock, false)
  return isRejection(rejection) ? [rejectionText(rejection)] : []
}

/** Returns the order. Throws if a planned step is rejected, so that the transaction rolls back. */
function mustBeAllowed(order: Order | Rejection): Order {
  if (isRejection(order)) throw new Error(`A planned import is rejected: ${order.rejected}`)
  return order
}
