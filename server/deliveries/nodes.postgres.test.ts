import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { webhookExamples } from '../../generated/webhook-examples.ts'
import { startReceiver } from '../../tests/kit/receiver.ts'
import { recordingLog } from '../../tests/kit/recording-log.ts'
import { sendingServer } from '../../tests/kit/server/sending-server.ts'
import { testServer } from '../../tests/kit/server/test-server.ts'
import { makeCertificate } from '../../tests/kit/tls.ts'
import { sign } from '../domain/webhook-signature.ts'
import type { Statement, Store, Transaction } from '../store/store.ts'
import {
  claimDeliveries,
  deleteStaleDeliveries,
  enqueueDeliveries,
  listWaitingReceivers,
} from '../store/webhooks/delivery-queue.ts'
import { listSubscriptions } from '../store/webhooks/webhooks.ts'
import { createDispatcher } from './dispatcher.ts'

const example = webhookExamples['order.created']
const Body = z.object({ data: z.object({ orderId: z.string() }) })

/** Returns functions that start nodes on a database with a subscription, and act as nodes. */
const cluster = async () => {
  const server = await testServer({ demo: false })
  const { account, store, time } = server
  await server.post('/v1/webhooks', { url: 'https://hooks.example.com', events: [example.event] })
  const [subscription] = await listSubscriptions(store, account)
  if (!subscription) throw new Error('There is no subscription')
  const { id: webhook } = subscription
  let nodes = 0
  /** @param write replaces the store's. */
  const node = async (write?: Store['write']) => {
    const opened = await server.database.open()
    onTestFinished(() => opened.close())
    const received: string[] = []
    const send = async (_: string, sign: () => Promise<{ body: string }>) => {
      received.push(Body.parse(JSON.parse((await sign()).body)).data.orderId)
      return { status: 200, text: '' }
    }
    const dispatcher = createDispatcher({
      store: { ...opened, ...(write && { write }) },
      clock: () => time.now,
      log: recordingLog().log,
      server: `node ${nodes++}`,
      send,
    })
    const pickUp = async () => {
      await dispatcher.pickUp()
      await dispatcher.settled()
    }
    return { ...dispatcher, pickUp, received }
  }
  /** Adds a delivery as a node does that ends before it delivers. */
  const add = async (transaction: Transaction, orderId: string) => {
    const body = JSON.stringify({ data: { orderId } })
    await enqueueDeliveries(transaction, account, { event: example.event, body, now: time.now })
  }
  /** Runs work in a transaction that stays open. Returns a function that ends it. */
  const hold = async (work: (transaction: Transaction) => Promise<unknown>) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const worked = Promise.withResolvers<void>()
    const written = store.write(async (transaction) => {
      await work(transaction)
      worked.resolve()
      await promise
    })
    await worked.promise
    const end = async (isCommitted: boolean) => {
      if (isCommitted) resolve()
      else reject(new Error('The node has ended'))
      await written.catch(() => {})
    }
    return end
  }
  return { server, account, webhook, node, add, hold }
}

test('a delivery that is committed after later ones is taken over', async () => {
  const { server, node, add, hold } = await cluster()
  const end = await hold((transaction) => add(transaction, 'first'))
  await server.store.write((transaction) => add(transaction, 'second'))
  const { pickUp, received } = await node()
  await pickUp()
  await end(true)
  await pickUp()
  expect(received).toEqual(['second', 'first'])
})

test('deliveries of a node that ends while it claims them are taken over', async () => {
  const { server, account, webhook, node, add, hold } = await cluster()
  await server.store.write((transaction) => add(transaction, 'one'))
  const receiver = { account, webhook, count: 16 }
  const claim = { server: 'killed', number: 1 }
  const end = await hold((transaction) => claimDeliveries(transaction, receiver, claim, 0))
  const { pickUp, received } = await node()
  await pickUp()
  expect(received).toEqual([])
  await end(false)
  await pickUp()
  expect(received).toEqual(['one'])
})

