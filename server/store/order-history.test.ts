import { expect, test } from 'vitest'
import { newOrder } from '../../tests/kit/request-bodies.ts'
import { createOrder, testShop } from '../../tests/kit/server/test-shop.ts'
import { toId } from '../domain/ids.ts'
import { listHistory, maxLines, recordChange } from './orders.ts'

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
  await store.write((transaction) =>
    recordChange(transaction, account, changed, {
      at: 'now',
      change: 'tracking changed',
      actor: { name: 'test' },
    }),
  )
  const lines = await listHistory(store, account, changed)
  expect([lines.length, lines.at(-2)?.at, lines.at(-1)?.at]).toEqual([maxLines, 'earlier', 'now'])
  expect(await listHistory(store, account, other)).toHaveLength(1)
})
