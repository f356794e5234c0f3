import { timestamp } from '../domain/clock.ts'
import type { AccountId } from '../domain/ids.ts'
import { newLevel, planShop, type WantedShop } from '../domain/shop.ts'
import { putCampaign } from '../store/campaigns.ts'
import { putStock, putWarehouse, type StockEvent } from '../store/inventory.ts'
import { lockStock } from '../store/locks.ts'
import { readShop } from '../store/shop.ts'
import type { Transaction } from '../store/store.ts'
import { putVariant } from '../store/variants.ts'

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
  lockStock(
    transaction,
    account,
    wanted.stock.map(({ given }) => given.sku),
  )
  const plan = planShop(await readShop(transaction, account), wanted, ends)
  if ('problems' in plan) return plan
  for (const { after } of plan.warehouses.changes) putWarehouse(transaction, account, after)

  // The row of a variant repeats its product, and the minimum of the product's first variant (specification §2).
  // So a change writes all variants of its product.
  const changed = new Set([
    ...plan.products.changes.map(({ key }) => key),
    ...plan.variants.changes.map(({ after }) => after.product),
  ])
  const minimums = new Map<string, number>()
  for (const variant of plan.variants.after.values()) {
    const { product: productKey, options, pricing, active, ...own } = variant
    const minimumOrderQuantity = minimums.get(productKey) ?? pricing[0]?.minimumQuantity ?? 1
    minimums.set(productKey, minimumOrderQuantity)
    const product = plan.products.after.get(productKey)
    if (!product || !changed.has(productKey)) continue
    const { id, title, productionTime } = product
    const row = { ...own, id, title, productionTime, minimumOrderQuantity }
    putVariant(transaction, account, row, { productKey, options, pricing, active })
  }

  const at = timestamp(now)
  for (const { before, after } of plan.stock.changes) {
    const warehouse = plan.warehouses.after.get(after.warehouse)
    if (!warehouse) continue
    const { on_hand, inbound } = before ?? newLevel
    const type = before ? 'adjusted' : 'received'
    const events: StockEvent[] = [
      { type, quantity: after.on_hand - on_hand, order: null, at },
      { type: 'inbound_expected', quantity: after.inbound - inbound, order: null, at },
    ]
    const moves = events.filter(({ quantity }) => quantity !== 0)
    const place = { account, sku: after.sku, warehouse: warehouse.id }
    putStock(transaction, place, moves, after.low_stock_threshold)
  }

  for (const { after } of plan.campaigns.changes)
    putCampaign(transaction, account, after, after.skus)
  return plan
}
