import { expect, inject, test } from 'vitest'
import { newOrder } from '../../tests/kit/request-bodies.ts'
import { recordingPublisher } from '../../tests/kit/server/recording-publisher.ts'
import { createOrder, testShop } from '../../tests/kit/server/test-shop.ts'
import type { SubscribableEvent } from '../domain/event.ts'
import { toId } from '../domain/ids.ts'
import { ofAllAccounts } from '../store/statement.ts'
import type { Transaction } from '../store/store.ts'
import { createActions, type EventTransaction, withoutEvents } from './actions.ts'
import { cancelOrder } from './order-transitions.ts'
import { shipOrder } from './ship-order.ts'

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
  const { run } = createActions(store, recordingPublisher(note), () => time.now).as({
    name: 'test',
  })
  const cancel =
    (id = '') =>
    (transaction: EventTransaction) =>
      cancelOrder(transaction, account, toId('ord', id), time.now)
  const events = () =>
    Promise.all(published.map(async ([event, id, count]) => [event, id, await count]))
  return { server, store, account, time, ids, run, cancel, cancelled, published, events }
}

test('the event of an action is published once, after the commit', async () => {
  const { run, cancel, cancelled, published, events, ids } = await acting(1)
  const seen = await run(async (transaction) => {
    await cancel(ids[0])(transaction)
    return [await cancelled(), published.length]
  })
  expect(seen).toEqual([0, 0])
  expect(await events()).toEqual([['order.cancelled', ids[0], 1]])
})

test('an action that throws publishes nothing and changes nothing', async () => {
  const { run, cancel, cancelled, published, ids } = await acting(1)
  const failing = run(async (transaction) => {
    await cancel(ids[0])(transaction)
    throw new Error('after the event')
  })
  await expect(failing).rejects.toThrow('after the event')
  expect([await cancelled(), published]).toEqual([0, []])
})

// A rejection that nothing handles would end the process.
test('an action that fails together with its event throws its own error', async () => {
  const { store, cancel, ids } = await acting(1)
  const enqueue = () => Promise.reject(new Error('of the event'))
  const failing = createActions(store, { enqueue }, Date.now)
    .as({ name: 'test' })
    .run(async (transaction) => {
      await cancel(ids[0])(transaction)
      throw new Error('of the action')
    })
  await expect(failing).rejects.toThrow('of the action')
})

/** A key that refers to no account. */
const badKey = ofAllAccounts`
  insert into api_keys (id, account_id, name, digest, last_four, created_at)
  values ('key_1', 'none', '', '', '', '')`

test.each([
  ['the database rejects', (transaction: Transaction) => transaction.run(badKey)],
  ['fails before it is sent', () => Promise.reject(new Error('before'))],
])('a write with the commit that %s fails the action', async (_, write) => {
  const { run, cancel, cancelled, published, ids } = await acting(1)
  const failing = run(async (transaction) => {
    await cancel(ids[0])(transaction)
    transaction.commitWith([write(transaction)])
  })
  await expect(failing).rejects.toThrow(/foreign key|before/i)
  expect([await cancelled(), published]).toEqual([0, []])
})

/** Lets SQLite reject the commit. */
const failAtCommit = async (transaction: Transaction): Promise<void> => {
  await transaction.run(ofAllAccounts`pragma defer_foreign_keys = on`)
  await transaction.run(badKey)
}

// On PostgreSQL, each action has a commit of its own.
if (inject('postgresSocket') === undefined) {
  test('a commit that fails publishes no event of its actions', async () => {
    const { run, store, cancel, cancelled, published, ids } = await acting(2)
    const results = await Promise.allSettled([
      run(cancel(ids[0])),
      store.write(failAtCommit),
      run(cancel(ids[1])),
    ])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect([await cancelled(), published]).toEqual([0, []])
  })

  test('in a shared commit only the actions that succeed publish, in the order of their events', async () => {
    const { run, cancel, events, ids } = await acting(3)
    const results = await Promise.allSettled([
      run(cancel(ids[2])),
      run(async (transaction) => {
        await cancel(ids[1])(transaction)
        throw new Error('alone')
      }),
      run(cancel(ids[2])),
      run(async (transaction) => {
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

test('a transaction fails with the first error of its statements', async () => {
  const { store } = await acting(0)
  const failing = store.write(async (transaction) => {
    const first = transaction.run(ofAllAccounts`
      insert into sessions (digest, account_id, created_at) values ('a', 'none', 0)`)
    first.catch(() => {})
    await transaction.run(ofAllAccounts`
      insert into network_tiers (network, rate_limit) values ('a', -1)`)
  })
  await expect(failing).rejects.toThrow(/foreign key/i)
})

test('a rejected action emits nothing', async () => {
  const { run, account, time, events, ids } = await acting(1)
  const shipment = { trackingNumber: '1Z', carrierCode: 'ups' }
  const ship = () =>
    run((transaction) =>
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
  await createActions(repeating, publisher, Date.now).as({ name: 'test' }).run(cancel(ids[0]))
  expect(events).toEqual([`${account} order.cancelled`])
})

test('seeded data has no events', async () => {
  const { run, cancel, cancelled, published, ids } = await acting(1)
  await run((transaction) => cancel(ids[0])(withoutEvents(transaction)))
  expect([await cancelled(), published]).toEqual([1, []])
})
