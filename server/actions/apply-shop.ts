import { timestamp } from '../domain/clock.ts'
import type { AccountId } from '../domain/ids.ts'
import type { EventType } from '../domain/inventory.ts'
import { planShop, type WantedShop } from '../domain/shop.ts'
import { insertCampaign } from '../store/campaigns.ts'
import { insertStock, insertWarehouse, moveItem } from '../store/inventory.ts'
import { readShop, renameWarehouse, setThreshold, updateCampaign } from '../store/shop.ts'
import type { Transaction } from '../store/store.ts'
import { insertVariant, updateVariant } from '../store/variants.ts'

/**
 * Makes an account's shop what a file says, in one transaction. What the file does not name stays.
 * @param now the time of the stock's events, in milliseconds. Each difference of a count is an event.
 * @returns what has changed; or the problems of the file, if nothing has.
 */
export const applyShop = async (
  transaction: Transaction,
  account: AccountId,
  wanted: WantedShop,
  now: number,
  ends: Parameters<typeof planShop>[2] = [],
): Promise<ReturnType<typeof planShop>> => {
  const current = await readShop(transaction, account)
  const plan = planShop(current, wanted, ends)
  if ('problems' in plan) return plan
  const warehouses = new Map(current.warehouses.map(({ key, id }) => [key, id]))
  for (const { before, after } of plan.warehouses) {
    const write = before ? renameWarehouse : insertWarehouse
    write(transaction, account, after)
    warehouses.set(after.key, after.id)
  }
  for (const { isNew, variant, product, minimum } of plan.rows) {
    const { product: productKey, options, pricing, active, ...own } = variant
    const { id, title, productionTime } = product
    const row = { ...own, id, title, productionTime, minimumOrderQuantity: minimum }
    const write = isNew ? insertVariant : updateVariant
    write(transaction, account, row, { productKey, options, pricing, active })
  }
  for (const { before, after } of plan.stock) {
    const warehouse = warehouses.get(after.warehouse)
    if (warehouse === undefined) continue
    const { sku, low_stock_threshold: threshold } = after
    const place = { account, sku, warehouse }
    const { on_hand, inbound } = before ?? { on_hand: 0, inbound: 0 }
    const changes: [EventType, number][] = [
      [before ? 'adjusted' : 'received', after.on_hand - on_hand],
      ['inbound_expected', after.inbound - inbound],
    ]
    const events = changes
      .filter(([, quantity]) => quantity !== 0)
      .map(([type, quantity]) => ({ type, quantity, order: null, at: timestamp(now) }))
    if (!before) insertStock(transaction, place, threshold, events)
    else for (const event of events) moveItem(transaction, place, event)
    if (before && before.low_stock_threshold !== threshold)
      setThreshold(transaction, { ...place, threshold })
  }
  for (const { before, after } of plan.campaigns)
    if (before) updateCampaign(transaction, account, after)
    else insertCampaign(transaction, account, after, after.skus)
  return plan
}
