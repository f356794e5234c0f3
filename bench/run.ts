import type { ChildProcess } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import autocannon from 'autocannon'
import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts'
import { newOrder } from '../testkit/request-bodies.ts'
import { median, path, readOptions, say, start } from './harness.ts'
import { load } from './load.ts'
import { sample } from './sample.ts'

const usage = `Usage: npm run bench -- [--seconds N] [--rounds N] [--only NAME]

Measures the server against a hand-written node:http server on the same SQL, key check and
budget, in turns, 50 connections each. Quote the ratios: they travel between machines.

  --seconds N  the length of each round, in seconds (default: 3)
  --rounds N   the number of rounds; the median counts (default: 5)
  --only NAME  one of: list, deep-list, order, create, unauthorized, invalid, subscribed

subscribed measures orders whose event has a subscriber, against orders without one. Its endpoint
refuses connections, so deliveries are stored, claimed and attempted without the cost of TLS.
`

type Scenario = {
  name: string
  method?: 'GET' | 'POST'
  path: string
  body?: unknown
  key?: string
  status: number
}

const contact = {
  firstName: 'Ada',
  lastName: 'Byron',
  // Autocannon replaces the placeholder: a campaign has at most 1,000 contacts with an address.
  email: 'byron-[<id>]@example.com',
  campaignId: 'cmp_bench',
  city: 'London',
  tags: ['engineering'],
}

const scenarios: Scenario[] = [
  { name: 'list', path: '/v1/products/list', status: 200 },
  { name: 'deep-list', path: '/v1/products/list?offset=9000', status: 200 },
  { name: 'order', path: '/v1/orders/ord_004242', status: 200 },
  { name: 'create', method: 'POST', path: '/v1/contacts/create', body: contact, status: 200 },
  { name: 'unauthorized', path: '/v1/products/list', key: 'x'.repeat(95), status: 401 },
  { name: 'invalid', method: 'POST', path: '/v1/contacts/create', body: {}, status: 400 },
]

const subscribed: Scenario = {
  name: 'subscribed',
  method: 'POST',
  path: '/v1/orders/create',
  body: newOrder('cmp_bench', 'TEE-000000'),
  status: 201,
}

/**
 * Adds a subscription to `order.created` whose endpoint refuses connections.
 * @returns a function that activates and deactivates it.
 */
const addSubscription = (file: string): ((isActive: boolean) => void) => {
  const set = (sql: string) => {
    const database = new DatabaseSync(file, { timeout: 5000 })
    database.exec(sql)
    database.close()
  }
  set(`
    insert into webhooks (id, account_id, url, canonical_url, events, active, secret, created_at, updated_at)
    select 'whk_bench', id, 'https://127.0.0.1:1/', 'https://127.0.0.1:1/', '["order.created"]', 0, 'whsec', '', ''
    from accounts`)
  return (isActive) => set(`update webhooks set active = ${Number(isActive)}`)
}

const measure = async (port: string, scenario: Scenario, key: string, seconds: number) => {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}${scenario.path}`,
    method: scenario.method ?? 'GET',
    connections: 50,
    duration: seconds,
    headers: {
      authorization: `Bearer ${scenario.key ?? key}`,
      ...(scenario.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(scenario.body ? { body: JSON.stringify(scenario.body) } : {}),
    idReplacement: scenario.body === contact,
  })
  const wrong = Object.entries(result.statusCodeStats ?? {}).filter(
    ([status]) => Number(status) !== scenario.status,
  )
  if (wrong.length > 0 || result.errors > 0)
    throw new Error(
      `${scenario.name} returned status codes ${JSON.stringify(result.statusCodeStats)}`,
    )
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}

type Measured = Awaited<ReturnType<typeof measure>>

const report = (name: string, ours: Measured[], raw: Measured[], other = 'raw') => {
  const ratio = median(ours.map(({ perSecond }, i) => perSecond / (raw[i]?.perSecond ?? 1)))
  const speed = (all: Measured[]) => Math.round(median(all.map(({ perSecond }) => perSecond)))
  const tail = (all: Measured[]) => median(all.map(({ p99 }) => p99))
  say(
    `${name.padEnd(14)} ${ratio.toFixed(2).padStart(6)} × ${other}   ${String(speed(ours)).padStart(7)}/s against ${String(speed(raw)).padStart(7)}/s   p99 ${tail(ours)} ms against ${tail(raw)} ms`,
  )
}

const run = async (seconds: number, rounds: number, only: string): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'merch-bench-'))
  const children: ChildProcess[] = []
  try {
    const file = join(folder, 'ours.db')
    const store = await openSqliteStore(file)
    const data = sample({ variants: 10_000, contacts: 1000, orders: 10_000 })
    const key = await load(store, data, Date.now())
    await store.close()
    copyFileSync(file, join(folder, 'raw.db'))
    const portOf = async (args: string[], pattern: RegExp, environment = {}) => {
      const { child, match } = await start(args, pattern, environment)
      children.push(child)
      return match[1] ?? ''
    }
    const settings = {
      DATABASE_URL: `file:${file}`,
      PORT: '0',
      RATE_LIMIT_BUDGET: '1000000000',
      WEBHOOK_EGRESS_ALLOW: '127.0.0.0/8',
    }
    const ports = {
      ours: await portOf([path('server/main.ts')], /127\.0\.0\.1:(\d+)/, settings),
      raw: await portOf([path('bench/raw-server.ts'), join(folder, 'raw.db')], /^(\d+)\n/),
    }
    for (const scenario of scenarios.filter(({ name }) => only === '' || name === only)) {
      const results: { ours: Measured[]; raw: Measured[] } = { ours: [], raw: [] }
      for (let round = -1; round < rounds; round++)
        for (const side of ['ours', 'raw'] as const) {
          const measured = await measure(ports[side], scenario, key, round < 0 ? 1 : seconds)
          if (round >= 0) results[side].push(measured)
        }
      report(scenario.name, results.ours, results.raw)
    }
    if (only === '' || only === subscribed.name) {
      const activate = addSubscription(file)
      const results: { on: Measured[]; off: Measured[] } = { on: [], off: [] }
      for (let round = -1; round < rounds; round++)
        for (const side of ['on', 'off'] as const) {
          activate(side === 'on')
          const measured = await measure(ports.ours, subscribed, key, round < 0 ? 1 : seconds)
          if (round >= 0) results[side].push(measured)
        }
      report(subscribed.name, results.on, results.off, 'none')
    }
  } finally {
    for (const child of children) child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

const { seconds, rounds, only } = readOptions(usage, { seconds: '3', rounds: '5', only: '' })
await run(Number(seconds), Number(rounds), only)
