import { execFileSync } from 'node:child_process'
import { hostname } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { send } from '../../contract-tests/support/http.ts'
import { postgresPrograms } from '../kit/postgres-cluster.ts'
import { terminal } from '../kit/server/terminal.ts'
import { newPostgresDatabase } from '../kit/server/test-database.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'
import { startServer } from './server-process.ts'

/** Creates a database without tables. */
const newDatabase = () => newPostgresDatabase('template0')

test('A server runs on PostgreSQL, with its node in the log and its pool in the metrics', async () => {
  const { url } = await newDatabase()
  const key = (await terminal(undefined, url).ok('seed', 'demo')).trim()
  const environment = { DATABASE_URL: url, METRICS_PORT: '0' }
  const { request, log, stop } = await startServer({ databaseFile: '', key, environment })
  expect((await request({ path: '/v1/orders/list' })).status).toBe(200)
  expect(JSON.parse(log().split('\n')[0] ?? '')).toMatchObject({ node: `${hostname()}:0` })
  const [, page = ''] = /"metrics":"(http:[^"]+)\/metrics"/.exec(log()) ?? []
  const metrics = await send(page, { path: '/metrics' })
  expect(metrics.text).toMatch(/^merch_database_pool_size\S* \d+$/m)
  expect(metrics.text).toContain('merch_database_retries_total{reason="deadlock"} 0')
  expect(metrics.text).not.toContain('merch_database_bytes')
  expect(await stop()).toBe(0)
})

test('The printed command backs up a PostgreSQL database. A restored one repeats no deliveries', async () => {
  const { url, query } = await newDatabase()
  const { merch, ok } = terminal(undefined, url)
  await ok('seed', 'demo')
  await query(
    `insert into delivery_queue (account_id, webhook_id, event, body, created_at)
      select id, 'whk_none', 'order.created', '{}', 0 from accounts`,
  )
  const file = join(temporaryFolder(), `it's a backup`)
  const { status, stderr } = await merch('backup', file)
  expect(status).toBe(1)
  const [, line = ''] =
    /^The database is PostgreSQL. Run, where its programs are: (.*)\n$/.exec(stderr) ?? []
  const PATH = [postgresPrograms, process.env.PATH].join(delimiter)
  const run = (command: string) =>
    execFileSync('sh', ['-c', command], { env: { DATABASE_URL: url, PATH } })
  run(line)
  const restored = await newDatabase()
  run(`pg_restore --dbname='${restored.url}' "${file}"`)
  const counts = `select (select count(*)::int from orders) as orders,
    (select count(*)::int from delivery_queue) as deliveries`
  const [{ orders = 0 } = {}] = await query(counts)
  expect(orders).toBeGreaterThan(0)
  expect(await restored.query(counts)).toEqual([{ orders, deliveries: 0 }])
})
