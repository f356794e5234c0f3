import { timestamp } from '../../server/domain/clock.ts'
import { type AccountId, toId } from '../../server/domain/ids.ts'
import { moveStock } from '../../server/store/inventory.ts'
import { listInventory } from '../../server/store/inventory-list.ts'
import type { Transaction } from '../../server/store/store.ts'

/** Removes all available stock from every warehouse. */
export const removeAllStock = async (
  transaction: Transaction,
  account: AccountId,
  now: number,
): Promise<void> => {
  for (let page = 1; ; page++) {
    const { items, pagination } = await listInventory(
      transaction,
      account,
      {},
      { page, page_size: 100 },
    )
    for (const { sku, warehouse, available } of items)
      if (available > 0)
        await moveStock(
          transaction,
          { account, sku, warehouse: toId('whs', warehouse.warehouse_id) },
          { type: 'adjusted', quantity: -available, order: null, at: timestamp(now) },
        )
    if (!pagination.has_more) return
  }
}
