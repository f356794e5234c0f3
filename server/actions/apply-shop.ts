import { timestamp } from '../domain/clock.ts'
import type { AccountId } from '../domain/ids.ts'
import { newLevel, planShop, type ShopPlan, type WantedShop } from '../domain/shop.ts'
import { putCampaign } from '../store/campaigns.ts'
import { lockShop, putStock, putWarehouse } from '../store/inventory.ts'
import { readShop } from '../store/shop.ts'
import { inBatches } from '../store/statement.ts'
import type { Transaction } from '../store/store.ts'
import { putVariant } from '../store/variants.ts'

type Level = ShopPlan['stock']['changes'][number]

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
  await lockShop(transaction, account)
  const plan = planShop(await readShop(transaction, account), wanted, ends)
  if ('problems' in plan) return plan
  for (const { after } of plan.warehouses.changes) await putWarehouse(transaction, account, after)

  // The row of a variant repeats its product, and the minimum of the product's first variant (specification §2).
  // So a change writes all variants of its product.
  const changed = new Set([
    ...plan.products.changes.map(({ key }) => key),
    ...plan.variants.changes.map(({ after }) => after.product),
  ])
  const minimums = new Map<string, number>()
  await inBatches(transaction, plan.variants.after.values(), async (variant) => {
    const { product: productKey, options, pricing, active, ...own } = variant
    const minimumOrderQuantity = minimums.get(productKey) ?? pricing[0]?.minimumQuantity ?? 1
    minimums.set(productKey, minimumOrderQuantity)
    const product = plan.products.after.get(productKey)
    if (!product || !changed.has(productKey)) return
    const { id, title, productionTime } = product
    const row = { ...own, id, title, productionTime, minimumOrderQuantity }
    await putVariant(transaction, account, row, { productKey, options, pricing, active })
  })

  const warehouseOf = (key: string) => plan.warehouses.after.get(key)?.id
  // New levels in the file's order, and then the others in the order in which orders lock them (store/inventory.ts).
  const order = ({ before, after }: Level) =>
    before ? `${after.sku}\0${warehouseOf(after.warehouse)}` : ''
  const levels = plan.stock.changes.toSorted((a, b) =>
    order(a) < order(b) ? -1 : order(a) > order(b) ? 1 : 0,
  )
  const at = timestamp(now)
  await inBatches(transaction, levels, async ({ before, after }) => {
    const warehouse = warehouseOf(after.warehouse)
    if (!warehouse) return
    const { on_hand, inbound } = before ?? newLevel
    const type = before ? 'adjusted' : 'received'
    const events = [
      { type, quantity: after.on_hand - on_hand, order: null, at } as const,
      { type: 'inbound_expected', quantity: after.inbound - inbound, order: null, at } as const,
    ].filter(({ quantity }) => quantity !== 0)
    const { sku, low_stock_threshold } = after
    await putStock(transaction, account, { sku, warehouse }, events, low_stock_threshold)
  })

  await inBatches(transaction, plan.campaigns.changes, ({ after }) =>
    putCampaign(transaction, account, after, after.skus),
  )
  return plan
}
