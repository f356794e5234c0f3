import { spawn } from 'node:child_process'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Command } from '@commander-js/extra-typings'
import { Order } from '../../../generated/schemas.ts'
import { issueKey } from '../../../server/actions/issue-key.ts'
import { seedDemo } from '../../../server/demo/seed-demo.ts'
import { programEnvironment } from '../../../testkit/program-environment.ts'
import { newContact, newOrder } from '../../../testkit/request-bodies.ts'
import { clientOf, type Exchange, inWords } from '../client.ts'
import { queuedDeliveries } from '../database.ts'
import { loggedErrors, say, type Torture, torture, until, wholeNumber } from '../program.ts'
import { repeated } from '../subscriber.ts'
import { type Nodes, startNodes } from './nodes.ts'
import { runRaces } from './races.ts'

const command = new Command('npm run test:nodes --')
  .description(`\
Starts PostgreSQL in a temporary folder, two servers on it and HAProxy in front of them. Then runs:
  contract   the contract suite through the proxy
  races      races between the servers
  kills      kills a server while orders are placed and deliveries wait
  failures   restarts and kills PostgreSQL, and interrupts the network to it

Fails when a law or a race has a wrong result, an acknowledged write is lost, a delivery is made twice or
one that waited is not made by the other server, a request takes longer than 5 s, or requests fail 2 s
after the database works again.`)
  .option('--rounds <number>', 'rounds of each race', wholeNumber, 100)
  .option('--kills <number>', 'how often a server is killed', wholeNumber, 4)
  .option('--only <parts>', 'some of these parts, separated by commas', '')

