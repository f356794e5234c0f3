import type { components } from '../../generated/types.ts'
import { refusesOrders } from '../domain/campaign.ts'
import { timestamp } from '../domain/clock.ts'
import { allocate, demandOf } from '../domain/inventory.ts'
import { isRefusal, type Refusal } from '../domain/refusal.ts'
import { findCampaign, firstUnattached } from '../store/campaigns.ts'
import { stockOf } from '../store/inventory.ts'
import type { Transaction } from '../store/store.ts'
import { type NewOrder, recordOrder } from './record-order.ts'

type Order = components['schemas']['Order']

/** An order as it is asked for. */
export type OrderRequest = Omit<NewOrder, 'sourceOrderNumber' | 'orderDate' | 'allocation'> & {
  /** The warehouse that is to serve it; undefined lets the service pick. */
  warehouse: string | undefined
}

/**
 * Places an order and allocates its stock, or refuses and changes nothing (design decision 19).
 * @param now when it is placed, in milliseconds.
 */
export const placeOrder = async (
  transaction: Transaction,
  account: string,
  request: OrderRequest,
  now: number,
): Promise<Order | Refusal> => {
  const { campaignId, products } = request
  const campaign = await findCampaign(transaction, account, campaignId)
  if (!campaign) return { refused: 'campaign-not-found' }
  const refusal = refusesOrders(campaign, now)
  if (refusal) return refusal

  const demand = demandOf(products)
  const sku = await firstUnattached(transaction, account, campaignId, demand.keys())
  if (sku !== undefined) return { refused: 'sku-not-in-campaign', sku }

  const stock = await stockOf(transaction, account, demand.keys())
  const warehouses = request.warehouse
    ? stock.filter(({ warehouse }) => warehouse === request.warehouse)
    : stock
  if (request.warehouse && warehouses.length === 0) return { refused: 'warehouse-not-found' }
  const allocation = allocate(demand, warehouses, campaign.allowOutOfStockOrders)
  if (isRefusal(allocation)) return allocation

  return recordOrder(
    transaction,
    account,
    { ...request, sourceOrderNumber: null, orderDate: timestamp(now), allocation },
    now,
  )
}
