import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresCluster, startPostgresCluster } from '../../testkit/postgres-cluster.ts'
import { toId } from '../domain/ids.ts'
import { listCampaigns } from './campaigns.ts'
import { type ContactFilter, listContacts } from './contacts.ts'
import { type InventoryFilter, listInventory } from './inventory.ts'
import { listOrders, type OrderFilter } from './orders.ts'
import { openPostgresStore } from './postgres/postgres-store.ts'
import { everyAccountStatement } from './statement.ts'
import type { Reader, Store } from './store.ts'

const account = toId('acc', 'acc_1')
const campaignId = toId('cmp', 'cmp_1')

let cluster: PostgresCluster
let store: Store
beforeAll(async () => {
  cluster = await startPostgresCluster({ settings: ['autovacuum=off'] })
  await cluster.create('lists')
  store = await openPostgresStore(cluster.urlOf('lists'), { poolSize: 2 })
  await cluster.query(
    'lists',
    `insert into accounts (id, name, created_at) values ('acc_1', '', '');
    insert into campaigns (id, account_id, key, name, expiration, status, "allowOutOfStockOrders")
      values ('cmp_1', 'acc_1', '', '', '', '', 0);
    insert into contacts (id, account_id, "campaignId", "firstName", "lastName", email, email_key, search_text,
      phone, "companyName", street1, street2, city, state, country, zip, "dateOfBirth", "hireDate", "shirtSize",
      tags, "profilePicture", "createdAt")
      select 'con_' || i, 'acc_1', 'cmp_1', 'Ada ' || i, 'B', i || '@example.com', i || '@example.com',
        'ada ' || i || ' b ' || i || '@example.com', '', '', '', '', '', '', '', '', '', '', '', '["x"]', '', ''
      from generate_series(1, 5000) as i;
    insert into contact_tags select account_id, "campaignId", 'x', seq from contacts;
    insert into warehouses (id, account_id, key, name) values ('whs_1', 'acc_1', 'a', 'A'), ('whs_2', 'acc_1', 'b', 'B');
    insert into variants (sku, account_id, id, product_key, title, "minimumOrderQuantity", "productionTime",
      active, sku_key, title_key, options, pricing)
      select 'S' || i, 'acc_1', 'prd_' || i, '', 'Tee ' || i, 1, 1, 1, 's' || i, 'tee ' || i, '{}', '[]'
      from generate_series(1, 2500) as i;
    insert into campaign_variants select account_id, 'cmp_1', sku, seq from variants;
    insert into inventory_items (id, account_id, sku, warehouse_id, on_hand, allocated, inbound, low_stock_threshold)
      select 'itm_' || w || seq, 'acc_1', sku, 'whs_' || w, seq % 20, 0, 0, 5 from variants, generate_series(1, 2) as w;
    insert into inventory_events (id, account_id, item_id, event_type, quantity, created_at)
      select 'evt_' || seq, account_id, id, 'received', on_hand, '' from inventory_items;
    insert into orders (id, account_id, "orderNumber", status, "paymentStatus", "allocationStatus", "orderSource",
      "orderDate", order_time, "campaignId", recipient, email_key, "companyName", notes, products)
      select 'ord_' || i, 'acc_1', 'MF-' || i, 'SHIPPED', '', '', '', '', i, 'cmp_1', '{"firstName":"","lastName":"","email":"","phone":"","street1":"","street2":"","city":"","state":"","zip":"","country":""}', i % 2 || '@example.com', '', '', '[]'
      from generate_series(1, 5000) as i;
    insert into recipients select account_id, "campaignId", email_key, seq % 2, seq % 2 from contacts`,
  )
})
afterAll(async () => {
  await store.close()
  await cluster.stop()
})

/** The rows that the transaction has read so far, and its searches of indexes. */
const work = everyAccountStatement<Record<string, never>>()((db) => ({
  compile: () =>
    sql<{ rows: number }>`select coalesce(sum(seq_tup_read + idx_tup_fetch + idx_scan), 0) as rows
      from pg_stat_xact_user_tables`.compile(db),
}))

/** Returns the rows that a list reads, once its plan is one that PostgreSQL keeps. */
const workOf = async (list: (reader: Reader) => Promise<unknown>): Promise<number> => {
  for (let i = 0; i < 6; i++) await store.write(list)
  return store.write(async (transaction) => {
    const [before] = await transaction.all(work, {})
    await list(transaction)
    const [after] = await transaction.all(work, {})
    return (after?.rows ?? 0) - (before?.rows ?? 0)
  })
}

const second = toId('whs', 'whs_2')
const low = 'low_stock'

/** Lists, each with what it may read: a page without a filter reads little, and one with filters each row a few times. */
const page = 4000
const all = 25_000
const deep = { limit: 100, offset: 1400 }
const contacts = (filter: Partial<ContactFilter>) => (reader: Reader) =>
  listContacts(reader, account, { campaignId, ...filter }, deep)
const inventory = (filter: InventoryFilter) => (reader: Reader) =>
  listInventory(reader, account, filter, { page: 4, page_size: 100 })
const orders = (filter: OrderFilter) => (reader: Reader) =>
  listOrders(reader, account, filter, deep)

test.each<[string, number, (reader: Reader) => Promise<unknown>]>([
  ['contacts', page, contacts({})],
  ['contacts by tag', all, contacts({ tags: ['x', 'y'] })],
  ['contacts by a short text', page, contacts({ searchText: 'a' })],
  ['contacts by a text', page, contacts({ searchText: 'ada' })],
  ['contacts by a rare text', all, contacts({ searchText: '4999' })],
  ['invited contacts', all, contacts({ invited: true })],
  ['contacts that are not invited', all, contacts({ invited: false })],
  ['contacts by their orders', all, contacts({ orderCount: 1 })],
  [
    'contacts by all filters',
    all,
    contacts({ tags: ['x'], searchText: 'ada', invited: true, orderCount: 1 }),
  ],
  ['inventory', 2 * all, inventory({})],
  ['inventory by SKU', 2 * all, inventory({ sku: 's9' })],
  ['inventory by name', 2 * all, inventory({ product_name: 'tee' })],
  ['inventory by warehouse', 2 * all, inventory({ warehouse_id: second })],
  ['inventory by status', 2 * all, inventory({ status: low })],
  [
    'inventory by all filters',
    2 * all,
    inventory({ sku: 's', product_name: 'tee', warehouse_id: second, status: low }),
  ],
  ['orders', page, orders({})],
  ['orders by campaign', page, orders({ campaignId })],
  ['orders by email', page, orders({ email: '1@example.com' })],
  ['orders by status', page, orders({ orderStatus: 'SHIPPED' })],
  ['orders by all filters', 2 * all, orders({ campaignId, email: '1@example.com' })],
  ['campaigns', all, (reader) => listCampaigns(reader, account, '')],
])('without statistics, a list of %s reads no row more than a few times', async (_, most, list) => {
  expect(await workOf(list)).toBeLessThan(most)
})
