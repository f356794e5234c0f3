import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from '@commander-js/extra-typings'
import { send } from '../../../contract-tests/support/http.ts'
import { newContact, newOrder } from '../../kit/request-bodies.ts'
import { runProgram } from '../../kit/run.ts'
import { newAccount } from '../../kit/server/test-server.ts'
import { clientOf, type Exchange, inWords } from '../client.ts'
import { loggedErrors, repeat, repeated, say, type Torture, torture, until } from '../program.ts'
import { type Nodes, startNodes } from './nodes.ts'

const command = new Command('npm run test:nodes --')
  .description(`\
Starts PostgreSQL in a temporary folder, two servers on it and HAProxy in front of them, with the
configuration in examples/haproxy. Then runs the contract suite through the proxy, restarts and kills
PostgreSQL, interrupts the network to it, and stops one server.

Fails when a law is broken, an acknowledged write or its delivery is lost, a request takes longer than 5 s,
or requests fail 2 s after the database works again.`)
  .option('--citus', 'distribute the database over two workers of Citus, and kill one of them, too')

/** Runs the contract suite through the proxy. */
const runContract = async ({ store, url, problems }: Nodes): Promise<void> => {
  const { key } = await newAccount(store, true)
  const args = ['--url', url, '--key', key, '--runs', '5']
  const { status, stdout } = await runProgram('contract-tests/main.ts', args)
  if (status !== 0) problems.push(`the contract suite failed:\n${stdout}`)
  else say(`contract suite through the proxy: ${/^.* laws kept.*$/m.exec(stdout)?.[0]}`)
}

/** How long a request may take, in milliseconds. */
const maxWait = 5000

/** How long requests may fail after the database works again. */
const recovery = 2000

type Failure = {
  name: string
  fail: () => unknown
  /** Milliseconds until the repair. */
  lasts: number
  repair: () => unknown
  /** Whether only some accounts are not served. */
  isPartial?: boolean
}

const failuresOf = async ({ database, network, shop }: Nodes): Promise<Failure[]> => {
  const { cluster, workers, query } = database
  const [shard] =
    workers.length === 0
      ? []
      : await query(`
          select nodename as socket from citus_shards
          where shardid = get_shard_id_for_distribution_column('account_numbers', '${shop.account}')`)
  const worker = workers.find(({ socket }) => socket === shard?.socket)
  const repair = () => cluster.startServer()
  const forward = () => network.setMode('forward')
  const drop = () => {
    network.setMode('silent')
    forward()
  }
  return [
    ...(worker
      ? [
          {
            name: 'worker killed',
            fail: () => worker.stopServer('kill'),
            lasts: 1500,
            repair: () => worker.startServer(),
            isPartial: true,
          },
        ]
      : []),
    { name: 'PostgreSQL restarted', fail: () => cluster.stopServer('fast'), lasts: 1500, repair },
    { name: 'PostgreSQL killed', fail: () => cluster.stopServer('kill'), lasts: 1500, repair },
    { name: 'network silent', fail: () => network.setMode('silent'), lasts: 7000, repair: forward },
    // A statement takes 4.5 s to find it. Requests may then fail no longer.
    { name: 'connections dropped', fail: drop, lasts: 4500 - recovery, repair: forward },
    { name: 'network reset', fail: () => network.setMode('reset'), lasts: 1500, repair: forward },
  ]
}

const isAt = (path: string) => (exchange: Exchange) => exchange.sent.path === path

/** Whether a response is no error. */
const isServed = ({ response }: Exchange) => response !== undefined && response.status < 500

/** Subscribes the shop to its orders. Returns a function that checks that each has had one delivery. */
const watchDeliveries = async ({ nodes, shop, subscriber, problems }: Nodes) => {
  const ask = clientOf({ url: nodes[0].url, key: shop.key, report: () => {} })
  const json = { url: `${subscriber.url}/accepting`, events: ['order.created'] }
  await ask({ method: 'POST', path: '/v1/webhooks', json })
  const before = subscriber.deliveries.length
  return async (orders: readonly string[]): Promise<void> => {
    const missing = () => {
      const arrived = new Set(subscriber.deliveries)
      return orders.filter((id) => !arrived.has(`/accepting order.created ${id}`))
    }
    if (!(await until(() => missing().length === 0, patience)))
      problems.push(`${missing().length} of ${orders.length} deliveries are lost`)
    const twice = repeated(subscriber.deliveries)
    problems.push(...twice.map((key) => `${key} came twice`))
    say(
      `${subscriber.deliveries.length - before} deliveries of ${orders.length} acknowledged orders: ${missing().length} lost, ${twice.length} made twice`,
    )
  }
}

/** Milliseconds until a delivery is made that waited for a database or another server. */
const patience = 20_000

