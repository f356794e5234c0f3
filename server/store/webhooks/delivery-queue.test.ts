import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../tests/kit/temporary-folder.ts'
import { toId } from '../../domain/ids.ts'
import { insertAccount } from '../accounts.ts'
import { readBacklog } from '../backlog.ts'
import { openSqliteStore } from '../sqlite.ts'
import type { Statement, Transaction } from '../store.ts'
import { claimDeliveries, deleteStaleDeliveries, enqueueDeliveries } from './delivery-queue.ts'
import { insertSubscription } from './webhooks.ts'

const account = toId('acc', 'acc_1')
const webhook = toId('whk', 'whk_1')

/** A transaction whose statements return their rows in another order, as a database may. */
const reversing = (transaction: Transaction): Transaction => ({
  ...transaction,
  change: async <Row>(statement: Statement) =>
    (await transaction.change<Row>(statement)).toReversed(),
})

/** A store with deliveries that wait for a subscription. `now` of each is its position. */
const withDeliveries = async (bodies: readonly string[]) => {
  const store = await openSqliteStore(join(temporaryFolder(), 'test.db'))
  onTestFinished(() => store.close())
  await store.write(async (transaction) => {
    await insertAccount(transaction, { id: account, name: '', createdAt: '' })
    await insertSubscription(transaction, account, {
      id: webhook,
      url: 'https://hooks.example.com/',
      canonicalUrl: '',
      secret: '',
      events: ['order.created'],
      active: true,
      createdAt: '',
      updatedAt: '',
    })
    for (const [now, body] of bodies.entries())
      await enqueueDeliveries(transaction, account, { event: 'order.created', body, now })
  })
  return store
}

test('deliveries are claimed in the order of their events', async () => {
  const bodies = ['first', 'second', 'third']
  const store = await withDeliveries(bodies)
  const receiver = { account, webhook, count: bodies.length }
  const claimed = await store.write((transaction) =>
    claimDeliveries(reversing(transaction), receiver, { server: 'a', number: 1 }, 10),
  )
  expect(claimed.map(({ body, age }) => [body, age])).toEqual([
    ['first', 10],
    ['second', 9],
    ['third', 8],
  ])
})

test('deliveries that are too old, or too many, are deleted in batches', async () => {
  const store = await withDeliveries(Array(2010).fill(''))
  const stale = { account, webhook, maxAge: 5, now: 2010, keep: 10 }
  expect(await deleteStaleDeliveries(store, stale)).toBe(2005)
  expect(await deleteStaleDeliveries(store, { ...stale, keep: 3 })).toBe(2)
  expect(await readBacklog(store, 0)).toMatchObject({ deliveries: 3 })
})
