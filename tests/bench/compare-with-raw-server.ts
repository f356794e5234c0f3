import { type ChildProcess, execFileSync } from 'node:child_process'
import packageJson from '../../package.json' with { type: 'json' }
import { postgresPrograms } from '../kit/postgres-cluster.ts'
import { newContact, newOrder } from '../kit/request-bodies.ts'
import { type BenchDatabase, postgresDatabases, sqliteDatabases } from './databases.ts'
import { type Measured, measure, median, readOptions, say, start } from './harness.ts'

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

const measureScenario = (
  port: string,
  scenario: Scenario,
  key: string,
  settings: { duration: number; connections: number },
) => {
  const { name, method = 'GET', path, body, status } = scenario
  const headers = { authorization: `Bearer ${scenario.key ?? key}` }
  const options = body
    ? { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
    : { headers }
  const url = `http://127.0.0.1:${port}${path}`
  const idReplacement = body === contact
  return measure(name, { ...options, ...settings, url, method, idReplacement }, status)
}

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
