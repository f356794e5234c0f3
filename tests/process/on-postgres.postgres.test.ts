import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { delimiter, join } from 'node:path'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { Order } from '../../generated/schemas.ts'
import { findPostgresInconsistencies } from '../../server/testing/find-inconsistencies.ts'
import { openCampaign } from '../../server/testing/open-campaign.ts'
import { terminal } from '../../server/testing/terminal.ts'
import { send } from '../../testkit/http.ts'
import { databasesOf, postgresPrograms } from '../../testkit/postgres-cluster.ts'
import { startReceiver } from '../../testkit/receiver.ts'
import { newOrder } from '../../testkit/request-bodies.ts'
import { runProgram } from '../../testkit/run.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { type Certificate, makeCertificate, tlsHost } from '../../testkit/tls.ts'
import { deliveringHere, startServer } from './server-process.ts'

const postgresPath = [postgresPrograms, process.env.PATH].join(delimiter)

const databases = databasesOf(inject('postgresSocket') ?? '')
let certificate: Certificate
beforeAll(() => {
  certificate = makeCertificate()
})

/** Creates an empty database, which is dropped after the test. */
const newDatabase = async (): Promise<string> => {
  const name = `process_${randomUUID()}`
  await databases.create(name)
  onTestFinished(() => databases.drop(name))
  return name
}

/** Creates a database with demo data, and starts servers and commands on it. */
const demo = async () => {
  const name = await newDatabase()
  const environment = {
    DATABASE_URL: databases.urlOf(name),
    ...deliveringHere(temporaryFolder(), certificate),
  }
  const { merch, ok } = terminal(undefined, environment.DATABASE_URL)
  const key = (await ok('seed', 'demo')).trim()
  const serve = async () => {
    const settings = { ...environment, METRICS_PORT: '0' }
    const server = await startServer({ databaseFile: '', key, certificate, environment: settings })
    const ask = (method: string, path: string, json?: unknown) =>
      server.request({ method, path, json })
    const campaign = openCampaign((await ask('GET', '/v1/campaigns/list')).body)
    const body = newOrder(campaign.id, campaign.products[0]?.sku ?? '')
    return { ...server, ask, place: () => ask('POST', '/v1/orders/create', body) }
  }
  const query = (sql: string) => databases.query(name, sql)
  const inconsistencies = () => findPostgresInconsistencies(query)
  return { merch, ok, environment, serve, query, inconsistencies }
}

test('Server and command line share a PostgreSQL database, and it is backed up', async () => {
  const { merch, ok, environment, serve, query, inconsistencies } = await demo()
  const server = await serve()
  expect(JSON.parse(server.log().split('\n')[0] ?? '')).toMatchObject({ node: `${hostname()}:0` })
  const [, page = ''] = /"metrics":"(http:[^"]+)\/metrics"/.exec(server.log()) ?? []
  const metrics = await send(page, { path: '/metrics' })
  expect(metrics.text).toMatch(/^merch_database_pool_size\S* \d+$/m)
  expect(metrics.text).not.toContain('merch_database_bytes')
  const { port, received } = await startReceiver(certificate)
  await server.ask('POST', '/v1/webhooks', {
    url: `https://${tlsHost}:${port}/`,
    events: ['order.created', 'order.shipped'],
  })
  const { id } = Order.parse((await server.place()).body)
  await expect.poll(() => received.length).toBe(1)
  const ship = ['orders', 'ship', id, '--tracking', '1Z', '--carrier', 'ups']
  const shipped = await runProgram('server/cli/main.ts', ship, environment)
  expect(shipped.status, shipped.stderr).toBe(0)
  expect(received.map(({ body }) => JSON.parse(body.toString()).event)).toEqual([
    'order.created',
    'order.shipped',
  ])
  const [account = ''] = (await ok('accounts', 'list')).split('\t')
  const [keyId = ''] = (await ok('keys', 'list', '--account', account)).split('\t')
  await ok('keys', 'revoke', keyId)
  expect((await server.ask('GET', '/v1/auth')).status).toBe(401)
  expect(await server.stop()).toBe(0)
  expect(await inconsistencies()).toEqual([])

  await query(
    `insert into delivery_queue (account_id, webhook_id, event, body, created_at)
      select id, 'whk_none', 'order.created', '{}', 0 from accounts`,
  )
  const file = join(temporaryFolder(), `it's a backup`)
  const { status, stderr } = await merch('backup', file)
  expect(status).toBe(1)
  const [, line = ''] = /^The database is PostgreSQL. Run: (.*)\n$/.exec(stderr) ?? []
  const run = (command: string) =>
    execFileSync('sh', ['-c', command], { env: { ...environment, PATH: postgresPath } })
  run(line)
  const restored = await newDatabase()
  run(`pg_restore --dbname='${databases.urlOf(restored)}' "${file}"`)
  const counts = `select (select count(*)::int from orders) as orders,
    (select count(*)::int from delivery_queue) as deliveries`
  const [{ orders = 0 } = {}] = await query(counts)
  expect(orders).toBeGreaterThan(0)
  // A restored database does not repeat deliveries.
  expect(await databases.query(restored, counts)).toEqual([{ orders, deliveries: 0 }])
})
