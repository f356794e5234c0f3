import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { databasesOf } from '../../tests/kit/postgres-cluster.ts'
import { emptyTemplate } from '../../tests/kit/server/postgres-setup.ts'
import { newPostgresDatabase } from '../../tests/kit/server/test-database.ts'
import { newAccount } from '../../tests/kit/server/test-server.ts'
import { withoutEvents } from '../actions/actions.ts'
import { applyShop } from '../actions/apply-shop.ts'
import { toId } from '../domain/ids.ts'
import { emptyShop, startPlan } from '../domain/shop-plan.ts'
import { readShopFile } from '../imports/shop-file.ts'
import { findCampaign, listCampaigns } from './campaigns.ts'
import { type ContactFilter, listContacts } from './contacts.ts'
import { type InventoryFilter, listInventory } from './inventory.ts'
import { nextInviteNumber } from './invites.ts'
import { lookUpOrders } from './order-search.ts'
import { listOrders, type OrderFilter } from './orders.ts'
import { openPostgresStore } from './postgres/open-postgres-store.ts'
import { ofAllAccounts } from './statement.ts'
import type { Reader, Store, Work } from './store.ts'

const account = toId('acc', 'acc_1')
const campaignId = toId('cmp', 'cmp_1')

const databases = databasesOf(inject('postgresSocket') ?? '')
let store: Store
beforeAll(async () => {
  await databases.create('lists', emptyTemplate)
  store = await openPostgresStore(databases.urlOf('lists'), { poolSize: 2 })
  await databases.query(
    'lists',
    `insert into accounts (id, name, created_at) values ('acc_1', '', '');
    insert into account_numbers (account_id) values ('acc_1');
    insert into campaigns (id, account_id, key, name, expiration, status, "allowOutOfStockOrders")
      values ('cmp_1', 'acc_1', '', '', '', '', 0);
    insert into contacts (id, account_id, "campaignId", "firstName", "lastName", email, email_key, search_text,
      phone, "companyName", street1, street2, city, state, country, zip, "dateOfBirth", "hireDate", "shirtSize",
      tags, "profilePicture", "createdAt")
      select 'con_' || i, 'acc_1', 'cmp_1', 'Ada ' || i, 'B', i || '@example.com', i || '@example.com',
        'ada ' || i || ' b ' || i || '@example.com', '', '', '', '', '', '', '', '', '', '', '', '["x"]', '', ''
      from generate_series(1, 5000) as i;
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
  await databases.drop('lists')
})

/** The rows that the transaction has read so far, and its searches of indexes. */
const work = (reader: Reader) =>
  reader.first<{ rows: number }>(ofAllAccounts`
    select coalesce(sum(seq_tup_read + idx_tup_fetch + idx_scan), 0) as rows
    from pg_stat_xact_user_tables`)

const workIn = (from: Store, run: Work<unknown>): Promise<number> =>
  from.write(async (transaction) => {
    const before = await work(transaction)
    await run(transaction)
    const after = await work(transaction)
    return (after?.rows ?? 0) - (before?.rows ?? 0)
  })

/** Returns the rows that a list reads, once its plan is one that PostgreSQL keeps. */
const workOf = async (list: (reader: Reader) => Promise<unknown>): Promise<number> => {
  for (let i = 0; i < 6; i++) await store.write(list)
  return workIn(store, list)
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
  ['orders by a number', 100, (reader) => lookUpOrders(reader, 'MF-77', account)],
  ['orders of all accounts by a number', 100, (reader) => lookUpOrders(reader, 'MF-77', undefined)],
  ['campaigns', all, (reader) => listCampaigns(reader, account, '', 0)],
])('without statistics, a list of %s reads no row more than a few times', async (_, most, list) => {
  expect(await workOf(list)).toBeLessThan(most)
})

test('a person is found whose name is also the name of a field of all newer orders', async () => {
  const recipient = '{"firstName":"Zip","lastName":"City","companyName":"","zip":"","phone":""}'
  await databases.query(
    'lists',
    `insert into orders (id, account_id, "orderNumber", status, "paymentStatus", "allocationStatus", "orderSource",
      "orderDate", order_time, "campaignId", recipient, email_key, "companyName", notes, products)
      values ('ord_0', 'acc_1', 'MF-0', 'SHIPPED', '', '', '', '', 0, 'cmp_1', '${recipient}', '', '', '', '[]')`,
  )
  expect(await lookUpOrders(store, 'City', account)).toMatchObject([{ id: 'ord_0' }])
})

const accountUpdates = (reader: Reader) =>
  reader.all(
    ofAllAccounts`select n_tup_upd as rows from pg_stat_xact_user_tables where relname = 'accounts'`,
  )

// Each row of an account checks that the account exists. Beside a long transaction, it would read a version for each number.
test('the number of an invite does not update the row of its account', async () => {
  const numbers = await store.write(async (transaction) => {
    const before = await accountUpdates(transaction)
    const taken = [await nextInviteNumber(transaction, account)]
    taken.push(await nextInviteNumber(transaction, account))
    expect(await accountUpdates(transaction)).toEqual(before)
    return taken
  })
  expect(numbers).toEqual(['INV-100001', 'INV-100002'])
})

test.each([
  ['empty', ''],
  [
    'counted with one row',
    "update pg_class set reltuples = 1, relpages = 200 where relnamespace = current_schema()::regnamespace and relkind = 'r'",
  ],
])(
  'tables that were %s when a connection planned are read by index a minute later',
  async (_, counted) => {
    const { url, query } = await newPostgresDatabase()
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const open = async () => {
      const opened = await openPostgresStore(url, { poolSize: 1 })
      onTestFinished(() => opened.close())
      return opened
    }
    const [grown, other] = [await open(), await open()]
    if (counted) await query(counted)
    const { account: own } = await newAccount(grown)
    const find: Work<unknown> = (transaction) => findCampaign(transaction, own, campaignId)
    for (let i = 0; i < 6; i++) await grown.write(find)

    // A large file fills them in one transaction.
    const expiration = '2099-06-30T23:59:59Z'
    const skus = Array.from({ length: 400 }, (_, i) => `S${i}`)
    const file = {
      warehouses: [{ key: 'a', id: second }],
      products: [{ key: 'p', title: 'P', variants: skus.map((sku) => ({ sku })) }],
      stock: skus.map((sku) => ({ sku, warehouse: 'a', on_hand: 1 })),
      campaigns: skus.map((key) => ({ key, expiration, skus: [key] })),
    }
    const bytes = Buffer.from(JSON.stringify(file))
    const { add, finish } = startPlan(emptyShop, [])
    await readShopFile({ name: 'shop.yaml', bytes, folder: '.' }, add, [])
    const applied = workIn(other, (transaction) =>
      applyShop(withoutEvents(transaction), own, finish(), 0),
    )
    expect(await applied).toBeLessThan(150 * skus.length)

    // The pool keeps a connection that is in use.
    for (let i = 0; i < 12; i++) {
      vi.advanceTimersByTime(5000)
      await grown.write(find)
    }
    expect(await workIn(grown, find)).toBeLessThan(20)
  },
)
