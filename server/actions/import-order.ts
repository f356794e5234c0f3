import type { components } from '../../generated/types.ts'
import { timestamp } from '../domain/clock.ts'
import type { ImportedOrder, Step } from '../domain/imported-order.ts'
import { type Allocation, allocate, type Demand, demandOf } from '../domain/inventory.ts'
import { unsetFields } from '../domain/order.ts'
import { isRefusal, type Refusal } from '../domain/refusal.ts'
import { stockOf } from '../store/inventory.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { cancelOrder, deliverOrder, returnOrder, shipOrder } from './change-order.ts'
import { correctOrder } from './correct-order.ts'
import { type Importer, type Outcome, outcomeOf, planOf } from './foresee-import.ts'
import { recordOrder } from './record-order.ts'
import { withdrawStock } from './withdraw-stock.ts'

type Order = components['schemas']['Order']

/** What subscribers are to be told: each event with the order as it was then. */
export type OrderEvent = {
  event:
    | 'order.created'
    | 'order.shipped'
    | 'order.delivered'
    | 'order.cancelled'
    | 'order.returned'
  order: Order
}

export type Imported = { outcome: Outcome; events: readonly OrderEvent[] }

/** All in one warehouse, or without any: what a provider has sold waits for stock. */
const allocationFor = async (
  reader: Reader,
  account: string,
  demand: Demand,
): Promise<Allocation> => {
  const allocation = allocate(demand, await stockOf(reader, account, demand.keys()), false)
  return isRefusal(allocation) ? { warehouse: null, status: 'BACKORDERED' } : allocation
}

const create = async (
  transaction: Transaction,
  account: string,
  campaignId: string,
  theirs: ImportedOrder,
  now: number,
): Promise<Order> => {
  const { sourceOrderNumber, recipient, companyName = '', notes = '', products } = theirs
  const allocation = await allocationFor(transaction, account, demandOf(products))
  const orderDate = theirs.orderDate ?? timestamp(now)
  const order = {
    ...unsetFields,
    sourceOrderNumber,
    orderDate,
    campaignId,
    recipient,
    companyName,
    notes,
    products,
  }
  return recordOrder(transaction, account, { ...order, orderSource: 'IMPORT', allocation }, now)
}

/** A plan is made of what the rules allow: whatever is refused now undoes all of it. */
const mustBeAllowed = (order: Order | Refusal): Order => {
  if (isRefusal(order)) throw new Error(`A planned import is refused: ${order.refused}`)
  return order
}

type Ship = Extract<Step, { do: 'ship' }>

/** What has left is gone, though by our count it was not there: then it was other stock that left. */
const ship = async (
  transaction: Transaction,
  account: string,
  order: Order,
  { shipment, at }: Ship,
  now: number,
): Promise<Order | Refusal> => {
  const shipped = await shipOrder(transaction, account, order.id, shipment, now, at)
  if (!isRefusal(shipped) || shipped.refused !== 'not-enough-stock') return shipped
  await withdrawStock(transaction, account, order, now)
  return shipOrder(transaction, account, order.id, shipment, now, at)
}

const events = {
  create: 'order.created',
  ship: 'order.shipped',
  deliver: 'order.delivered',
  cancel: 'order.cancelled',
  return: 'order.returned',
  correct: undefined,
} as const

/**
 * Makes our order what a fulfillment provider says it is, creating it if need be (specification §6,
 * a sync job that imports orders). Importing the same again changes nothing and tells nothing.
 * @returns what is to be published once it is committed, or why nothing was changed.
 */
export const importOrder = async (
  transaction: Transaction,
  importer: Importer,
  theirs: ImportedOrder,
  now: number,
): Promise<Imported | Refusal> => {
  const planned = await planOf(transaction, importer, theirs)
  if (isRefusal(planned)) return planned
  const { account } = importer
  const apply = async (step: Step, order: Order | undefined): Promise<Order | Refusal> => {
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
  const told: OrderEvent[] = []
  for (const step of planned.steps) {
    order = mustBeAllowed(await apply(step, order))
    const event = events[step.do]
    if (event) told.push({ event, order })
  }
  return { outcome: outcomeOf(planned), events: told }
}
