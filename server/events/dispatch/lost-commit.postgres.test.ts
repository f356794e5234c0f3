import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { webhookExamples } from '../../../generated/webhook-examples.ts'
import { freePort } from '../../../testkit/free-port.ts'
import { type PostgresCluster, startPostgresCluster } from '../../../testkit/postgres-cluster.ts'
import { recordingLog } from '../../../testkit/recording-log.ts'
import { startTcpProxy } from '../../../testkit/tcp-proxy.ts'
import { newId } from '../../domain/ids.ts'
import { insertAccount } from '../../store/accounts.ts'
import { openPostgresStore } from '../../store/postgres.ts'
import { insertSubscription } from '../../store/webhooks.ts'
import { createDispatcher } from './dispatcher.ts'

/** A migrated database. Copying it is faster than migrating a new one. */
const template = 'migrated'

let cluster: PostgresCluster
let port: number
beforeAll(async () => {
  port = await freePort()
  cluster = await startPostgresCluster({ isDurable: true, port })
  await cluster.create(template)
  await (await openPostgresStore(cluster.urlOf(template), { poolSize: 2 })).close()
})
afterAll(() => cluster.stop())

let databases = 0
const example = webhookExamples['order.created']

/** Returns a node whose connections go through a proxy, and functions about its deliveries. */
const lossyNode = async () => {
  const name = `lost_${databases++}`
  await cluster.create(name, template)
  const proxy = await startTcpProxy(port)
  const received: string[] = []
  const node = async (at: number) => {
    const url = `postgres://merch@127.0.0.1:${at}/${name}`
    const store = await openPostgresStore(url, { poolSize: 4 })
    onTestFinished(() => store.close())
    const send = async (_: string, sign: () => Promise<{ body: string }>) => {
      received.push(JSON.parse((await sign()).body).data.orderId)
      return 200
    }
    const { log } = recordingLog()
    return { store, ...createDispatcher({ store, clock: () => Date.now(), log, send }) }
  }
  const first = await node(proxy.port)
  onTestFinished(proxy.stop)
  const account = newId('acc')
  await first.store.write(async (transaction) => {
    await insertAccount(transaction, { id: account, name: 'A', createdAt: '' })
    insertSubscription(transaction, account, {
      id: newId('whk'),
      url: 'https://hooks.example.com/',
      canonicalUrl: 'https://hooks.example.com/',
      events: [example.event],
      active: true,
      secret: 'whsec_',
      createdAt: '',
      updatedAt: '',
    })
  })
  /** Adds deliveries, and returns the commit of their claim, which the proxy holds. */
  const cutClaimOf = async (...orders: string[]) => {
    const starts = await first.store.write((transaction) =>
      orders.map((orderId) =>
        first.enqueue(transaction, account, { ...example, data: { ...example.data, orderId } }),
      ),
    )
    const cut = proxy.cutAt('commit\0')
    for (const start of starts) start()
    return cut
  }
  const query = (sql: string) => cluster.query(name, sql)
  const waiting = async () => (await query('select from delivery_queue')).length
  const deliverRest = async () => {
    await first.settled()
    const second = await node(port)
    for (const { pickUp, settled } of [second, first]) {
      await pickUp()
      await settled()
    }
  }
  return { ...first, cutClaimOf, query, waiting, received, deliverRest }
}

/** Waits until a statement waits for the transaction of a cut connection. */
const blocked = (query: (sql: string) => Promise<unknown[]>) =>
  expect.poll(() => query('select from pg_locks where not granted')).toHaveLength(1)

test('a claim whose commit has no response is delivered once if it was committed', async () => {
  const { cutClaimOf, waiting, received, deliverRest } = await lossyNode()
  const commit = await cutClaimOf('one', 'two')
  commit.send()
  await deliverRest()
  expect([received.toSorted(), await waiting()]).toEqual([['one', 'two'], 0])
})

test('a claim deletes the records of earlier ones, whose results are known', async () => {
  const { store, query } = await lossyNode()
  for (let i = 0; i < 3; i++) await store.claim(async () => {}, new AbortController().signal)
  expect(await query('select number::int from delivery_claims')).toEqual([{ number: 3 }])
})

test('a claim whose commit has not arrived is delivered once, by the node that claims it again', async () => {
  const { cutClaimOf, settled, waiting, received, deliverRest } = await lossyNode()
  const commit = await cutClaimOf('one', 'two')
  commit.drop()
  await settled()
  expect([received, await waiting()]).toEqual([[], 2])
  await deliverRest()
  expect([received.toSorted(), await waiting()]).toEqual([['one', 'two'], 0])
})

test.each(['send', 'drop'] as const)(
  'a claim that PostgreSQL has not ended waits for its end (%s)',
  async (end) => {
    const { cutClaimOf, query, received, deliverRest } = await lossyNode()
    const commit = await cutClaimOf('one')
    await blocked(query)
    expect(received).toEqual([])
    commit[end]()
    await deliverRest()
    expect(received).toEqual(['one'])
  },
)

test('a claim that a crash of PostgreSQL has undone is delivered once, though later transactions have its number', async () => {
  const { cutClaimOf, query, settled, waiting, received, deliverRest } = await lossyNode()
  await cutClaimOf('one')
  await cluster.stopServer('immediate')
  await cluster.startServer()
  for (let i = 0; i < 3; i++) await query('select pg_current_xact_id()')
  await settled()
  expect([received, await waiting()]).toEqual([[], 1])
  await deliverRest()
  expect(received).toEqual(['one'])
})

test('a node that gives up while the database fails does not wait for the result of a claim', async () => {
  const { cutClaimOf, giveUp, close, received } = await lossyNode()
  await cutClaimOf('one')
  await cluster.stopServer('immediate')
  onTestFinished(() => cluster.startServer())
  giveUp()
  await close()
  expect(received).toEqual([])
})
