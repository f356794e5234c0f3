import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { toId } from '../domain/ids.ts'
import { insertAccount } from './accounts.ts'
import {
  claimDeliveries,
  countWaitingDeliveries,
  deleteStaleDeliveries,
  enqueueDeliveriesTo,
} from './delivery-queue.ts'
import { openSqliteStore } from './sqlite/sqlite-store.ts'
import type { Transaction } from './store.ts'
import { insertSubscription } from './webhooks.ts'

const account = toId('acc', 'acc_1')
const webhook = toId('whk', 'whk_1')

/** A transaction whose statements return their rows in another order, as a database may. */
const reversing = (transaction: Transaction): Transaction => ({
  ...transaction,
  all: async (statement, values) => (await transaction.all(statement, values)).toReversed(),
})

/** A store with deliveries that wait for a subscription. `now` of each is its position. */
const withDeliveries = async (bodies: readonly string[]) => {
  const store = await openSqliteStore(join(temporaryFolder(), 'test.db'))
  onTestFinished(() => store.close())
  await store.write(async (transaction) => {
    await insertAccount(transaction, { id: account, name: '', createdAt: '' })
    insertSubscription(transaction, account, {
      id: webhook,
      ...{ url: 'https://hooks.example.com/', canonicalUrl: '', events: [], active: true },
      ...{ secret: '', createdAt: '', updatedAt: '' },
    })
    for (const [now, body] of bodies.entries())
      enqueueDeliveriesTo(transaction, account, [webhook], { event: 'order.created', body, now })
  })
  return store
}

test('deliveries are claimed in the order of their events', async () => {
  const bodies = ['first', 'second', 'third']
  const store = await withDeliveries(bodies)
  const range = { account, webhook, from: 0, to: 99 }
  const claimed = await store.write((transaction) =>
    claimDeliveries(reversing(transaction), range, bodies.length),
  )
  expect(claimed.map(({ body }) => body)).toEqual(bodies)
})

test('stale deliveries are deleted 1,000 at a time', async () => {
  const store = await withDeliveries(Array(1002).fill(''))
  const stale = { account, webhook, from: 0, to: 9999, before: 1001, keep: 1002 }
  const remove = () => store.write((transaction) => deleteStaleDeliveries(transaction, stale))
  expect(await countWaitingDeliveries(store)).toBe(1002)
  expect(await remove()).toEqual({ deleted: 1000, areMore: true })
  expect(await remove()).toEqual({ deleted: 1, areMore: false })
  expect(await countWaitingDeliveries(store)).toBe(1)
})
