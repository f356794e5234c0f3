import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { pino } from 'pino'
import { endpoints } from '../generated/operations.ts'
import { replies } from '../generated/replies.ts'
import { readConfig } from '../server/config.ts'
import { digest, isWellFormed } from '../server/domain/api-key.ts'
import { toId } from '../server/domain/ids.ts'
import { createMailer } from '../server/email/create-mailer.ts'
import { createDispatcher } from '../server/events/dispatch/dispatcher.ts'
import { authenticateWith } from '../server/http/api/authenticate.ts'
import { readQuery } from '../server/http/api/read-parameters.ts'
import { compose } from '../server/process/compose.ts'
import { accountOfKey } from '../server/store/api-keys.ts'
import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts'
import { listVariants } from '../server/store/variants.ts'
import { load } from './load.ts'
import { sample } from './sample.ts'

/**
 * Measures the stages of a request in one process without sockets. The stages run separately and
 * warm, so their sum is less than the time of a request under load. Compare their shares.
 */
const folder = mkdtempSync(join(tmpdir(), 'merch-profile-'))
const store = await openSqliteStore(join(folder, 'profile.db'))
const key = await load(
  store,
  sample({ variants: 10_000, contacts: 1000, orders: 1000 }),
  Date.now(),
)
const log = pino({ level: 'silent' })
const { app, budget } = compose({
  config: readConfig({ RATE_LIMIT_BUDGET: '1000000000' }),
  store,
  clock: Date.now,
  log,
  deliverer: createDispatcher({ store, clock: Date.now, log, send: async () => 200 }),
  mailer: createMailer(async () => false),
  strict: false,
})

// As in the server, the lightweight Response of @hono/node-server replaces the global one.
getRequestListener(app.fetch)

/** Returns microseconds per run: the median of five rounds after a warm-up. */
const time = async (run: () => unknown, runs = 4000): Promise<number> => {
  const rounds: number[] = []
  for (let round = -1; round < 5; round++) {
    const start = performance.now()
    for (let i = 0; i < runs; i++) await run()
    if (round >= 0) rounds.push(((performance.now() - start) * 1000) / runs)
  }
  return rounds.toSorted((a, b) => a - b)[2] ?? 0
}

const table = async (title: string, stages: [string, () => unknown][], whole: () => unknown) => {
  const all = await time(whole)
  process.stdout.write(`\n${title}: ${all.toFixed(1)} µs without sockets\n`)
  let rest = all
  for (const [name, run] of stages) {
    const taken = await time(run)
    rest -= taken
    line(name, taken, all)
  }
  line('routing, promises, the Response', rest, all)
}

const line = (name: string, taken: number, all: number) =>
  process.stdout.write(
    `  ${name.padEnd(34)} ${taken.toFixed(1).padStart(6)} µs ${((100 * taken) / all).toFixed(0).padStart(3)} %\n`,
  )

const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
const authenticate = authenticateWith((given) => accountOfKey(store, given))
const { account = toId('acc', '') } = (await authenticate(key)?.result) ?? {}
const page = { account, limit: 20, offset: 0 }
const variants = await listVariants(store, page, '')
const check = replies.listProducts[200]

const list = new Request('http://localhost/v1/products/list', { headers })
await table(
  'GET /v1/products/list',
  [
    ['budget', () => budget.take('local')],
    ['key: form and digest', () => isWellFormed(key) && digest(key)],
    ['key: look-up', () => accountOfKey(store, digest(key))],
    ['query', () => readQuery('http://localhost/', endpoints.listProducts.queryParameters)],
    ['statement', () => listVariants(store, page, '')],
    ['reply checked and copied', () => check?.(variants)],
    ['JSON', () => JSON.stringify(variants)],
  ],
  () => app.fetch(list),
)

const body = JSON.stringify({
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  campaignId: 'cmp_bench',
  tags: ['engineering'],
})
const create = () => app.request('/v1/contacts/create', { method: 'POST', headers, body })
const together = async (count: number) => {
  await Promise.all(Array.from({ length: count }, create))
}

process.stdout.write('\nPOST /v1/contacts/create, per contact\n')
const alone = await time(() => together(1), 200)
for (const count of [1, 10, 50, 200]) {
  const each = (await time(() => together(count), Math.ceil(400 / count))) / count
  line(`${count} at the same time`, each, alone)
}
await store.close()
rmSync(folder, { recursive: true, force: true })
