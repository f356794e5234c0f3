import type { ChildProcess } from 'node:child_process'
import autocannon from 'autocannon'
import { openPostgresStore } from '../server/store/postgres/postgres-store.ts'
import {
  type PostgresCluster,
  postgresPrograms,
  startPostgresCluster,
} from '../testkit/postgres-cluster.ts'
import { postgresMilliseconds, processMilliseconds } from './cpu-time.ts'
import { median, path, readOptions, say, start } from './harness.ts'
import { load } from './load.ts'
import { contactBody, orderBody } from './request-bodies.ts'
import { sample } from './sample.ts'

const usage = `Usage: npm run bench:nodes -- [--nodes N,N] [--seconds N] [--rounds N]

Measures servers on one PostgreSQL server, which it starts: the CPU time of a request, and the rate. All
programs share this machine, so the rate says less than the CPU time.

  --nodes N,N  numbers of servers (default: 1,2,4)
  --seconds N  the length of each round, in seconds (default: 2)
  --rounds N   the number of rounds; the median counts (default: 5)
`

const database = 'nodes'
const accounts = 4
const connections = 48

type Scenario = { name: string; path: string; body?: unknown }

const scenarios: Scenario[] = [
  { name: 'list of 20 products', path: '/v1/products/list' },
  { name: 'order by id', path: '/v1/orders/ord_000042' },
  { name: 'new contact', path: '/v1/contacts/create', body: contactBody },
  { name: 'new order', path: '/v1/orders/create', body: orderBody },
]

/** Sends requests of all accounts to a server. Returns the number of responses. */
const send = async (
  url: string,
  scenario: Scenario,
  keys: string[],
  share: number,
  seconds: number,
) => {
  const requests = keys.map((key) => ({
    path: scenario.path,
    method: scenario.body ? ('POST' as const) : ('GET' as const),
    headers: {
      authorization: `Bearer ${key}`,
      ...(scenario.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(scenario.body ? { body: JSON.stringify(scenario.body) } : {}),
  }))
  const result = await autocannon({
    url,
    requests,
    connections: share,
    duration: seconds,
    idReplacement: scenario.body === contactBody,
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${scenario.name}: ${JSON.stringify(result.statusCodeStats)}`)
  return result['2xx']
}

type Found = { node: number; postgres: number; rate: number }

/** Starts servers. Returns a function that measures a scenario on some of them. */
const startNodes = async (server: PostgresCluster, count: number, keys: string[]) => {
  const children: ChildProcess[] = []
  const urls: string[] = []
  const stop = () => {
    for (const child of children) child.kill()
  }
  for (let i = 0; i < count; i++) {
    const { child, match } = await start([path('server/main.ts')], /127\.0\.0\.1:(\d+)/, {
      ...{ DATABASE_URL: server.urlOf(database), PORT: '0', SEED_DEMO: '0' },
      RATE_LIMIT_BUDGET: '1000000000',
    })
    children.push(child)
    urls.push(`http://127.0.0.1:${match[1]}`)
  }
  const cpu = () => ({
    nodes: children.reduce((sum, { pid }) => sum + processMilliseconds(String(pid)), 0),
    postgres: postgresMilliseconds(server.socket),
  })
  const measure = async (scenario: Scenario, used: number, seconds: number): Promise<Found> => {
    const share = Math.round(connections / used)
    const before = cpu()
    const sent = await Promise.all(
      urls.slice(0, used).map((url) => send(url, scenario, keys, share, seconds)),
    )
    const after = cpu()
    const responses = sent.reduce((a, b) => a + b)
    return {
      node: ((after.nodes - before.nodes) * 1000) / responses,
      postgres: ((after.postgres - before.postgres) * 1000) / responses,
      rate: responses / seconds,
    }
  }
  return { measure, stop }
}

const run = async (counts: readonly number[], seconds: number, rounds: number): Promise<void> => {
  const server = await startPostgresCluster({ isDurable: true })
  try {
    await server.create(database)
    const store = await openPostgresStore(server.urlOf(database), { poolSize: 2 })
    const data = sample({ variants: 400, contacts: 100, orders: 400 })
    const keys: string[] = []
    for (let i = 0; i < accounts; i++) keys.push(await load(store, data, Date.now()))
    await store.close()
    const { measure, stop } = await startNodes(server, Math.max(...counts), keys)
    try {
      say('| | servers | CPU of servers, µs | CPU of PostgreSQL, µs | requests/s |')
      say('|---|---:|---:|---:|---:|')
      for (const scenario of scenarios) {
        await measure(scenario, Math.max(...counts), 1)
        const found = counts.map((): Found[] => [])
        // In turns, so that other load on the machine meets all of them.
        for (let round = 0; round < rounds; round++)
          for (const [i, count] of counts.entries())
            found[i]?.push(await measure(scenario, count, seconds))
        for (const [i, count] of counts.entries()) {
          const of = (name: keyof Found) =>
            median((found[i] ?? []).map((one) => one[name])).toFixed(0)
          say(`| ${[scenario.name, count, of('node'), of('postgres'), of('rate')].join(' | ')} |`)
        }
      }
    } finally {
      stop()
    }
  } finally {
    await server.stop()
  }
}

const { nodes, seconds, rounds } = readOptions(usage, { nodes: '1,2,4', seconds: '2', rounds: '5' })
if (postgresPrograms === undefined) say('Skipped: PostgreSQL 15 or newer is not installed.')
else await run(nodes.split(',').map(Number), Number(seconds), Number(rounds))
