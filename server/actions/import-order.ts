import { timestamp } from '../domain/clock.ts'
import type { AccountId, CampaignId } from '../domain/ids.ts'
import type { ImportedOrder, Step } from '../domain/imported-order.ts'
import { type Allocation, allocate, type Demand, demandOf } from '../domain/inventory.ts'
import { type Order, unsetFields } from '../domain/order.ts'
import { isRejection, type Rejection } from '../domain/rejection.ts'
import { lockStockOf } from '../store/inventory.ts'
import { lockImportedOrder } from '../store/orders.ts'
import type { Transaction } from '../store/store.ts'
import type { EventTransaction } from './actions.ts'
import { cancelOrder, deliverOrder, returnOrder, shipOrder } from './change-order.ts'
import { correctOrder } from './correct-order.ts'
import { insertNewOrder } from './place-order.ts'
import { type Importer, type Outcome, outcomeOf, planOf } from './preview-import.ts'
import { releaseStock } from './release-stock.ts'

/** Allocates the whole order in one warehouse, or backorders it without a warehouse. */
const allocationFor = async (
  transaction: Transaction,
  account: AccountId,
  demand: Demand,
): Promise<Allocation> => {
  const stock = await lockStockOf(transaction, account, demand.keys())
  const allocation = allocate(demand, stock, false)
  return isRejection(allocation) ? { warehouse: null, status: 'BACKORDERED' } : allocation
}

const create = async (
  transaction: EventTransaction,
  account: AccountId,
  campaignId: CampaignId,
  theirs: ImportedOrder,
  now: number,
): Promise<Order> => {
  const { sourceOrderNumber, recipient, companyName = '', notes = '', products } = theirs
  const allocation = await allocationFor(transaction, account, demandOf(products))
  const orderDate = theirs.orderDate ?? timestamp(now)
  const orderNumber = await transaction.takeNumber(account, 'order')()
  const order = {
    ...unsetFields,
    sourceOrderNumber,
    orderDate,
    orderNumber,
    campaignId,
    recipient,
    companyName,
    notes,
    products,
  }
  return insertNewOrder(transaction, account, { ...order, orderSource: 'IMPORT', allocation }, now)
}

/** Returns the order. Throws if a planned step is rejected, so that the transaction rolls back. */
const mustBeAllowed = (order: Order | Rejection): Order => {
  if (isRejection(order)) throw new Error(`A planned import is rejected: ${order.rejected}`)
  return order
}

type Ship = Extract<Step, { do: 'ship' }>

/**
 * Ships an order. The provider may have shipped units that this service counts as allocated to other
 * orders: then the order gives up its allocation and ships without a warehouse.
 */
const ship = async (
  transaction: EventTransaction,
  account: AccountId,
  order: Order,
  { shipment, at }: Ship,
  now: number,
): Promise<Order | Rejection> => {
  const shipped = await shipOrder(transaction, account, order.id, shipment, now, at)
  if (!isRejection(shipped) || shipped.rejected !== 'not-enough-stock') return shipped
  await releaseStock(transaction, account, order, now)
  return shipOrder(transaction, account, order.id, shipment, now, at)
}

/**
 * Creates or updates an order as a fulfillment provider reports it (specification §6). Emits the event
 * of each step with the order as it is after that step. Importing the same report again changes nothing
 * and emits nothing.
 */
export const importOrder = async (
  transaction: EventTransaction,
  importer: Importer,
  theirs: ImportedOrder,
  now: number,
): Promise<Outcome | Rejection> => {
  const { account } = importer
  await lockImportedOrder(transaction, account, theirs.sourceOrderNumber)
  const planned = await planOf(transaction, importer, theirs)
  if (isRejection(planned)) return planned
  const apply = async (step: Step, order: Order | undefined): Promise<Order | Rejection> => {
    if (!order || step.do === 'create')
      return create(transaction, account, planned.campaignId, theirs, now)
    switch (step.do) {
      case 'ship':
        return ship(transaction, account, order, step, now)
      case 'deliver':
        return deliverOrder(transaction, account, order.id, Date.parse(step.at))
      case 'cancel':
        return cancelOrder(transaction, account, order.id, now)
      case 'return':
        return returnOrder(transaction, account, order.id, now)
      case 'correct':
        return correctOrder(transaction, account, order, step.details)
    }
  }
  let order = planned.ours
  for (const step of planned.steps) order = mustBeAllowed(await apply(step, order))
  return outcomeOf(planned)
}
