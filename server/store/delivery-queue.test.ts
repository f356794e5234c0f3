import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { toId } from '../domain/ids.ts'
import { insertAccount } from './accounts.ts'
import { claimDeliveries, enqueueDeliveriesTo } from './delivery-queue.ts'
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

test('deliveries are claimed in the order of their events', async () => {
  const store = await openSqliteStore(join(temporaryFolder(), 'test.db'))
  onTestFinished(() => store.close())
  const bodies = ['first', 'second', 'third']
  await store.write(async (transaction) => {
    await insertAccount(transaction, { id: account, name: '', createdAt: '' })
    insertSubscription(transaction, account, {
      id: webhook,
      ...{ url: 'https://hooks.example.com/', canonicalUrl: '', events: [], active: true },
      ...{ secret: '', createdAt: '', updatedAt: '' },
    })
    for (const body of bodies)
      enqueueDeliveriesTo(transaction, account, [webhook], {
        ...{ event: 'order.created', body, now: 0 },
      })
  })
  const range = { account, webhook, from: 0, to: 99 }
  const claimed = await store.write((transaction) =>
    claimDeliveries(reversing(transaction), range, bodies.length),
  )
  expect(claimed.map(({ body }) => body)).toEqual(bodies)
})
