import { timestamp } from '../domain/clock.ts'
import type { AccountId } from '../domain/ids.ts'
import { changesOf, newLevel, type ShopPlan } from '../domain/shop.ts'
import { putCampaign } from '../store/campaigns.ts'
import {
  addStock,
  insertEvents,
  lockStock,
  putStock,
  putWarehouse,
  type StockEvent,
  type StockLevel,
} from '../store/inventory.ts'
import { lockShop } from '../store/shop.ts'
import { inBatches } from '../store/statement.ts'
import type { Transaction } from '../store/store.ts'
import { putVariants } from '../store/variants.ts'

/**
 * Applies a plan to an account's shop. Counts that have changed since it was made are set too.
 * @param now the time of the stock's events, in milliseconds. Each difference of a count is an event.
 * @returns whether it did. If another plan has changed the shop since, it has to be planned again.
 */
export const applyShop = async (
  transaction: Transaction,
  account: AccountId,
  plan: ShopPlan,
  now: number,
): Promise<boolean> => {
  if (!(await lockShop(transaction, account, plan.revision))) return false
  for (const [, { after }] of changesOf(plan.warehouses))
    await putWarehouse(transaction, account, after)
  await inBatches(transaction, changedVariants(plan), (variants) =>
    putVariants(transaction, account, variants),
  )

  const added: StockLevel[] = []
  const changed: StockLevel[] = []
  for (const [, { before, after }] of changesOf(plan.stock)) {
    const warehouse = plan.warehouses.get(after.warehouse)?.after.id
    if (warehouse) (before ? changed : added).push({ ...after, warehouse })
  }
  const at = timestamp(now)
  await inBatches(transaction, added, (levels) => addStock(transaction, account, levels, at))
  await inBatches(transaction, firstEvents(added, at), (events) =>
    insertEvents(transaction, account, events),
  )
  changed.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
  await inBatches(transaction, changed, async (levels) => {
    const skus = levels.map(({ sku }) => sku)
    const locked = await lockStock(transaction, account, skus)
    const counts = new Map(locked.map((item) => [placeOf(item), item]))
    await Promise.all(
      levels.map((level) => {
        const before = counts.get(placeOf(level)) ?? newLevel
        const events = eventsOf(level, before, 'adjusted', at)
        return putStock(transaction, account, level, events, level.low_stock_threshold)
      }),
    )
  })

  await inBatches(transaction, changesOf(plan.campaigns), (campaigns) =>
    Promise.all(
      campaigns.map(([, { after }]) => putCampaign(transaction, account, after, after.skus)),
    ),
  )
  return true
}

/**
 * Yields the rows of the variants that change. A row repeats the variant's product, and the minimum of the
 * product's first variant (specification §2). So a change is of all variants of its product.
 */
function* changedVariants({ products, variants }: ShopPlan) {
  const changed = new Set<string>()
  for (const [key] of changesOf(products)) changed.add(key)
  for (const [, { after }] of changesOf(variants)) changed.add(after.product)
  const minimums = new Map<string, number>()
  for (const { after } of variants.values()) {
    const { product: productKey, ...variant } = after
    const minimumOrderQuantity =
      minimums.get(productKey) ?? variant.pricing[0]?.minimumQuantity ?? 1
    minimums.set(productKey, minimumOrderQuantity)
    const product = products.get(productKey)?.after
    if (!product || !changed.has(productKey)) continue
    const { id, title, productionTime } = product
    yield { ...variant, id, title, productionTime, minimumOrderQuantity, productKey }
  }
}

function* firstEvents(levels: readonly StockLevel[], at: string) {
  for (const level of levels) yield* eventsOf(level, newLevel, 'received', at)
}

type Units = Pick<StockLevel, 'on_hand' | 'inbound'>

/** Returns an event for each count that differs. */
function eventsOf(
  { sku, warehouse, on_hand, inbound }: StockLevel,
  before: Units,
  type: StockEvent['type'],
  at: string,
): StockEvent[] {
  const own = { sku, warehouse, order: null, at }
  return [
    { ...own, type, quantity: on_hand - before.on_hand },
    { ...own, type: 'inbound_expected' as const, quantity: inbound - before.inbound },
  ].filter(({ quantity }) => quantity !== 0)
}

/** Orders lock stock in this order (store/inventory.ts). */
function placeOf({ sku, warehouse }: { sku: string; warehouse: string }) {
  return `${sku}\0${warehouse}`
}
