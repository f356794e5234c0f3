import sql from 'sql-template-tag'
import { expect, inject, test } from 'vitest'
import { newOrder } from '../../testkit/request-bodies.ts'
import type { SubscribableEvent } from '../domain/event.ts'
import { toId } from '../domain/ids.ts'
import type { Transaction } from '../store/store.ts'
import { recordingPublisher } from '../testing/recording-publisher.ts'
import { createOrder, testShop } from '../testing/test-shop.ts'
import { createActions, type EventTransaction, withoutEvents } from './actions.ts'
import { cancelOrder, shipOrder } from './change-order.ts'

/** A shop with orders, and actions whose events are recorded as they are published. */
const acting = async (orders: number) => {
  const { server, campaign } = await testShop()
  const { store, account, time } = server
  const ids: string[] = []
  for (let i = 0; i < orders; i++) ids.push((await createOrder(server, newOrder(campaign, 'T'))).id)
  const cancelled = async () =>
    (await server.database.query(`select 1 from orders where status = 'CANCELLED'`)).length
  /** Each event: its name, its order, and how many orders were cancelled on disk at that time. */
  const published: [string, string | undefined, Promise<number>][] = []
  const note = ({ event, data }: SubscribableEvent) =>
    published.push([event, 'orderId' in data ? data.orderId : undefined, cancelled()])
  const actions = createActions(store, recordingPublisher(note))
  const cancel =
    (id = '') =>
    (transaction: EventTransaction) =>
      cancelOrder(transaction, account, toId('ord', id), time.now)
  const events = () =>
    Promise.all(published.map(async ([event, id, count]) => [event, id, await count]))
  return { server, store, account, time, ids, actions, cancel, cancelled, published, events }
}

test('the event of an action is published once, after the commit', async () => {
  const { actions, cancel, cancelled, published, events, ids } = await acting(1)
  const seen = await actions.run(async (transaction) => {
    await cancel(ids[0])(transaction)
    return [await cancelled(), published.length]
  })
  expect(seen).toEqual([0, 0])
  expect(await events()).toEqual([['order.cancelled', ids[0], 1]])
})

test('an action that throws publishes nothing and changes nothing', async () => {
  const { actions, cancel, cancelled, published, ids } = await acting(1)
  const failing = actions.run(async (transaction) => {
    await cancel(ids[0])(transaction)
    throw new Error('after the event')
  })
  await expect(failing).rejects.toThrow('after the event')
  expect([await cancelled(), published]).toEqual([0, []])
})

/** Lets SQLite reject the commit: a key refers to no account. */
const failAtCommit = async (transaction: Transaction): Promise<void> => {
  await transaction.run(sql`pragma defer_foreign_keys = on`)
  await transaction.run(sql`
    insert into api_keys (id, account_id, name, digest, last_four, created_at)
    values ('key_1', 'none', '', '', '', '')`)
}

// On PostgreSQL, each action has a commit of its own.
if (inject('postgresSocket') === undefined) {
  test('a commit that fails publishes no event of its actions', async () => {
    const { actions, store, cancel, cancelled, published, ids } = await acting(2)
    const results = await Promise.allSettled([
      actions.run(cancel(ids[0])),
      store.write(failAtCommit),
      actions.run(cancel(ids[1])),
    ])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect([await cancelled(), published]).toEqual([0, []])
  })

  test('in a shared commit only the actions that succeed publish, in the order of their events', async () => {
    const { actions, cancel, events, ids } = await acting(3)
    const results = await Promise.allSettled([
      actions.run(cancel(ids[2])),
      actions.run(async (transaction) => {
        await cancel(ids[1])(transaction)
        throw new Error('alone')
      }),
      actions.run(cancel(ids[2])),
      actions.run(async (transaction) => {
        await cancel(ids[1])(transaction)
        await cancel(ids[0])(transaction)
      }),
    ])
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
    expect(await events()).toEqual([
      ['order.cancelled', ids[2], 3],
      ['order.cancelled', ids[1], 3],
      ['order.cancelled', ids[0], 3],
    ])
  })
}

test('a rejected action emits nothing', async () => {
  const { actions, account, time, events, ids } = await acting(1)
  const shipment = { trackingNumber: '1Z', carrierCode: 'ups' }
  const ship = () =>
    actions.run((transaction) =>
      shipOrder(transaction, account, toId('ord', ids[0] ?? ''), shipment, time.now),
    )
  await ship()
  expect(await ship()).toEqual({ rejected: 'order-already-shipped' })
  expect(await events()).toEqual([['order.shipped', ids[0], 0]])
})

test('a store that repeats an action publishes the events of the last attempt alone', async () => {
  const { store, cancel, ids, account } = await acting(1)
  const events: string[] = []
  const repeating: typeof store = {
    ...store,
    write: (work) =>
      store.write(async (transaction) => {
        await work({ ...transaction, run: async () => 1 })
        return work(transaction)
      }),
  }
  const publisher = recordingPublisher(({ event }, to) => events.push(`${to} ${event}`))
  await createActions(repeating, publisher).run(cancel(ids[0]))
  expect(events).toEqual([`${account} order.cancelled`])
})

test('seeded data has no events', async () => {
  const { actions, cancel, cancelled, published, ids } = await acting(1)
  await actions.run((transaction) => cancel(ids[0])(withoutEvents(transaction)))
  expect([await cancelled(), published]).toEqual([1, []])
})
