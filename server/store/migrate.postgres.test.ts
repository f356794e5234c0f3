import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../testkit/free-port.ts'
import { type PostgresCluster, startPostgresCluster } from '../../testkit/postgres-cluster.ts'
import { newOrder } from '../../testkit/request-bodies.ts'
import { startTcpProxy } from '../../testkit/tcp-proxy.ts'
import { newId } from '../domain/ids.ts'
import { smallAccount } from '../testing/small-account.ts'
import { terminal } from '../testing/terminal.ts'
import { testServer } from '../testing/test-server.ts'
import { insertAccount } from './accounts.ts'
import { migrate, openPostgresStore, requireSuitable } from './postgres.ts'
import { connect } from './postgres-connection.ts'
import { migrations } from './schema.ts'

const template = 'migrated'

let cluster: PostgresCluster
let port: number
beforeAll(async () => {
  port = await freePort()
  cluster = await startPostgresCluster({ port })
  await cluster.create(template)
  await (await openPostgresStore(cluster.urlOf(template), { poolSize: 2 })).close()
})
afterAll(() => cluster.stop())

let databases = 0

/** Opens a store of this version on a new database. */
const opened = async () => {
  const name = `migrate_${databases++}`
  await cluster.create(name, template)
  const url = cluster.urlOf(name)
  const store = await openPostgresStore(url, { poolSize: 4 })
  onTestFinished(() => store.close())
  return { name, url, store, query: (sql: string) => cluster.query(name, sql) }
}

const connected = async (url: string) => {
  const client = await connect(url)
  onTestFinished(() => {
    client.connection.stream.destroy()
  })
  return client
}

/** Migrates a database as the next version does, whose schema has one more migration. */
const migrateLater = async (url: string, statements: readonly string[], patience?: number) =>
  migrate(await connected(url), {
    all: { ...migrations.postgres, '0099-add-later': statements },
    ...(patience === undefined ? {} : { patience }),
  })

const addColumn = ['alter table accounts add column later text']

test('a migration waits for the locks of a dump, and writes do not', async () => {
  const { url, store, query } = await opened()
  const dump = await connected(url)
  await dump.query('begin; lock table accounts in access share mode')
  const migrating = migrateLater(url, addColumn)
  /** The transactions in which the migration has waited. */
  const attempts = new Set<unknown>()
  let slowest = 0
  while (attempts.size < 3) {
    const begun = performance.now()
    await store.write((transaction) =>
      insertAccount(transaction, { id: newId('acc'), name: 'A', createdAt: '' }),
    )
    slowest = Math.max(slowest, performance.now() - begun)
    for (const { attempt } of await query(
      'select virtualtransaction as attempt from pg_locks where relation is not null and not granted',
    ))
      attempts.add(attempt)
  }
  expect(slowest).toBeLessThan(2000)
  await dump.query('commit')
  expect(await migrating).toEqual(['0099-add-later'])
  expect(await query('select later from accounts limit 1')).toEqual([{ later: null }])
})

test('a migration that waits too long for a lock changes nothing and says so', async () => {
  const { url, query } = await opened()
  const dump = await connected(url)
  await dump.query('begin; lock table accounts in access share mode')
  const statements = ['create table first (id int)', ...addColumn]
  await expect(migrateLater(url, statements, 0)).rejects.toThrow(
    'another program, such as pg_dump, locks its tables. Wait until that ends, then try again',
  )
  expect(await query(`select to_regclass('first') as "table"`)).toEqual([{ table: null }])
})

test('of two starts on a new database, one migrates', async () => {
  await cluster.create('new')
  const url = cluster.urlOf('new')
  const ran = await Promise.all([migrateLater(url, addColumn), migrateLater(url, addColumn)])
  expect(ran.map((names) => names.length).toSorted()).toEqual([
    0,
    Object.keys(migrations.postgres).length + 1,
  ])
})

test('a start waits for a migration no longer than its limit', async () => {
  const { url, query } = await opened()
  const slow = migrateLater(url, ['select pg_sleep(60)'])
  slow.catch(() => {})
  const sleeping = `select from pg_stat_activity where query like 'select pg_sleep%'`
  await expect.poll(() => query(sleeping)).toHaveLength(1)
  await expect(migrateLater(url, addColumn, 0)).rejects.toThrow(
    'another process migrates it. Wait until that ends, then try again',
  )
})

test('PostgreSQL ends the migration of a process that hangs, and the next one runs', async () => {
  const { name, url } = await opened()
  const proxy = await startTcpProxy(port)
  onTestFinished(proxy.stop)
  const held = proxy.cutAt('add column later')
  const hanging = migrateLater(`postgres://merch@127.0.0.1:${proxy.port}/${name}`, addColumn)
  hanging.catch(() => {})
  await held
  expect(await migrateLater(url, addColumn)).toEqual(['0099-add-later'])
})

test('servers and commands of a version go on after a migration that adds', async () => {
  const server = await testServer()
  const account = smallAccount(server)
  const sku = await account.variant('T')
  await account.warehouse({ T: 9 })
  const campaign = await account.campaign([sku])
  const { database } = server
  const requests = async () => {
    expect((await server.post('/v1/orders/create', newOrder(campaign, 'T'))).status).toBe(201)
    for (const path of [
      ...['/v1/orders/list', '/v1/products/list', '/v1/inventory/list', '/v1/campaigns/list'],
      ...[`/v1/contacts/list?campaignId=${campaign}&tags=vip`, '/v1/webhooks', '/readyz'],
    ])
      expect((await server.request({ path, unchecked: path === '/readyz' })).status).toBe(200)
  }
  await requests()
  const tables = await database.query(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const statements = tables.map(({ name }) => `alter table ${name} add column later int default 7`)
  expect(await migrateLater(database.url, statements)).toEqual(['0099-add-later'])
  await requests()

  const { merch } = terminal('', database.url)
  expect((await merch('accounts', 'list')).stdout).toMatch(/^acc_/)
  const upToDate = { status: 0, stdout: '', stderr: 'The schema is up to date.\n' }
  expect(await merch('migrate')).toEqual(upToDate)
  await database.query(`update migrations set name = '0099-drop' where name = '0099-add-later'`)
  expect((await server.request({ path: '/readyz', unchecked: true })).status).toBe(503)
  expect((await merch('migrate')).stderr).toBe(
    'The PostgreSQL database cannot be opened: a newer version has changed its schema (0099-drop). Use that version\n',
  )
})

test('PostgreSQL 15 is needed', () => {
  expect(() => requireSuitable('150000', 'UTF8')).not.toThrow()
  expect(() => requireSuitable('149999', 'UTF8')).toThrow('PostgreSQL 15 or newer is needed')
})
