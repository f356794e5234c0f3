import { expect, inject, test } from 'vitest'
import { recordedAttempt } from '../../../tests/kit/server/recorded-attempt.ts'
import { testServer } from '../../../tests/kit/server/test-server.ts'
import { toId } from '../../domain/ids.ts'
import { maxAttempts, recordAttempts } from './attempts.ts'

test('of subscriptions whose deliveries alternate, each keeps its newest 10,000 attempts', async () => {
  const { store, database, account } = await testServer({ demo: false })
  const webhooks = ['odd', 'even'].map((name) => toId('whk', name))
  const record = (at: number) =>
    store.write((transaction) =>
      recordAttempts(
        transaction,
        webhooks.map((webhook) => recordedAttempt(account, webhook, { subject: 'ord_1', at })),
      ),
    )
  // A million rows in all.
  const surplus = inject('isThorough') ? 490_000 : 1500
  await database.query(`
    with recursive numbers (n) as (
      select 1 union all select n + 1 from numbers where n < ${maxAttempts + surplus}
    )
    insert into attempts (account_id, webhook_id, event, subject, at_ms, milliseconds, response)
    select '${account}', webhook, 'order.created', 'ord_1', n, 1, '' from numbers
    cross join (select '${webhooks[0]}' as webhook union all select '${webhooks[1]}') as webhooks
    order by n, webhook`)
  const kept = () =>
    database.query(`
      select count(*) as rows, min(at_ms) as oldest, max(at_ms) as newest
      from attempts group by webhook_id`)
  let newest = maxAttempts + surplus
  // Each attempt deletes a thousand with a chance of one in a hundred.
  for (let left = surplus; left > -5000; left -= 500) {
    for (let i = 0; i < 100; i++) await record(++newest)
    const rows = (await kept()).map((row) => Number(row.rows))
    if (rows.every((count) => count < maxAttempts + 1000)) break
  }
  for (const { rows, oldest, newest: last } of await kept()) {
    expect(Number(rows)).toBeLessThan(maxAttempts + 1000)
    expect(Number(last)).toBe(newest)
    expect(Number(oldest)).toBe(newest - Number(rows) + 1)
  }
})