test('a delivery that is committed while later ones are claimed is delivered at once', async () => {
  const { server, account, node } = await cluster()
  const { store } = server
  const claiming = Promise.withResolvers<void>()
  const added = Promise.withResolvers<void>()
  const { enqueue, settled, received } = await node(async (...args) => {
    const result = await store.write(...args)
    claiming.resolve()
    await added.promise
    return result
  })
  const add = (id: string) => (transaction: Transaction) =>
    enqueue(transaction, account, { ...example, data: { ...example.data, orderId: id } })
  const first = await store.write(add('first'))
  const committed = Promise.withResolvers<void>()
  const enqueued = Promise.withResolvers<void>()
  const second = store.write(async (transaction) => {
    const start = await add('second')(transaction)
    enqueued.resolve()
    await committed.promise
    return start
  })
  await enqueued.promise
  const third = await store.write(add('third'))
  first()
  third()
  await claiming.promise
  committed.resolve()
  ;(await second)()
  added.resolve()
  await settled()
  expect(received.toSorted()).toEqual(['first', 'second', 'third'])
})

test('a claim is exact and a search is quick on a queue that the planner believes to be empty', async () => {
  const { server, account, webhook } = await cluster()
  const { database, store } = server
  const receiver = { account, webhook, count: 16 }
  const claim = () =>
    store.write((transaction) =>
      claimDeliveries(transaction, receiver, { server: 'a', number: 1 }, 0),
    )
  const stale = { account, webhook, maxAge: 3_600_000, now: 0, keep: 10 }
  await database.query('vacuum analyze delivery_queue')
  // PostgreSQL keeps a plan from the sixth execution on.
  for (let i = 0; i < 6; i++) {
    await claim()
    await deleteStaleDeliveries(store, stale)
  }
  await listWaitingReceivers(store, 0)
  await database.query(`insert into delivery_queue (account_id, webhook_id, event, body, created_at)
    select '${account}', case when i % 100 = 0 then '${webhook}' else 'whk_' || i % 500 end,
      'order.created', '', extract(epoch from now()) * 1000
    from generate_series(1, 20000) as i`)
  expect(await claim()).toHaveLength(16)
  expect(await listWaitingReceivers(store, 0)).toHaveLength(500 - 4)
  expect(await deleteStaleDeliveries(store, stale)).toBe(200 - 16 - 10)
})

const event = webhookExamples['invite.viewed']

test.each([
  ['a change of its URL', 'PUT', '', { url: 'https://hooks.example.com/moved' }],
  ['its deactivation', 'PUT', '', { active: false }],
  ['a change of its events', 'PUT', '', { events: ['order.shipped'] }],
  ['its deletion', 'DELETE', '', undefined],
  ['a rotation of its secret', 'POST', '/rotate-secret', undefined],
])(
  'after the response to %s, the former URL of a subscription receives nothing with its former secret',
  async (_, method, action, json) => {
    const certificate = makeCertificate()
    let reads = 0
    const { server, subscribe, publish, dispatcher } = await sendingServer({
      certificate,
      limits: { perSubscription: 6 },
      // Responses of PostgreSQL that take a while, as over a slow network. Every fifth state is old.
      readAs: (store) => ({
        first: async <Row>(statement: Statement) => {
          const row = await store.first<Row>(statement)
          await wait(reads++ % 5 === 0 ? 400 : 20)
          return row
        },
      }),
    })
    let hasChanged = false
    let late = 0
    let former = ''
    const { port, received } = await startReceiver(certificate, (response, one) => {
      const { path, headers, body } = one
      const signature = sign(former, String(headers['x-webhook-timestamp']), body.toString())
      if (hasChanged && path === '/former' && headers['x-webhook-signature'] === signature) late++
      response.end()
    })
    const { id, secret } = await subscribe(port, '/former', [event.event])
    former = secret
    for (let i = 0; i < 40; i++) await publish(event)
    await expect.poll(() => received.length, { interval: 1 }).toBeGreaterThan(12)
    const { status } = await server.request({ method, path: `/v1/webhooks/${id}${action}`, json })
    hasChanged = true
    const early = received.length
    await dispatcher.settled()
    expect([status, late]).toEqual([200, 0])
    expect(early).toBeLessThan(40)
  },
)
