import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemo } from '../../../server/demo/seed-demo.ts'
import { openSqliteStore } from '../../../server/store/sqlite.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { findInconsistencies } from './find-inconsistencies.ts'

/** Invariants, each with a statement that violates it in the demo data. */
const violations = `
each count of an inventory item is the sum: update inventory_items set on_hand = on_hand + 1
each count of an inventory item is the sum: update inventory_items set inbound = inbound + 1
each count of an inventory item is the sum: delete from inventory_events where event_type = 'order_shipped'
allocated stock equals the units of open orders: update orders set status = 'CANCELLED' where status = 'AWAITING_SHIPMENT'
allocated stock equals the units of open orders: update orders set products = json_set(products, '$[0].quantity', 99) where status = 'AWAITING_SHIPMENT'
the stock movements of an order match its status: delete from inventory_events where order_id in (select id from orders where status = 'SHIPPED')
an event of an order moves units: update inventory_events set quantity = 0
the units that came back match the status of their order: update orders set status = 'RETURNED' where status = 'SHIPPED'
an order moves no other stock: update orders set warehouse = null where status = 'SHIPPED'
an order has a ship date once it has shipped: update orders set "shipDate" = null
an order has a ship date once it has shipped: update orders set "deliveredAt" = "orderDate" where status = 'CANCELLED'
a cancelled order has released its stock, an open one has not: update orders set "allocationStatus" = 'RELEASED' where status = 'AWAITING_SHIPMENT'
an order has line items: update orders set products = '[]'
the order count of a recipient: update recipients set orders = orders + 1
an order or an invite with an email: delete from recipients
a recipient is invited if: update recipients set invited = 1 - invited
an invite is used if and only if: update invites set status = 'USED'
an invite is used if and only if: delete from redemptions
an order has the source REDEMPTION if and only if it has an invite: update orders set "orderSource" = 'REDEMPTION'
a foreign key has no row: pragma foreign_keys = off; delete from campaigns; pragma foreign_keys = on`
  .trim()
  .split('\n')
  .map((line) => line.split(': ', 2))

let folder: ReturnType<typeof makeTemporaryFolder>
const demo = () => join(folder.path, 'demo.db')

beforeAll(async () => {
  folder = makeTemporaryFolder()
  const store = await openSqliteStore(demo())
  await store.write((transaction) => seedDemo(transaction, Date.now()))
  await store.close()
})

afterAll(() => folder.remove())

test.each(violations)('%s: %s', (invariant = '', sql = '') => {
  const file = join(folder.path, 'broken.db')
  copyFileSync(demo(), file)
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
  expect(findInconsistencies(file).join('\n')).toContain(invariant)
})
