import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { Order } from '../../generated/zod/schemas.ts'
import type { Send } from '../../server/deliveries/attempt-delivery.ts'
import { openPostgresStore } from '../../server/store/postgres/open-postgres-store.ts'
import { distribute } from '../../server/store/postgres/plan-distribution.ts'
import { connect } from '../../server/store/postgres/postgres-connection.ts'
import { startCitusCluster } from '../kit/citus-cluster.ts'
import { newOrder } from '../kit/request-bodies.ts'
import { serverWithDispatcher } from '../kit/server/sending-server.ts'

const database = 'faults'

const Created = z.object({ data: z.object({ orderId: z.string() }) })

/** Starts servers of two accounts, whose rows are on different workers. */
const twoAccounts = async () => {
  const cluster = await startCitusCluster(2, true)
  onTestFinished(() => cluster.stop())
  const { coordinator, workers } = cluster
  await cluster.create(database)
  const url = coordinator.urlOf(database)
  await (await openPostgresStore(url, { poolSize: 1 })).close()
  const client = await connect(url)
  await distribute(client)
  await client.end()
  const query = (text: string) => coordinator.query(database, text)
  const newAccount = async () => {
    const delivered: string[] = []
    const send: Send = async (_, sign) => {
      delivered.push(Created.parse(JSON.parse((await sign()).body)).data.orderId)
      return { status: 200, text: '' }
    }
    const store = await openPostgresStore(url, { poolSize: 10 })
    const made = await serverWithDispatcher(() => ({ send }), { parts: { store } })
    await made.subscribe()
    const { account } = made.server
    const [shard] = await query(
      `select shardid as id, nodename as node from citus_shards
       where shardid = get_shard_id_for_distribution_column('account_numbers', '${account}')`,
    )
    const acknowledged: string[] = []
    const order = async () => {
      const json = newOrder(made.campaign, 'T')
      const { status, body } = await made.server.post('/v1/orders/create', json)
      if (status === 201) acknowledged.push(Order.parse(body).id)
      return status
    }
    const list = async () => (await made.server.get('/v1/orders/list?limit=1')).status
    /** Checks that each acknowledged order is stored, and was delivered once. */
    const check = async () => {
      const rows = await query(`select id from orders where account_id = '${account}'`)
      const stored = new Set(rows.map(({ id }) => id))
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
      await expect
        .poll(async () => {
          await made.dispatcher.pickUp()
          return acknowledged.filter((id) => !delivered.includes(id))
        })
        .toEqual([])
      expect(new Set(delivered).size).toBe(delivered.length)
    }
    return { account, shard, order, list, check, server: made.server }
  }
  const first = await newAccount()
  let second = await newAccount()
  while (second.shard?.node === first.shard?.node) second = await newAccount()
  const worker = workers.find(({ socket }) => socket === second.shard?.node)
  const other = workers.find((each) => each !== worker)
  if (!worker || !other) throw new Error('There is no worker')
  return { first, second, worker, other, query }
}

test('a worker that is killed fails the requests of its accounts alone, and loses nothing; moves of shards lose nothing', {
  timeout: 600_000,
}, async () => {
  const { first, second, worker, other, query } = await twoAccounts()
  expect([await first.order(), await second.order()]).toEqual([201, 201])
  await worker.stopServer('kill')
  expect([await second.list(), await second.order()]).toEqual([500, 500])
  expect([await first.list(), await first.order()]).toEqual([200, 201])
  // Servers whose other accounts are served stay behind the proxy.
  expect((await first.server.request({ path: '/readyz', unchecked: true })).status).toBe(200)
  await worker.startServer()
  await expect.poll(second.list).toBe(200)
  expect(await second.order()).toBe(201)
  for (const each of [first, second]) await each.check()

  let isMoving = true
  const ordering = (async () => {
    while (isMoving) await Promise.all([first.order(), second.order()])
  })()
  try {
    const [isolated] = await query(
      `select isolate_tenant_to_new_shard('account_numbers', '${second.account}', 'CASCADE', 'block_writes') as id`,
    )
    await query(
      `select citus_move_shard_placement(${isolated?.id}, '${worker.socket}', 5432, '${other.socket}', 5432, 'force_logical')`,
    )
  } finally {
    isMoving = false
    await ordering
  }
  expect(await second.order()).toBe(201)
  for (const each of [first, second]) await each.check()
})
