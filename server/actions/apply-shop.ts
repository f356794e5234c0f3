import { timestamp } from '../domain/clock.ts'
import type { AccountId, WarehouseId } from '../domain/ids.ts'
import type { EventType } from '../domain/inventory.ts'
import {
  type Change,
  planShop,
  type StockLevel,
  type VariantRow,
  type WantedShop,
} from '../domain/shop.ts'
import { insertCampaign } from '../store/campaigns.ts'
import { insertStock, insertWarehouse, moveItem } from '../store/inventory.ts'
import { lockStock } from '../store/locks.ts'
import { readShop, renameWarehouse, setThreshold, updateCampaign } from '../store/shop.ts'
import type { Transaction } from '../store/store.ts'
import { insertVariant, updateVariant } from '../store/variants.ts'

const writeVariant = (
  transaction: Transaction,
  account: AccountId,
  { isNew, variant, product, minimum }: VariantRow,
): void => {
  const { product: productKey, options, pricing, active, ...own } = variant
  const { id, title, productionTime } = product
  const row = { ...own, id, title, productionTime, minimumOrderQuantity: minimum }
  const write = isNew ? insertVariant : updateVariant
  write(transaction, account, row, { productKey, options, pricing, active })
}

/** Moves stock to the counts of a file. Each difference is an event. */
const writeStock = (
  transaction: Transaction,
  account: AccountId,
  warehouse: WarehouseId,
  { before, after }: Change<StockLevel>,
  at: string,
): void => {
  const { sku, low_stock_threshold: threshold } = after
  const place = { account, sku, warehouse }
  const { on_hand, inbound } = before ?? { on_hand: 0, inbound: 0 }
  const event = (type: EventType, quantity: number) =>
    quantity === 0 ? [] : [{ type, quantity, order: null, at }]
  const events = [
    ...event(before ? 'adjusted' : 'received', after.on_hand - on_hand),
    ...event('inbound_expected', after.inbound - inbound),
  ]
  if (!before) insertStock(transaction, place, threshold, events)
  else for (const each of events) moveItem(transaction, place, each)
  if (before && before.low_stock_threshold !== threshold)
    setThreshold(transaction, { ...place, threshold })
}

/**
 * Makes an account's shop what a file says, in one transaction. What the file does not name stays.
 * @param now the time of the stock's events, in milliseconds.
 * @returns what has changed; or the problems of the file, if nothing has.
 */
export const applyShop = async (
  transaction: Transaction,
  account: AccountId,
  wanted: WantedShop,
  now: number,
  ends: Parameters<typeof planShop>[2] = [],
): Promise<ReturnType<typeof planShop>> => {
  lockStock(
    transaction,
    account,
    wanted.stock.things.map(({ sku }) => sku),
  )
  const current = await readShop(transaction, account)
  const plan = planShop(current, wanted, ends)
  if ('problems' in plan) return plan
  const warehouseIds = new Map(
    [...current.warehouses, ...plan.warehouses.map(({ after }) => after)].map(({ key, id }) => [
      key,
      id,
    ]),
  )
  const at = timestamp(now)
  for (const { before, after } of plan.warehouses) {
    const write = before ? renameWarehouse : insertWarehouse
    write(transaction, account, after)
  }
  for (const row of plan.rows) writeVariant(transaction, account, row)
  for (const change of plan.stock) {
    const warehouse = warehouseIds.get(change.after.warehouse)
    if (warehouse !== undefined) writeStock(transaction, account, warehouse, change, at)
  }
  for (const { before, after } of plan.campaigns)
    if (before) updateCampaign(transaction, account, after)
    else insertCampaign(transaction, account, after, after.skus)
  return plan
}
