import { mock } from 'node:test'
import type { RequestBudget } from '../server/http/rate-limit/request-budget.ts'
import { postgresRequestLog } from '../server/store/postgres/postgres-request-log.ts'
import { openPostgresStore } from '../server/store/postgres/postgres-store.ts'
import type { RequestLog } from '../server/store/request-log.ts'
import type { Store } from '../server/store/store.ts'
import { budgetAt } from '../server/testing/rate-limit/budget-at.ts'
import {
  type PostgresCluster,
  postgresPrograms,
  startPostgresCluster,
} from '../testkit/postgres-cluster.ts'
import { postgresMilliseconds } from './cpu-time.ts'
import { readOptions, say } from './harness.ts'

const usage = `Usage: npm run bench:exchange -- [--nodes N,N] [--rate N] [--seconds N]

Simulates nodes that exchange the counts of the rate limit through a PostgreSQL server, which it starts.
The statements are real, the time is not. Prints how late a node knows the requests of another, and what
the exchange costs.

  --nodes N,N  numbers of nodes (default: 2,4,8,16,32,64)
  --rate N     requests per second and node, each from another address (default: 50)
  --seconds N  simulated seconds (default: 10)
`

const begin = 1_900_000_000_000

/** Returns numbers from 0 to 1 that are the same in each run. */
const randomNumbers = (): (() => number) => {
  let state = 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

type Measured = { statements: number; rowsRead: number; worst: number; slowest: number }

type SimulatedNode = { budget: RequestBudget; saveAt: number; savedAt: number }

/** Nodes on one database, whose time is `time.now`. */
const cluster = (stores: readonly Store[], time: { now: number }) => {
  const measured: Measured = { statements: 0, rowsRead: 0, worst: 0, slowest: 0 }
  /** When each address sent its request of a second. */
  const sent = new Map<string, number>()
  const logOf = (store: Store): RequestLog => {
    const log = postgresRequestLog((statement, values) => {
      measured.statements++
      return store.all(statement, values)
    })
    const sync: RequestLog['sync'] = async (batch) => {
      const started = performance.now()
      const result = await log.sync(batch)
      measured.slowest = Math.max(measured.slowest, performance.now() - started)
      measured.rowsRead += result.others.length
      for (const { address, second } of result.others) {
        const late = time.now - (sent.get(`${address} ${second}`) ?? time.now)
        measured.worst = Math.max(measured.worst, late)
      }
      return { ...result, clock: { ...result.clock, now: time.now } }
    }
    return { ...log, sync }
  }
  let period = 0
  const nodes = stores.map((store): SimulatedNode => {
    const log = logOf(store)
    period = log.period
    const budget = budgetAt(time, 1_000_000, log, { windowSeconds: 86_400 })
    return { budget, saveAt: Number.POSITIVE_INFINITY, savedAt: time.now }
  })
  const take = async (node: SimulatedNode, address: string) => {
    const key = `${address} ${Math.floor(time.now / 1000)}`
    if (!sent.has(key)) sent.set(key, time.now)
    await node.budget.take(address)
    // As the write-behind does, which has no time here.
    node.saveAt = Math.min(node.saveAt, Math.max(node.savedAt + period, time.now))
  }
  const save = async (node: SimulatedNode) => {
    node.saveAt = Number.POSITIVE_INFINITY
    node.savedAt = time.now
    await node.budget.save()
  }
  return { nodes, measured, take, save }
}

type Request = { at: number; node: number; address: string }

/** Returns a request of each address in each second, at random moments, in the order of time. */
const requestsOf = (nodes: number, rate: number, from: number, seconds: number): Request[] => {
  const random = randomNumbers()
  const requests: Request[] = []
  for (let second = 0; second < seconds; second++)
    for (let node = 0; node < nodes; node++)
      for (let i = 0; i < rate; i++) {
        const at = from + second * 1000 + random() * 1000
        requests.push({ at, node, address: `10.${node}.${i >> 8}.${i & 255}` })
      }
  return requests.toSorted((a, b) => a.at - b.at)
}

const simulate = async (server: PostgresCluster, count: number, rate: number, seconds: number) => {
  const database = `nodes_${count}`
  await server.create(database)
  const stores: Store[] = []
  for (let i = 0; i < count; i++)
    stores.push(await openPostgresStore(server.urlOf(database), { poolSize: 2 }))
  const time = { now: begin }
  const { nodes, measured, take, save } = cluster(stores, time)
  const run = async (requests: readonly Request[], until: number) => {
    for (const { at, node, address } of [...requests, { at: until, node: -1, address: '' }]) {
      for (;;) {
        const next = nodes.reduce((a, b) => (b.saveAt < a.saveAt ? b : a))
        if (next.saveAt > at) break
        time.now = next.saveAt
        await save(next)
      }
      time.now = at
      const taking = nodes[node]
      if (taking) await take(taking, address)
    }
  }
  // Before the measurement, each node reads its addresses from the log.
  await run(requestsOf(count, rate, begin, 2), begin + 2000)
  Object.assign(measured, { statements: 0, rowsRead: 0, worst: 0, slowest: 0 })
  const before = { client: process.cpuUsage(), server: postgresMilliseconds(server.socket) }
  const from = time.now
  await run(requestsOf(count, rate, from, seconds), from + seconds * 1000)
  const { user, system } = process.cpuUsage(before.client)
  const serverCpu = postgresMilliseconds(server.socket) - before.server
  const [size] = await server.query(
    database,
    `select pg_total_relation_size('request_log')::float / count(*) as bytes from request_log`,
  )
  await Promise.all(stores.map((store) => store.close()))
  return {
    ...measured,
    bytes: Number(size?.bytes),
    nodeCpu: (user + system) / 1000 / count / seconds,
    serverCpu: serverCpu / seconds,
  }
}

const row = (cells: readonly (string | number)[]) => say(`| ${cells.join(' | ')} |`)

const run = async (counts: readonly number[], rate: number, seconds: number): Promise<void> => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const server = await startPostgresCluster()
  try {
    row([
      ...['nodes', 'statements/s', 'rows written/s', 'rows read/s', 'worst lateness, s'],
      ...['CPU of a node, %', 'CPU of PostgreSQL, %', 'slowest sync, ms', 'bytes of a row'],
    ])
    row(Array.from({ length: 9 }, () => '---:'))
    for (const count of counts) {
      const found = await simulate(server, count, rate, seconds)
      row([
        count,
        Math.round(found.statements / seconds),
        count * rate,
        Math.round(found.rowsRead / seconds),
        (found.worst / 1000).toFixed(2),
        (found.nodeCpu / 10).toFixed(1),
        (found.serverCpu / 10).toFixed(1),
        found.slowest.toFixed(0),
        found.bytes.toFixed(0),
      ])
    }
  } finally {
    await server.stop()
  }
}

const { nodes, rate, seconds } = readOptions(usage, {
  nodes: '2,4,8,16,32,64',
  rate: '50',
  seconds: '10',
})
if (postgresPrograms === undefined) say('Skipped: PostgreSQL 15 or newer is not installed.')
else await run(nodes.split(',').map(Number), Number(rate), Number(seconds))