/** Runs the contract suite through the proxy. */
const runContract = async ({ store, url, problems }: Nodes): Promise<void> => {
  const key = await store.write(async (transaction) => {
    const account = await seedDemo(transaction, Date.now())
    return issueKey(transaction, account, 'contract', Date.now())
  })
  const leftOut =
    'counts one request=servers count by leases, so what is left may fall by more than one'
  const child = spawn(
    process.execPath,
    ['contract-tests/main.ts', '--url', url, '--key', key, '--runs', '5', '--leave-out', leftOut],
    {
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
      env: programEnvironment(),
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const output = await text(child.stdout)
  if ((await ended) !== 0) problems.push(`the contract suite failed:\n${output}`)
  else say(`contract suite through the proxy: ${/^.* laws kept.*$/m.exec(output)?.[0]}`)
}

/** Repeats acts until the returned function is called. Acts may fail. */
const repeat = (acts: readonly (() => Promise<unknown>)[], pause: number) => {
  let isOver = false
  const running = Promise.all(
    acts.map(async (act) => {
      while (!isOver) {
        await act().catch(() => {})
        await sleep(pause)
      }
    }),
  )
  return () => {
    isOver = true
    return running
  }
}

/** Returns those of the acknowledged ids that a table lacks. */
const lostFrom = async ({ database }: Nodes, table: string, acknowledged: readonly string[]) => {
  const stored = new Set((await database.query(`select id from ${table}`)).map(({ id }) => id))
  return acknowledged.filter((id) => !stored.has(id))
}

/** Clients that place orders at the proxy. */
const customers = 6

/** Number of deliveries that wait when a node is killed. */
const backlog = 30

/** Deliveries of a subscription that a node has in progress, at most. */
const maxInProgress = 16

/** Milliseconds in which a backlog grows, or is delivered. */
const patience = 60_000

/**
 * Kills one node after another while orders are placed at the proxy and deliveries wait. The other node
 * must make all deliveries that waited, each once. No acknowledged order may be lost.
 */
const runKills = async (nodes: Nodes, kills: number): Promise<void> => {
  const { url, shop, subscriber, database, problems } = nodes
  const acknowledged: string[] = []
  let failed = 0
  const ask = clientOf({
    ...{ url, key: shop.key },
    report: ({ response, problem }) => {
      // HAProxy responds for a node that was killed.
      if (response === undefined || response.status >= 500) failed++
      else if (problem !== undefined) problems.push(problem)
    },
  })
  const json = { url: `${subscriber.url}/slow`, events: ['order.created'] }
  await ask({ method: 'POST', path: '/v1/webhooks', json })
  const order = async () => {
    const json = newOrder(shop.campaign, 'T')
    const { status, body } = await ask({ method: 'POST', path: '/v1/orders/create', json })
    if (status === 201) acknowledged.push(Order.parse(body).id)
  }
  const queued = async () =>
    (await queuedDeliveries(database, shop.account)).map(({ orderId }) => orderId)

  let takenOver = 0
  let inProgress = 0
  for (let kill = 0; kill < kills; kill++) {
    const [node] = nodes.nodes
    if (!node) return
    const from = acknowledged.length
    const stopCustomers = repeat(Array(customers).fill(order), 0)
    if (!(await until(async () => (await queued()).length >= backlog, patience)))
      problems.push('no backlog grew')
    node.child.kill('SIGKILL')
    await node.ended
    const waiting = await queued()
    await sleep(500)
    await stopCustomers()
    if (!(await until(async () => (await queued()).length === 0, patience)))
      problems.push('the other node did not take over')
    // The last deliveries are claimed, and need a connection.
    await sleep(2000)
    const made = new Set(subscriber.deliveries.map(({ path, orderId }) => path + orderId))
    const isMissing = (id: string) => !made.has(`/slow${id}`)
    const missed = waiting.filter(isMissing)
    const lost = acknowledged.slice(from).filter(isMissing)
    if (missed.length > 0) problems.push(`${missed.length} deliveries that waited were not made`)
    if (lost.length > maxInProgress) problems.push(`${lost.length} deliveries were lost by a kill`)
    takenOver += waiting.length - missed.length
    inProgress += lost.length
    // The other node is the next to be killed.
    nodes.nodes.push(await nodes.start(node.port))
    nodes.nodes.shift()
    say(`killed with ${waiting.length} waiting deliveries, which the other node made`)
  }
  const twice = repeated(subscriber.deliveries.map(({ key }) => key))
  if (twice.length > 0) problems.push(`${twice.length} deliveries were made twice`)
  const missing = await lostFrom(nodes, 'orders', acknowledged)
  if (missing.length > 0) problems.push(`${missing.length} acknowledged orders are lost`)
  say(
    `kills: ${kills}; ${acknowledged.length} orders acknowledged, ${missing.length} lost; ${failed} requests failed; ${takenOver} deliveries waited at a kill and were made by the other node, ${inProgress} were in progress at a kill, ${twice.length} made twice`,
  )
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
}

const failuresOf = ({ database: { cluster }, network }: Nodes): Failure[] => {
  const repair = () => cluster.startServer()
  const forward = () => network.setMode('forward')
  return [
    { name: 'PostgreSQL restarted', fail: () => cluster.stopServer('fast'), lasts: 1500, repair },
    { name: 'PostgreSQL killed', fail: () => cluster.stopServer('kill'), lasts: 1500, repair },
    { name: 'network silent', fail: () => network.setMode('silent'), lasts: 7000, repair: forward },
    { name: 'network reset', fail: () => network.setMode('reset'), lasts: 1500, repair: forward },
  ]
}

const isAt = (path: string) => (exchange: Exchange) => exchange.sent.path === path

/** Whether a response is no error. A failed page is outside the document, which `problem` shows. */
const isServed = ({ response }: Exchange) => response !== undefined && response.status < 500

const isFailedPage = ({ sent, response }: Exchange) =>
  !sent.path.startsWith('/v1/') && [500, 503].includes(response?.status ?? 0)

/** Sends requests of every kind to each node while their database fails and works again. */
const runFailure = async (nodes: Nodes, failure: Failure): Promise<void> => {
  const { shop, problems } = nodes
  const exchanges: Exchange[] = []
  /** Ids of what the nodes have acknowledged, by table. */
  const acknowledged: Record<'orders' | 'contacts', string[]> = { orders: [], contacts: [] }
  const actsAt = ({ url }: { url: string }) => {
    const ask = clientOf({ url, key: shop.key, report: (each) => exchanges.push(each) })
    const create = async (table: 'orders' | 'contacts', json: unknown) => {
      const { status, body } = await ask({ method: 'POST', path: `/v1/${table}/create`, json })
      const { id, contactId = id } = Object(body)
      if (status < 300) acknowledged[table].push(String(contactId))
    }
    const reads = ['/v1/auth', `/v1/orders/list?campaignId=${shop.campaign}&limit=5`]
    reads.push('/v1/inventory/list', '/i/unknown', '/portal/sign-in', '/healthz', '/readyz')
    return [
      ...reads.map((path) => () => ask({ path })),
      () => create('orders', newOrder(shop.campaign, 'T')),
      () => create('contacts', newContact(shop.campaign)),
    ]
  }
  // Delays of this process, because the machine is busy, are not the nodes'.
  const delays = monitorEventLoopDelay()
  delays.enable()
  const stopClients = repeat(nodes.nodes.flatMap(actsAt), 50)
  await sleep(700)
  const failed = performance.now()
  await failure.fail()
  await sleep(failure.lasts)
  await failure.repair()
  const works = performance.now()
  await sleep(recovery + 1500)
  await stopClients()
  delays.disable()
  const delay = delays.max / 1e6

  const expectNone = (what: string, wrong: (exchange: Exchange) => boolean) => {
    const found = exchanges.filter(wrong)
    const [first] = found
    if (first) problems.push(`${failure.name}: ${found.length} ${what}, such as ${inWords(first)}`)
  }
  expectNone('wrong responses', (each) => each.problem !== undefined && !isFailedPage(each))
  expectNone('slow responses', ({ start, end }) => end - start > maxWait + delay)
  expectNone('failed before', (each) => each.end < failed && !isServed(each))
  expectNone(
    'failed after the repair',
    (each) => each.start > works + recovery + delay && !isServed(each),
  )
  expectNone('of /healthz failed', (each) => isAt('/healthz')(each) && !isServed(each))
  if (exchanges.filter(isAt('/readyz')).every(isServed))
    problems.push(`${failure.name}: /readyz stayed 200`)
  const failures = exchanges.filter(
    (each) => each.sent.path.startsWith('/v1/') && each.response?.status === 500,
  )
  if (failures.length === 0) problems.push(`${failure.name}: no request failed`)
  for (const [table, ids] of Object.entries(acknowledged)) {
    const lost = await lostFrom(nodes, table, ids)
    if (lost.length > 0)
      problems.push(`${failure.name}: ${lost.length} acknowledged ${table} are lost`)
  }
  const longest = Math.max(...exchanges.map(({ start, end }) => end - start))
  const last = Math.max(works, ...exchanges.filter((e) => !isServed(e)).map(({ end }) => end))
  say(
    `${failure.name}: ${exchanges.length} requests, ${failures.length} with a 500, the longest ${longest.toFixed()} ms; recovered after ${(last - works).toFixed()} ms; ${acknowledged.orders.length} orders and ${acknowledged.contacts.length} contacts acknowledged`,
  )
}

/** Logged when orders of one account wait too long for each other. Their requests count as failed. */
const overload = /"The database failed: a request waited/

const run = async (program: Torture): Promise<void> => {
  const { rounds, kills, only } = command.parse().opts()
  const nodes = await startNodes(program)
  const parts: Record<string, () => Promise<unknown>> = {
    contract: () => runContract(nodes),
    races: () => runRaces(nodes, rounds),
    kills: () => runKills(nodes, kills),
    // From here on, the nodes log errors.
    errors: async () =>
      program.problems.push(...loggedErrors(nodes.lines.filter((line) => !overload.test(line)))),
    failures: async () => {
      for (const failure of failuresOf(nodes)) await runFailure(nodes, failure)
    },
  }
  const wanted = only === '' ? Object.keys(parts) : only.split(',')
  for (const name of wanted) {
    const part = parts[name]
    if (!part) throw new Error(`--only: there is no part ${name}`)
    await part()
  }
  for (const { child, ended } of nodes.nodes) {
    child.kill('SIGTERM')
    const status = await ended
    if (status !== 0) program.problems.push(`SIGTERM ended a node with ${status}`)
  }
  await nodes.store.close()
  program.problems.push(...(await nodes.database.findInconsistencies()))
}

await torture(run)
