import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { newContact, newOrder } from '../../../testkit/request-bodies.ts'
import { clientOf, type Exchange, inWords } from '../client.ts'
import { say } from '../program.ts'
import type { Nodes } from './nodes.ts'

/** How long a request may take, in milliseconds. */
const maxWait = 5000

/** How long requests may fail after the database works again. */
const recovery = 2000

const pause = 50

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

/** Starts clients that send requests of every kind to each node. */
const startClients = ({ nodes, shop }: Nodes) => {
  const exchanges: Exchange[] = []
  /** Ids of what the nodes have acknowledged, by table. */
  const acknowledged: Record<'orders' | 'contacts', string[]> = { orders: [], contacts: [] }
  let isOver = false
  const actsAt = (url: string): (() => Promise<unknown>)[] => {
    const ask = clientOf({ url, key: shop.key, report: (each) => exchanges.push(each) })
    const create = async (table: 'orders' | 'contacts', json: unknown) => {
      const sent = { method: 'POST', path: `/v1/${table}/create`, json }
      const { status, body } = await ask(sent)
      const { id, contactId = id } = Object(body)
      if (status < 300) acknowledged[table].push(String(contactId))
    }
    return [
      () => ask({ path: '/v1/auth' }),
      () => ask({ path: `/v1/orders/list?campaignId=${shop.campaign}&limit=5` }),
      () => ask({ path: '/v1/inventory/list' }),
      () => ask({ path: '/i/unknown' }),
      () => ask({ path: '/portal/sign-in' }),
      () => ask({ path: '/healthz' }),
      () => ask({ path: '/readyz' }),
      () => create('orders', newOrder(shop.campaign, 'T')),
      () => create('contacts', newContact(shop.campaign)),
    ]
  }
  const repeat = async (act: () => Promise<unknown>) => {
    while (!isOver) {
      await act().catch(() => {})
      await sleep(pause)
    }
  }
  const running = Promise.all(nodes.flatMap(({ url }) => actsAt(url)).map(repeat))
  return {
    exchanges,
    acknowledged,
    stop: () => {
      isOver = true
      return running
    },
  }
}

const isAt = (path: string) => (exchange: Exchange) => exchange.sent.path === path

/** Whether a response is no error. A failed page is outside the document, which `problem` shows. */
const isServed = ({ response }: Exchange) => response !== undefined && response.status < 500

const isFailedPage = ({ sent, response }: Exchange) =>
  !sent.path.startsWith('/v1/') && [500, 503].includes(response?.status ?? 0)

/** Runs the nodes under load while their database fails and works again. Returns problems. */
const runFailure = async (nodes: Nodes, failure: Failure): Promise<string[]> => {
  // Delays of this process, because the machine is busy, are not the nodes'.
  const delays = monitorEventLoopDelay()
  delays.enable()
  const { exchanges, acknowledged, stop } = startClients(nodes)
  await sleep(700)
  const failed = performance.now()
  await failure.fail()
  await sleep(failure.lasts)
  await failure.repair()
  const works = performance.now()
  await sleep(recovery + 1500)
  await stop()
  delays.disable()
  const delay = delays.max / 1e6

  const problems: string[] = []
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
  for (const [table, wanted] of Object.entries(acknowledged)) {
    const rows = await nodes.database.query(`select id from ${table}`)
    const stored = new Set(rows.map(({ id }) => String(id)))
    const lost = wanted.filter((id) => !stored.has(id))
    if (lost.length > 0)
      problems.push(`${failure.name}: ${lost.length} acknowledged ${table} are lost`)
  }
  const longest = Math.max(...exchanges.map(({ start, end }) => end - start))
  const last = Math.max(works, ...exchanges.filter((e) => !isServed(e)).map(({ end }) => end))
  say(
    `${failure.name}: ${exchanges.length} requests, ${failures.length} with a 500, the longest ${longest.toFixed()} ms; recovered after ${(last - works).toFixed()} ms; ${acknowledged.orders.length} orders and ${acknowledged.contacts.length} contacts acknowledged`,
  )
  return problems
}

/** Lets the database of the nodes fail in every way. Returns problems. */
export const runDatabaseFailures = async (nodes: Nodes): Promise<string[]> => {
  const problems: string[] = []
  for (const failure of failuresOf(nodes)) problems.push(...(await runFailure(nodes, failure)))
  return problems
}
