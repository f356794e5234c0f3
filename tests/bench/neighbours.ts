import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteStore } from '../../server/store/sqlite.ts'
import { newContact } from '../kit/request-bodies.ts'
import { load, sample } from './data-set.ts'
import { readOptions, say, start } from './harness.ts'

const usage = `Usage: npx node tests/bench/neighbours.ts [--rows N] [--seconds N]

One account asks the most expensive question of each kind, one after the other. Another account reads an order and
creates contacts meanwhile. Prints the time of a question, and the 99th percentiles of the other account's requests
before and during the questions, in milliseconds.

  --rows N      contacts, orders, variants and stock of the first account (default: 100000)
  --seconds N   the length of each part (default: 5)
`

const { rows, seconds } = readOptions(usage, { rows: '100000', seconds: '5' })
const size = Number(rows)

const questions: readonly [title: string, path: string][] = [
  ['contacts: a search without a hit', '/v1/contacts/list?campaignId=cmp_bench&searchText=zzzz'],
  ['contacts: a tag', '/v1/contacts/list?campaignId=cmp_bench&tags=none'],
  ['contacts: not invited', '/v1/contacts/list?campaignId=cmp_bench&inviteStatusFilter=invited'],
  ['contacts: a number of orders', '/v1/contacts/list?campaignId=cmp_bench&orderCountFilter=9'],
  ['orders: the last page', `/v1/orders/list?offset=${size - 20}`],
  ['orders: two filters', '/v1/orders/list?campaignId=cmp_bench&orderStatus=RETURNED'],
  ['orders: the number of a source', '/v1/orders/list?sourceOrderNumber=none'],
  ['products: the last page', `/v1/products/list?offset=${size - 20}`],
  ['inventory: the first page', '/v1/inventory/list'],
  ['inventory: a name without a hit', '/v1/inventory/list?product_name=zzzz'],
  ['inventory: a status', '/v1/inventory/list?status=low_stock'],
  ['campaigns', '/v1/campaigns/list'],
]

type Call = { port: string; key: string; path: string; body?: unknown; agent: Agent }

/** Sends a request. Returns the milliseconds until its response has ended. @throws unless it is 200 or 201. */
const timed = ({ port, key, path, body, agent }: Call): Promise<number> =>
  new Promise((resolve, reject) => {
    const began = performance.now()
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const method = body === undefined ? 'GET' : 'POST'
    const sent = request({ port, path, method, agent, headers }, (response) => {
      if ((response.statusCode ?? 500) > 201) reject(new Error(`${path}: ${response.statusCode}`))
      response.resume().on('end', () => resolve(performance.now() - began))
    })
    sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body))
  })

/** Repeats a call until a time, each on a connection. Returns the time of each. */
const repeat = async (until: number, calls: readonly Call[]): Promise<number[]> => {
  const times: number[] = []
  const client = async (call: Call) => {
    while (performance.now() < until) times.push(await timed(call))
  }
  await Promise.all(calls.map(client))
  return times
}

const percentile = (times: readonly number[], share: number) =>
  (times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0).toFixed(1).padStart(8)

const folder = mkdtempSync(join(tmpdir(), 'merch-neighbours-'))
const store = await openSqliteStore(join(folder, 'merch.db'))
const large = await load(
  store,
  sample({ variants: size, contacts: size, orders: size }),
  Date.now(),
)
const small = await load(store, sample({ variants: 100, contacts: 10, orders: 10 }), Date.now())
await store.close()

const { child, match } = await start(['server/main.ts'], /127\.0\.0\.1:(\d+)/, {
  DATABASE_URL: `file:${join(folder, 'merch.db')}`,
  PORT: '0',
  RATE_LIMIT_BUDGET: '1000000000',
})
try {
  const port = match[1] ?? ''
  const agent = new Agent({ keepAlive: true })
  const read = { port, agent, key: small, path: '/v1/orders/ord_000004' }
  const body = newContact('cmp_bench', { email: 'byron@example.com' })
  const create = { port, agent, key: small, path: '/v1/contacts/create', body }
  const end = () => performance.now() + Number(seconds) * 1000
  await repeat(end(), [read, create])
  const others = async () => {
    const until = end()
    return Promise.all([repeat(until, [read, read]), repeat(until, [create, create])])
  }
  say(`${''.padEnd(36)}     time  order p99  create p99`)
  const quiet = await others()
  say(`${'quiet'.padEnd(36)}          ${quiet.map((times) => percentile(times, 0.99)).join('  ')}`)
  for (const [title, path] of questions) {
    const asked = repeat(end(), [{ port, agent, key: large, path }])
    const [reads, creates] = await others()
    const times = [percentile(await asked, 0.5), percentile(reads, 0.99), percentile(creates, 0.99)]
    say(`${title.padEnd(36)} ${times.join('  ')}`)
  }
} finally {
  child.kill()
  rmSync(folder, { recursive: true, force: true })
}
