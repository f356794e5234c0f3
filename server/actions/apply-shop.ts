import { timestamp } from '../domain/clock.ts'
import type { AccountId } from '../domain/ids.ts'
import { changesOf, newLevel, type ShopPlan } from '../domain/shop-plan.ts'
import { putCampaign } from '../store/campaigns.ts'
import {
  addStock,
  insertEvents,
  moveStock,
  putStock,
  putWarehouse,
  type StockEvent,
  type StockLevel,
} from '../store/inventory.ts'
import { lockShop } from '../store/shop.ts'
import { inBatches } from '../store/statement.ts'
import { putVariants } from '../store/variants.ts'
import type { EventTransaction } from './actions.ts'
import { lockShelf, serveWaiting } from './serve-waiting.ts'

/**
 * Applies a plan to an account's shop. Counts that have changed since it was made are set too.
 * @param now the time of the stock's events, in milliseconds. Each difference of a count is an event.
 * @returns whether it did. If another plan has changed the shop since, it has to be planned again.
 */
export const applyShop = async (
  transaction: EventTransaction,
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
  const changed: (StockLevel & { isCounted: boolean | undefined })[] = []
  for (const { before, after, fields, isCounted } of plan.stock.values()) {
    const warehouse = plan.warehouses.get(after.warehouse)?.after.id
    if (!warehouse) continue
    if (!before) added.push({ ...after, warehouse })
    else if (isCounted || fields.length > 0) changed.push({ ...after, warehouse, isCounted })
  }
  const at = timestamp(now)
  const own = { order: null, at, actor: transaction.actor.name }
  await inBatches(transaction, added, (levels) => addStock(transaction, account, levels, at))
  await inBatches(transaction, firstEvents(added, own), (events) =>
    insertEvents(transaction, account, events),
  )
  changed.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
  await inBatches(transaction, changed, async (levels) => {
    const skus = levels.map(({ sku }) => sku)
    const locked = await lockShelf(transaction, account, skus)
    const before = new Map(locked.map((item) => [placeOf(item), item]))
    const isNew = (level: StockLevel) =>
      before.get(placeOf(level))?.low_stock_threshold !== level.low_stock_threshold
    const put = (level: StockLevel) =>
      putStock(transaction, account, level, [], level.low_stock_threshold)
    await Promise.all(levels.filter(isNew).map(put))
    const events = levels.flatMap((level) =>
      eventsOf(level, before.get(placeOf(level)) ?? newLevel, own, level.isCounted),
    )
    await moveStock(transaction, account, events)
    await serveWaiting(transaction, account, skus, now)
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

type Common = Pick<StockEvent, 'order' | 'at' | 'actor'>

function* firstEvents(levels: readonly StockLevel[], common: Common) {
  for (const { sku, warehouse, on_hand, inbound } of levels) {
    const own = { ...common, sku, warehouse }
    yield { ...own, type: 'received' as const, quantity: on_hand, counted: on_hand }
    if (inbound !== 0) yield { ...own, type: 'inbound_expected' as const, quantity: inbound }
  }
}

/** Returns an event for a count, and for each number of units that differs. */
function eventsOf(
  { sku, warehouse, on_hand, inbound }: StockLevel,
  before: Pick<StockLevel, 'on_hand' | 'inbound'>,
  common: Common,
  isCounted = false,
): StockEvent[] {
  const own = { ...common, sku, warehouse }
  const events: StockEvent[] = []
  const quantity = on_hand - before.on_hand
  if (isCounted) events.push({ ...own, type: 'adjusted', quantity, counted: on_hand })
  const expected = inbound - before.inbound
  if (expected !== 0) events.push({ ...own, type: 'inbound_expected', quantity: expected })
  return events
}

/** Orders lock stock in this order (store/inventory.ts). */
function placeOf({ sku, warehouse }: { sku: string; warehouse: string }) {
  return `${sku}\0${warehouse}`
}
