import { type ChildProcess, execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import packageJson from '../../package.json' with { type: 'json' }
import { openPostgresStore } from '../../server/store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '../../server/store/sqlite.ts'
import { postgresPrograms, startPostgresCluster } from '../kit/postgres-cluster.ts'
import { path } from '../kit/project.ts'
import { newContact, newOrder } from '../kit/request-bodies.ts'
import { load, sample } from './data-set.ts'
import { readOptions, say, start } from './harness.ts'

const usage = `Usage: npm run bench -- [--seconds N] [--rounds N] [--connections N] [--only NAME] [--database NAME]

Measures the server against a hand-written node:http server on the same SQL, key check and
rate limit, in turns. Quote the ratios: they travel between machines.
The last line is the memory of both after that.

  --seconds N      the length of each round, in seconds (default: 3)
  --rounds N       the number of rounds; the median counts (default: 5)
  --connections N  the number of clients' connections (default: 50)
  --only NAME      one of: list, deep-list, order, create, place, unauthorized, invalid
  --database NAME  sqlite or postgres (default: sqlite). postgres starts a PostgreSQL server of
                   its own; the other server awaits each statement of 'pg'
`

type Scenario = {
  name: string
  method?: 'GET' | 'POST'
  path: string
  body?: unknown
  key?: string
  status: number
}

/** Autocannon replaces the placeholder, so that addresses are new. */
const contact = newContact('cmp_bench', {
  email: 'byron-[<id>]@example.com',
  city: 'London',
  tags: ['engineering'],
})

const scenarios: Scenario[] = [
  { name: 'list', path: '/v1/products/list', status: 200 },
  { name: 'deep-list', path: '/v1/products/list?offset=9000', status: 200 },
  { name: 'order', path: '/v1/orders/ord_004242', status: 200 },
  { name: 'create', method: 'POST', path: '/v1/contacts/create', body: contact, status: 200 },
  {
    name: 'place',
    method: 'POST',
    path: '/v1/orders/create',
    status: 201,
    body: newOrder('cmp_bench', 'TEE-000000'),
  },
  { name: 'unauthorized', path: '/v1/products/list', key: 'x'.repeat(95), status: 401 },
  { name: 'invalid', method: 'POST', path: '/v1/contacts/create', body: {}, status: 400 },
]

type Options = { seconds: number; rounds: number; connections: number; only: string }

type Measured = { perSecond: number; p99: number }

/**
 * Sends the same request on several connections.
 * @returns requests per second, and the 99th percentile of their time in milliseconds.
 * @throws when a response has another status code, or there is none.
 */
const measureScenario = async (
  port: string,
  scenario: Scenario,
  key: string,
  settings: { duration: number; connections: number },
): Promise<Measured> => {
  const { name, method = 'GET', path, body, status } = scenario
  const headers = { authorization: `Bearer ${scenario.key ?? key}` }
  const options = body
    ? { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
    : { headers }
  const url = `http://127.0.0.1:${port}${path}`
  const idReplacement = body === contact
  const result = await autocannon({ ...options, ...settings, url, method, idReplacement })
  const codes = result.statusCodeStats ?? {}
  if (result.errors > 0 || Object.keys(codes).some((code) => Number(code) !== status))
    throw new Error(`${name}: ${result.errors} errors, status codes ${JSON.stringify(codes)}`)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const report = (name: string, ours: Measured[], raw: Measured[]) => {
  const ratio = median(ours.map(({ perSecond }, i) => perSecond / (raw[i]?.perSecond ?? 1)))
  const speed = (all: Measured[]) => Math.round(median(all.map(({ perSecond }) => perSecond)))
  const tail = (all: Measured[]) => median(all.map(({ p99 }) => p99))
  say(
    `${name.padEnd(14)} ${ratio.toFixed(2).padStart(6)} × raw   ${String(speed(ours)).padStart(7)}/s against ${String(speed(raw)).padStart(7)}/s   p99 ${tail(ours)} ms against ${tail(raw)} ms`,
  )
}

/** The arguments with which `npm start` starts the server. */
const [, , ...startArguments] = packageJson.scripts.start.split(' ')

const megabytesOf = ({ pid }: ChildProcess): number =>
  Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024)

/** Two databases with the same data: one for the server, one for the server that it is measured against. */
type BenchDatabase = {
  databaseUrl: string
  /** The command line of the other server. */
  rawServer: string[]
  /** A key of the account. */
  key: string
  close(): Promise<void>
}

const data = () => sample({ variants: 10_000, contacts: 1000, orders: 10_000 })

/** Creates two SQLite files. */
const sqliteDatabases = async (): Promise<BenchDatabase> => {
  const folder = mkdtempSync(join(tmpdir(), 'merch-bench-'))
  const file = join(folder, 'ours.db')
  const raw = join(folder, 'raw.db')
  const store = await openSqliteStore(file)
  const key = await load(store, data(), Date.now())
  await store.close()
  copyFileSync(file, raw)
  return {
    databaseUrl: `file:${file}`,
    rawServer: [path('tests/bench/raw-server.ts'), raw],
    key,
    close: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Starts a PostgreSQL server with two databases. */
const postgresDatabases = async (): Promise<BenchDatabase> => {
  const cluster = await startPostgresCluster({ isDurable: true })
  await cluster.create('ours')
  const store = await openPostgresStore(cluster.urlOf('ours'), { poolSize: 4 })
  const key = await load(store, data(), Date.now())
  await store.close()
  await cluster.create('raw', 'ours')
  for (const name of ['ours', 'raw']) await cluster.query(name, 'vacuum analyze')
  return {
    databaseUrl: cluster.urlOf('ours'),
    rawServer: [path('tests/bench/raw-server.ts'), cluster.socket, 'raw'],
    key,
    close: () => cluster.stop(),
  }
}

const run = async (
  { databaseUrl, rawServer, key, close }: BenchDatabase,
  { seconds, rounds, connections, only }: Options,
): Promise<void> => {
  const children: ChildProcess[] = []
  const portOf = async (args: string[], pattern: RegExp, environment = {}) => {
    const { child, match } = await start(args, pattern, environment)
    children.push(child)
    return match[1] ?? ''
  }
  try {
    const settings = {
      DATABASE_URL: databaseUrl,
      PORT: '0',
      RATE_LIMIT_BUDGET: '1000000000',
    }
    const ports = {
      ours: await portOf(startArguments, /127\.0\.0\.1:(\d+)/, settings),
      raw: await portOf(rawServer, /^(\d+)\n/),
    }
    for (const scenario of scenarios.filter(({ name }) => only === '' || name === only)) {
      // Its reader has left, as `head -1` does.
      if (process.stdout.destroyed) return
      const results: { ours: Measured[]; raw: Measured[] } = { ours: [], raw: [] }
      for (let round = -1; round < rounds; round++)
        for (const side of ['ours', 'raw'] as const) {
          const duration = round < 0 ? 1 : seconds
          const load = { duration, connections }
          const measured = await measureScenario(ports[side], scenario, key, load)
          if (round >= 0) results[side].push(measured)
        }
      report(scenario.name, results.ours, results.raw)
    }
    const [ours, raw] = children.map(megabytesOf)
    say(`memory         ${ours} MB against ${raw} MB`)
  } finally {
    for (const child of children) child.kill()
    await close()
  }
}

process.stdout.on('error', () => {})

const { seconds, rounds, connections, only, database } = readOptions(usage, {
  seconds: '3',
  rounds: '5',
  connections: '50',
  only: '',
  database: 'sqlite',
})
const options = {
  seconds: Number(seconds),
  rounds: Number(rounds),
  connections: Number(connections),
  only,
}
if (database !== 'postgres') await run(await sqliteDatabases(), options)
else if (postgresPrograms === undefined) say('Skipped: PostgreSQL 15 or newer is not installed.')
else await run(await postgresDatabases(), options)