/** Returns how many records are not stored. Citus completes the writes of a killed worker within seconds. */
const lostOf = async (ids: readonly string[], { query }: Nodes['database']): Promise<number> => {
  let lost: string[] = []
  await until(async () => {
    const rows = await query('select id from orders union all select id from contacts')
    const stored = new Set(rows.map(({ id }) => id))
    lost = ids.filter((id) => !stored.has(id))
    return lost.length === 0
  }, patience)
  return lost.length
}

/** Sends requests of every kind to each node while their database fails and works again. */
const runFailure = async (
  { nodes, shop, database, problems }: Nodes,
  { name, fail, lasts, repair, isPartial = false }: Failure,
): Promise<string[]> => {
  const exchanges: Exchange[] = []
  /** Ids of the orders and contacts that the nodes have acknowledged. */
  const acknowledged: string[] = []
  const actsAt = ({ url }: { url: string }) => {
    const ask = clientOf({ url, key: shop.key, report: (each) => exchanges.push(each) })
    const create = async (path: string, json: unknown) => {
      const { status, body } = await ask({ method: 'POST', path, json })
      const { id, contactId = id } = Object(body)
      if (status < 300) acknowledged.push(String(contactId))
    }
    const reads = ['/v1/auth', `/v1/orders/list?campaignId=${shop.campaign}&limit=5`]
    reads.push('/v1/inventory/list', '/i/unknown', '/portal/sign-in', '/healthz', '/readyz')
    return [
      ...reads.map((path) => () => ask({ path })),
      () => create('/v1/orders/create', newOrder(shop.campaign, 'T')),
      () => create('/v1/contacts/create', newContact(shop.campaign)),
    ]
  }
  // Delays of this process, because the machine is busy, are not the nodes'.
  const delays = monitorEventLoopDelay()
  delays.enable()
  const stopClients = repeat(nodes.flatMap(actsAt), 100)
  await sleep(700)
  const failed = performance.now()
  await fail()
  await sleep(lasts)
  await repair()
  const works = performance.now()
  await sleep(recovery + 1500)
  await stopClients()
  delays.disable()
  const delay = delays.max / 1e6

  const expectNone = (what: string, wrong: (exchange: Exchange) => boolean) => {
    const found = exchanges.filter(wrong)
    const [first] = found
    if (first) problems.push(`${name}: ${found.length} ${what}, such as ${inWords(first)}`)
  }
  expectNone('wrong responses', ({ problem }) => problem !== undefined)
  expectNone('slow responses', ({ start, end }) => end - start > maxWait + delay)
  expectNone('failed before', (each) => each.end < failed && !isServed(each))
  expectNone('failed later', (each) => each.start > works + recovery + delay && !isServed(each))
  expectNone('of /healthz failed', (each) => isAt('/healthz')(each) && !isServed(each))
  const rejected = exchanges.filter(({ response }) => response?.status === 500)
  if (rejected.length === 0) problems.push(`${name}: no request failed`)
  if (exchanges.filter(isAt('/readyz')).every(isServed) !== isPartial)
    problems.push(`${name}: /readyz ${isPartial ? 'failed' : 'stayed 200'}`)
  const lost = await lostOf(acknowledged, database)
  if (lost > 0) problems.push(`${name}: ${lost} acknowledged records are lost`)
  const longest = Math.max(...exchanges.map(({ start, end }) => end - start))
  const last = Math.max(works, ...exchanges.filter((e) => !isServed(e)).map(({ end }) => end))
  say(
    `${name}: ${exchanges.length} requests, ${rejected.length} with a 500, the longest ${longest.toFixed()} ms; recovered after ${(last - works).toFixed()} ms; ${acknowledged.length} records acknowledged`,
  )
  return acknowledged.filter((id) => id.startsWith('ord_'))
}

/** Logged when orders of one account wait too long for each other. Their requests count as failed. */
const overload = /"The database failed: a request waited/

const run = async (program: Torture): Promise<void> => {
  const { citus = false } = command.parse().opts()
  const { problems } = program
  const nodes = await startNodes(program, citus)
  await runContract(nodes)
  // From here on, the nodes log errors.
  problems.push(...loggedErrors(nodes.lines.filter((line) => !overload.test(line))))
  const checkDeliveries = await watchDeliveries(nodes)
  const orders: string[] = []
  for (const failure of await failuresOf(nodes)) orders.push(...(await runFailure(nodes, failure)))
  await checkDeliveries(orders)
  const [first, second] = nodes.nodes
  await program.stop(first)
  // The proxy notices it after two checks.
  await sleep(1500)
  for (let i = 0; i < 10; i++) {
    const { status } = await send(nodes.url, { path: '/readyz' })
    if (status !== 200) problems.push(`the proxy responds with ${status} after a server's stop`)
  }
  await program.stop(second)
  await nodes.store.close()
  problems.push(...(await nodes.database.findInconsistencies()))
}

await torture(run)
