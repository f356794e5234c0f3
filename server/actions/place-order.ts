import { orderEvent } from '../deliveries/payloads.ts'
import { timestamp } from '../domain/clock.ts'
import { type AccountId, newId, type WarehouseId } from '../domain/ids.ts'
import { type Allocation, allocate, demandOf, type WarehouseStock } from '../domain/inventory.ts'
import { type Order, rejectsOrders } from '../domain/order.ts'
import { isRejection, type Rejection } from '../domain/rejection.ts'
import { findCampaign, listUnattached } from '../store/campaigns.ts'
import { changeRecipient } from '../store/contacts.ts'
import { lockStockOf, moveStock, putStock } from '../store/inventory.ts'
import { insertOrder } from '../store/orders.ts'
import type { EventTransaction } from './actions.ts'

/** An order as a client requests it. */
export type OrderRequest = Omit<
  NewOrder,
  'orderDate' | 'orderNumber' | 'allocation' | 'imported'
> & {
  /** The warehouse to ship from; undefined lets the service choose. */
  warehouse: WarehouseId | undefined
}

/**
 * Places an order and allocates its stock, or returns a rejection and changes nothing (design decision 19).
 * @param now when the order is placed, in milliseconds.
 */
export const placeOrder = async (
  transaction: EventTransaction,
  account: AccountId,
  request: OrderRequest,
  now: number,
): Promise<Order | Rejection> => {
  const { campaignId, products } = request
  const demand = demandOf(products)
  const takenNumber = transaction.takeOrderNumber()
  const [stock, campaign, [sku]] = await Promise.all([
    lockStockOf(transaction, account, demand.keys()),
    findCampaign(transaction, account, campaignId),
    listUnattached(transaction, account, campaignId, demand.keys()),
  ])
  if (!campaign) return { rejected: 'campaign-not-found' }
  const rejection = rejectsOrders(campaign, now)
  if (rejection) return rejection
  if (sku !== undefined) return { rejected: 'sku-not-in-campaign', sku }

  const { allowOutOfStockOrders } = campaign
  const facts = { stock, allowOutOfStockOrders, takenNumber }
  return placeAllowedOrder(transaction, account, request, facts, now)
}

/** An order to insert, with the warehouse that its stock is allocated in. Only demo data gives an id. */
type NewOrder = Omit<Order, Assigned> & {
  id?: Order['id']
  allocation: Allocation
  orderNumber: string
  /** Where it was imported from. */
  imported?: Parameters<typeof insertOrder>[3]
}

/** The fields that the service sets when it inserts an order. */
type Assigned =
  | 'id'
  | 'status'
  | 'paymentStatus'
  | 'allocationStatus'
  | 'shipDate'
  | 'deliveredAt'
  | 'trackingNumber'
  | 'carrierCode'
  | 'warehouse'

/**
 * Inserts an order, allocates its stock, updates its contacts' order counts and emits order.created.
 * Checks no rule: the caller has.
 * @param now when the stock is allocated, in milliseconds.
 */
export const insertNewOrder = async (
  transaction: EventTransaction,
  account: AccountId,
  { allocation, imported, ...given }: NewOrder,
  now: number,
): Promise<Order> => {
  const { campaignId, recipient, products } = given
  const { warehouse, status } = allocation
  const order: Order = {
    id: newId('ord'),
    ...given,
    status: 'AWAITING_SHIPMENT',
    paymentStatus: 'PAID',
    allocationStatus: status,
    shipDate: null,
    deliveredAt: null,
    trackingNumber: null,
    carrierCode: null,
    warehouse,
  }
  const allocated = {
    type: 'order_allocated',
    order: order.id,
    at: timestamp(now),
    actor: transaction.actor.name,
  } as const
  const moves =
    warehouse === null
      ? []
      : [...demandOf(products)].map(([sku, quantity]) => ({
          ...allocated,
          sku,
          warehouse,
          quantity,
        }))
  transaction.commitWith([
    insertOrder(transaction, account, order, imported),
    changeRecipient(transaction, account, campaignId, recipient.email, { orders: 1 }),
    // A warehouse that cannot serve the order may lack the variant.
    ...(status === 'ALLOCATED'
      ? [moveStock(transaction, account, moves)]
      : moves.map((move) => putStock(transaction, account, move, [move]))),
  ])
  transaction.emit(account, orderEvent('order.created', order))
  return order
}

/** The facts that allow an order, as read in its transaction. */
type OrderFacts = {
  /** The stock of the order's SKUs. */
  stock: readonly WarehouseStock[]
  allowOutOfStockOrders: boolean
  takenNumber: () => Promise<string>
}

/** Places an order that its campaign accepts, or returns a rejection if the stock is short. */
export async function placeAllowedOrder(
  transaction: EventTransaction,
  account: AccountId,
  request: OrderRequest,
  { stock, allowOutOfStockOrders, takenNumber }: OrderFacts,
  now: number,
): Promise<Order | Rejection> {
  const warehouses = request.warehouse
    ? stock.filter(({ warehouse }) => warehouse === request.warehouse)
    : stock
  if (request.warehouse && warehouses.length === 0) return { rejected: 'warehouse-not-found' }
  const allocation = allocate(demandOf(request.products), warehouses, allowOutOfStockOrders)
  if (isRejection(allocation)) return allocation

  const orderNumber = await takenNumber()
  const orderDate = timestamp(now)
  const order = { ...request, orderDate, orderNumber, allocation }
  return insertNewOrder(transaction, account, order, now)
}
