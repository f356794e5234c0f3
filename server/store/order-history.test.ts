import { expect, test } from 'vitest'
import { newOrder } from '../../tests/kit/request-bodies.ts'
import { createOrder, testShop } from '../../tests/kit/server/test-shop.ts'
import { toId } from '../domain/ids.ts'
import { readBacklog } from './backlog.ts'
import { eachOrder, listHistory, maxLines, recordChange } from './orders.ts'

test('an order keeps the newest thousand lines of its history', async () => {
  const { server, campaign } = await testShop()
  const { store, database } = server
  const account = toId('acc', server.account)
  const changed = toId('ord', (await createOrder(server, newOrder(campaign, 'T'))).id)
  const other = toId('ord', (await createOrder(server, newOrder(campaign, 'T'))).id)
  await database.query(`
    with recursive numbers (n) as (
      select 1 union all select n + 1 from numbers where n < ${maxLines + 500}
    )
    insert into order_history (account_id, order_id, at, change, actor, details)
    select '${account}', '${changed}', 'earlier', 'tracking changed', 'test', '' from numbers`)
  const entry = { at: 'now', change: 'tracking changed', actor: { name: 'test' } } as const
  await store.write((transaction) => recordChange(transaction, account, changed, entry))
  const lines = await listHistory(store, account, changed)
  expect([lines.length, lines.at(-2)?.at, lines.at(-1)?.at]).toEqual([maxLines, 'earlier', 'now'])
  expect(await listHistory(store, account, other)).toHaveLength(1)
})

test('each order is listed once, also if a page ends between orders of one moment', async () => {
  const { server, campaign } = await testShop()
  const { store, account, database } = server
  const placed = Date.parse((await createOrder(server, newOrder(campaign, 'T'))).orderDate)
  const after = (days: number) => readBacklog(store, placed + days * 86_400_000)
  expect(await Promise.all([0, 1, 3, 7].map(after))).toMatchObject([
    { orders: { 0: 1, 1: 0 } },
    { orders: { 1: 1, 3: 0 } },
    { orders: { 3: 1, 7: 0 } },
    { orders: { 7: 1 } },
  ])
  const [order = {}] = await database.query('select * from orders')
  const columns = Object.keys(order).filter((name) => name !== 'seq')
  const changed: Record<string, string> = { id: `'ord_' || n`, orderNumber: `'MF-' || n` }
  const copied = columns.map((name) => changed[name] ?? `orders."${name}"`)
  const numbers = Array.from({ length: 1001 }, (_, i) => `(${i})`)
  await database.query(`
    with numbers (n) as (values ${numbers.join()})
    insert into orders ("${columns.join('","')}")
    select ${copied.join()} from orders, numbers where account_id = '${account}'`)
  const ids: string[] = []
  for await (const { id } of eachOrder(store, account, {})) if (ids.push(id) > 2000) break
  expect([ids.length, new Set(ids).size]).toEqual([1002, 1002])
})
