import { timestamp } from '../domain/clock.ts'
import type { AccountId, WarehouseId } from '../domain/ids.ts'
import type { EventType, StockCounts } from '../domain/inventory.ts'
import { putStock, type StockEvent } from '../store/inventory.ts'
import { findStock } from '../store/shop.ts'
import type { EventTransaction } from './actions.ts'
import { lockShelf, serveWaiting } from './serve-waiting.ts'

/** A change of the stock of a SKU in a warehouse. Units are added; a count replaces those on hand. */
export type StockChange = { do: 'receive' | 'adjust' | 'count'; units: number }

type Rejected = { rejected: 'sku-not-found' } | { rejected: 'not-possible'; on_hand: number }

/**
 * Changes the stock of a SKU in some warehouses, all or none, and serves orders that wait for it. The history of the stock
 * names the actor and the reason.
 * @returns the stock of the last warehouse.
 */
export const changeStock = async (
  transaction: EventTransaction,
  account: AccountId,
  sku: string,
  changes: readonly { warehouse: WarehouseId; change: StockChange }[],
  reason: string | undefined,
  now: number,
): Promise<StockCounts | Rejected> => {
  await lockShelf(transaction, account, [sku])
  for (const { warehouse, change } of changes) {
    const before = await findStock(transaction, { account, sku, warehouse })
    if (!before) return { rejected: 'sku-not-found' }
    const moves = movesOf(change, before)
    const after = moves.reduce((sum, { quantity }) => sum + quantity, before.on_hand)
    // The document has no larger event, such as that of a later count.
    if (after < 0 || after > 2147483647)
      return { rejected: 'not-possible', on_hand: before.on_hand }
    const own = { order: null, at: timestamp(now), reason, actor: transaction.actor.name }
    const events = moves.map((move) => ({ ...own, ...move }))
    await putStock(transaction, account, { sku, warehouse }, events)
  }
  await serveWaiting(transaction, account, [sku], now)
  const last = changes.at(-1)
  const after = last && (await findStock(transaction, { account, sku, warehouse: last.warehouse }))
  return after ?? { rejected: 'sku-not-found' }
}

function movesOf(
  change: StockChange,
  { on_hand, inbound }: StockCounts,
): (Pick<StockEvent, 'quantity' | 'counted'> & { type: EventType })[] {
  const { units } = change
  switch (change.do) {
    case 'receive':
      return [
        { type: 'inbound_received' as const, quantity: Math.min(inbound, units) },
        { type: 'received' as const, quantity: units - Math.min(inbound, units) },
      ].filter(({ quantity }) => quantity > 0)
    case 'adjust':
      return [{ type: 'adjusted', quantity: units }]
    case 'count':
      return [{ type: 'adjusted', quantity: units - on_hand, counted: units }]
  }
}
