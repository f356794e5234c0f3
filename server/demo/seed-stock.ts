import { timestamp } from '../domain/clock.ts'
import { insertInventoryItem, moveStock } from '../store/inventory.ts'
import type { Transaction } from '../store/store.ts'
import { type Demo, daysAgo } from './demo.ts'

/** Adds stock of every variant in both warehouses. Some items are low or out of stock. */
export const seedStock = async (transaction: Transaction, demo: Demo): Promise<void> => {
  const { account, warehouses, skus } = demo
  const at = (days: number) => timestamp(daysAgo(demo, days))
  for (const [w, warehouse] of warehouses.entries())
    for (const [i, sku] of skus.entries()) {
      const place = { account, sku, warehouse }
      await insertInventoryItem(transaction, place, i % 3 === 0 ? 25 : 10)
      const arrived = 40 + ((i * 17 + w * 29) % 9) * 20
      const move = (
        type: Parameters<typeof moveStock>[2]['type'],
        quantity: number,
        days: number,
      ) => moveStock(transaction, place, { type, quantity, order: null, at: at(days) })
      if (i % 13 !== 12 || w !== 1) await move('received', arrived, 60 - w)
      if (i % 8 === 3) await move('adjusted', -((i % 5) + 1), 33)
      if (i % 4 === 1) await move('inbound_expected', 120, 25)
      if (i % 8 === 1) await move('inbound_received', 120, 11)
      if (i % 11 === 7) await move('adjusted', -(arrived - 8), 5)
    }
}
