import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../testkit/temporary-folder.ts'
import { seedDemo } from '../demo/seed-demo.ts'
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts'
import { findInconsistencies } from './find-inconsistencies.ts'

const anOrder = (status: string) => `(select id from orders where status = '${status}' limit 1)`

/** Each breaks a law of its own in the demo's data. */
const breaks: [law: string, sql: string][] = [
  [
    'every count of an inventory item is the sum',
    'update inventory_items set on_hand = on_hand + 1',
  ],
  [
    'every count of an inventory item is the sum',
    'update inventory_items set inbound = inbound + 1',
  ],
  [
    'every count of an inventory item is the sum',
    `delete from inventory_events where event_type = 'order_shipped'`,
  ],
  [
    'what is allocated is what open orders want',
    `update orders set status = 'CANCELLED' where id = ${anOrder('AWAITING_SHIPMENT')}`,
  ],
  [
    'what is allocated is what open orders want',
    `update orders set products = json_set(products, '$[0].quantity', 99) where status = 'AWAITING_SHIPMENT'`,
  ],
  [
    'the stock of an order moved as its status says',
    `delete from inventory_events where order_id = ${anOrder('SHIPPED')}`,
  ],
  [
    'the stock of an order moved as its status says',
    `update orders set status = 'RETURNED' where id = ${anOrder('SHIPPED')}`,
  ],
  [
    'no other stock moved for an order',
    `update orders set warehouse_id = null where id = ${anOrder('SHIPPED')}`,
  ],
  ['an order has a ship date from its shipment on', `update orders set ship_date = null`],
  [
    'an order has a ship date from its shipment on',
    `update orders set delivered_at = order_date where status = 'CANCELLED'`,
  ],
  [
    'the stock of an order is released when it is over',
    `update orders set allocation_status = 'RELEASED' where status = 'AWAITING_SHIPMENT'`,
  ],
  ['an order has lines', `update orders set products = '[]'`],
  ['a contact counts the orders', 'update contacts set order_count = order_count + 1'],
  ['a contact is invited when', 'update contacts set invited = 1 - invited'],
  ['a contact is found by its tags', 'delete from contact_tags'],
  ['a contact is found by its tags', `update contacts set tags = '["of no use"]'`],
  ['every contact can be searched for', 'update search_progress set indexed = indexed - 1'],
  ['an invite is used exactly when', `update invites set status = 'USED'`],
  ['an invite is used exactly when', `delete from redemptions`],
  ['an order that was redeemed is an invite’s', `update orders set order_source = 'REDEMPTION'`],
  [
    'a foreign key leads nowhere',
    `pragma foreign_keys = off; delete from campaigns; pragma foreign_keys = on`,
  ],
]

let folder: ReturnType<typeof makeTemporaryFolder>
const demo = () => join(folder.path, 'demo.db')

beforeAll(async () => {
  folder = makeTemporaryFolder()
  const store = await openSqliteStore(demo())
  await store.write((transaction) => seedDemo(transaction, Date.now()))
  await store.close()
})

afterAll(() => folder.remove())

test('the demo’s data is consistent', () => {
  expect(findInconsistencies(demo())).toEqual([])
})

test.each(breaks)('%s: %s', (law, sql) => {
  const file = join(folder.path, 'broken.db')
  copyFileSync(demo(), file)
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
  expect(findInconsistencies(file).join('\n')).toContain(law)
})

test('a page that is damaged is seen', () => {
  const file = join(folder.path, 'damaged.db')
  copyFileSync(demo(), file)
  const bytes = readFileSync(file)
  bytes.fill(0xff, bytes.length - 4096, bytes.length - 2048)
  writeFileSync(file, bytes)
  expect(findInconsistencies(file)).not.toEqual([])
})
