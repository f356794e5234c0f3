import { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../tests/kit/free-port.ts'
import { type PostgresCluster, startPostgresCluster } from '../../../tests/kit/postgres-cluster.ts'
import { recordingLog } from '../../../tests/kit/recording-log.ts'
import { newContact, newOrder } from '../../../tests/kit/request-bodies.ts'
import { smallAccount } from '../../../tests/kit/server/small-account.ts'
import { terminal } from '../../../tests/kit/server/terminal.ts'
import { testServer } from '../../../tests/kit/server/test-server.ts'
import { startTcpProxy } from '../../../tests/kit/tcp-proxy.ts'
import { newId, toId } from '../../domain/ids.ts'
import { insertAccount, listAccounts, setAccountEmail } from '../accounts.ts'
import { migrations } from '../schema.ts'
import { long, ofAccount, ofAllAccounts } from '../statement.ts'
import { type Store, StoreFault } from '../store.ts'
import { migratePostgres } from './migrate-postgres.ts'
import { openPostgresStore } from './open-postgres-store.ts'
import { connect } from './postgres-connection.ts'

/** A migrated database. Copying it is faster than migrating a new one. */
const template = 'migrated'

let cluster: PostgresCluster
let port: number
beforeAll(async () => {
  port = await freePort()
  const access = ['host all stranger 127.0.0.1/32 scram-sha-256']
  cluster = await startPostgresCluster({ port, access, isDurable: true })
  await cluster.create(template)
  await (await openPostgresStore(cluster.urlOf(template), { poolSize: 2 })).close()
  for (const statement of [
    `create role stranger login password 'right'`,
    'create role weak login',
    'create role limited login connection limit 0',
    'create database own',
    'create database closed',
    'revoke connect on database closed from public',
    'create database theirs',
  ])
    await cluster.query('postgres', statement)
  await cluster.query('theirs', 'create table notes (id int)')
})
afterAll(() => cluster.stop())

let databases = 0

/** Opens a new database. @param settings of the database, as `alter database` has them. */
const opened = async (poolSize = 4, options = '', settings: readonly string[] = []) => {
  const name = `test_${databases++}`
  await cluster.create(name, template)
  for (const setting of settings)
    await cluster.query('postgres', `alter database ${name} set ${setting}`)
  const url = `${cluster.urlOf(name)}${options}`
  const store = await openPostgresStore(url, { poolSize })
  onTestFinished(() => store.close())
  const add = (id = newId('acc')) =>
    store.write((transaction) => insertAccount(transaction, { id, name: 'A', createdAt: '' }))
  const query = (text: string) => cluster.query(name, text)
  return { name, url, store, add, query }
}

const connected = async (url: string) => {
  const client = await connect(url)
  onTestFinished(() => void client.connection.stream.destroy())
  return client
}

const sleeping = (seconds: number) =>
  ofAllAccounts`select pg_sleep(${raw(String(seconds))}) as slept`

test('long reads of an account, and of many, leave connections for short ones', async () => {
  const { store, url } = await opened(4)
  const other = await connected(url)
  await other.query('select pg_advisory_lock(1)')
  const ended: string[] = []
  const search = async (account: string) => {
    const id = toId('acc', account)
    const held = ofAccount(id)`
      select pg_advisory_xact_lock_shared(1), pg_sleep(0.3) from (select ${id}) as own`
    await store.all(long(held))
    ended.push(account)
  }
  const searches = ['a', 'a', 'a', 'b', 'c'].map(search)
  await Promise.all(Array.from({ length: 20 }, () => store.all(sleeping(0))))
  expect(ended).toEqual([])
  await other.query('select pg_advisory_unlock(1)')
  await Promise.all(searches)
  expect(ended.slice(0, 3).toSorted()).not.toEqual(['a', 'a', 'a'])
})

test.each(['fast', 'immediate'] as const)(
  'a stop of the server (%s) fails reads and writes, and its start ends that',
  async (mode) => {
    const { store, add } = await opened()
    await add()
    const waiting = store.first(sleeping(3))
    const failed = expect(waiting).rejects.toThrow(StoreFault)
    await cluster.stopServer(mode)
    await failed
    await expect(add()).rejects.toThrow(StoreFault)
    await expect(store.all(sleeping(0))).rejects.toThrow(/Check that PostgreSQL runs/)
    expect(await store.isReady()).toBe(false)

    await cluster.startServer()
    await expect.poll(() => store.isReady()).toBe(true)
    await add()
    expect(await listAccounts(store)).toHaveLength(2)
  },
)

test('a connection that is lost in a transaction rejects the write, and nothing is stored', async () => {
  const { store, add } = await opened()
  const id = newId('acc')
  const lost = store.write(async (transaction) => {
    await insertAccount(transaction, { id, name: 'A', createdAt: '' })
    await transaction.first(ofAllAccounts`select pg_terminate_backend(pg_backend_pid())`)
  })
  await expect(lost).rejects.toThrow(StoreFault)
  expect(await listAccounts(store)).toEqual([])
  await add(id)
  expect(await listAccounts(store)).toHaveLength(1)
})

test('when one statement finds that the network has cut the connections, those on the others fail with it', async () => {
  const { name, store: other } = await opened()
  const proxy = await startTcpProxy(port)
  onTestFinished(proxy.stop)
  const url = `postgres://merch@127.0.0.1:${proxy.port}/${name}`
  const store = await openPostgresStore(url, { poolSize: 4 })
  onTestFinished(() => store.close())
  await Promise.all(Array.from({ length: 4 }, () => store.all(sleeping(0.1))))
  proxy.setMode('silent')
  proxy.setMode('forward')
  const write = () => store.write((transaction) => transaction.first(sleeping(0)))
  const first = expect(write()).rejects.toThrow(StoreFault)
  await other.all(sleeping(2))
  const later = Promise.allSettled([store.all(sleeping(0)), write()])
  await first
  const late = other.all(sleeping(1)).then(() => [])
  const failed = { status: 'rejected', reason: expect.any(StoreFault) }
  expect(await Promise.race([later, late])).toEqual([failed, failed])
  for (let i = 0; i < 4; i++) await store.all(sleeping(0))
})

test.each([
  ['is read-only', 'default_transaction_read_only = on'],
  ['has no space on its disk', `temp_file_limit = '128kB'`],
])('a database that %s is not ready', async (_, setting) => {
  const { store } = await opened(1, '', [setting])
  expect(await store.isReady()).toBe(false)
})

test('sessions have the isolation, the times and the texts that statements are written for', async () => {
  const { url, store } = await opened(2, '', [
    `default_transaction_isolation = 'serializable'`,
    'standard_conforming_strings = off',
    'idle_session_timeout = 9000',
    'statement_timeout = 9000',
  ])
  const shown = (setting: string) => `current_setting('${setting}') as ${setting}`
  const isolation = shown('transaction_isolation')
  const [ofStore] = await store.all(ofAllAccounts`
    select ${raw(`${isolation}, ${shown('idle_session_timeout')}`)}, '\\' as backslash`)
  expect(ofStore).toEqual({
    transaction_isolation: 'read committed',
    idle_session_timeout: '0',
    backslash: '\\',
  })
  // As a migration has it.
  const client = await connected(url)
  const { rows } = await client.query(`select ${isolation}, ${shown('statement_timeout')}`)
  expect(rows).toEqual([{ transaction_isolation: 'read committed', statement_timeout: '0' }])
})

test.each([
  ['off', 'on'],
  ['local', 'on'],
  ['remote_apply', 'remote_apply'],
])('with synchronous_commit %s of the database, a commit is made with %s', async (given, used) => {
  const { store } = await opened(2, '', [`synchronous_commit = ${given}`])
  const shown = await store.write((transaction) =>
    transaction.all(ofAllAccounts`select current_setting('synchronous_commit') as used`),
  )
  expect(shown).toEqual([{ used }])
  expect(store.unsafeSettings).toEqual([])
})

test('a statement that takes too long is a fault, and its connection is used again', async () => {
  const { store, add } = await opened(2, '&options=-c%20statement_timeout%3D500')
  const late = /canceling statement due to statement timeout. Look for locks and slow statements/
  for (let i = 0; i < 3; i++) {
    await expect(store.first(sleeping(5))).rejects.toThrow(late)
    const writing = store.write((transaction) => transaction.first(sleeping(5)))
    await expect(writing).rejects.toThrow(late)
  }
  await add()
})

test('a logged error has its statement, and no value', async () => {
  const { log, lines } = recordingLog()
  const server = await testServer({ demo: false, parts: { log } })
  const account = smallAccount(server)
  const contact = newContact(await account.campaign([await account.variant('T')]), {
    firstName: 'the-secret-name',
  })
  // PostgreSQL quotes the row in the details of the first error, and the value in the second.
  for (const condition of [`"firstName" <> 'the-secret-name'`, '"firstName"::bigint = 0']) {
    await server.database.query(`
      alter table contacts drop constraint if exists planted;
      alter table contacts add constraint planted check (${condition}) not valid`)
    expect((await server.post('/v1/contacts/create', contact)).status).toBe(500)
  }
  const faults = lines.filter((line) => line.includes('A request failed'))
  expect(faults).toHaveLength(2)
  const { err } = JSON.parse(faults[0] ?? '')
  expect(err).toMatchObject({ type: 'SqlError', code: '23514' })
  expect(err.message).toContain('violates check constraint "planted"')
  expect(err.statement).toMatch(/insert into contacts .*\$1/s)
  expect(lines.join('')).not.toMatch(/secret-name/)
})

/** Holds a number of the store's connections until the test says so. */
const holding = (store: Store, count: number) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const held = Promise.all(
    Array.from({ length: count }, () =>
      store.write(async (transaction) => {
        await transaction.first(sleeping(0))
        await released
      }),
    ),
  )
  return { held, release }
}

test('a command sees whether a server runs', async () => {
  await cluster.create('served', template)
  const url = cluster.urlOf('served')
  const command = await openPostgresStore(url, { poolSize: 1, isCommand: true })
  onTestFinished(() => command.close())
  expect(await command.hasServer()).toBe(false)
  const server = await openPostgresStore(url, { poolSize: 2 })
  expect(await command.hasServer()).toBe(true)
  await server.close()
  await expect.poll(() => command.hasServer()).toBe(false)
})

test('the use of the connections and the retries are counted', async () => {
  const { store, add } = await opened(3)
  const { held, release } = holding(store, 5)
  const use = () => store.serverUse?.().pool
  await expect.poll(use).toEqual({ size: 3, inUse: 3, waiting: 2 })
  release()
  await held
  expect(use()).toEqual({ size: 3, inUse: 0, waiting: 0 })
  const id = newId('acc')
  await add(id)
  await expect(add(id)).rejects.toThrow(/duplicate key/)
  expect(store.serverUse?.().retries).toEqual({ deadlock: 0, duplicate: 4, shortage: 0 })
})

test('who waits for a connection for four seconds is rejected, and the database counts as ready', async () => {
  const { store } = await opened(1, '&options=-c%20idle_in_transaction_session_timeout%3D0')
  const { held, release } = holding(store, 1)
  await expect(store.all(sleeping(0))).rejects.toThrow(
    'Every connection is in use. Raise DATABASE_POOL_SIZE, or look for slow statements.',
  )
  release()
  await held
  expect(await store.isReady()).toBe(true)
})

test('of two transactions that wait for each other, one runs again and both succeed', async () => {
  const { store, add, query } = await opened()
  const ids = [newId('acc'), newId('acc')]
  for (const id of ids) await add(id)
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await Promise.all(
    [ids, ids.toReversed()].map((order, i) =>
      store.write(async (transaction) => {
        for (const id of order) {
          await setAccountEmail(transaction, id, `${id}@example.com`)
          begun[i]?.resolve()
          await begun[1 - i]?.promise
        }
      }),
    ),
  )
  expect(store.serverUse?.().retries.deadlock).toBeGreaterThan(0)
  expect(await query('select id from accounts where email is null')).toEqual([])
})

test('an open serializable transaction of another program stops no write', async () => {
  const { url, add, query } = await opened()
  const other = await connected(url)
  await other.query('begin isolation level serializable')
  await other.query('select count(*) from accounts')
  for (let i = 0; i < 10; i++) await Promise.all(Array.from({ length: 50 }, () => add()))
  expect(await query('select count(*)::int from accounts')).toEqual([{ count: 500 }])
})

test('the locks of a process that hangs in a transaction are released', async () => {
  const { store, query, add } = await opened(2)
  const id = newId('acc')
  await add(id)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const hanging = store.write(async (transaction) => {
    await setAccountEmail(transaction, id, 'a@example.com')
    await released
  })
  const ended = expect(hanging).rejects.toThrow(StoreFault)
  await store.write((transaction) => setAccountEmail(transaction, id, 'b@example.com'))
  release()
  await ended
  expect(await query('select email from accounts')).toEqual([{ email: 'b@example.com' }])
})

test('a database of another version, or without UTF-8, is rejected', async () => {
  const opening = (name: string) => openPostgresStore(cluster.urlOf(name), { poolSize: 2 })
  const { name, store, query } = await opened()
  await query(`insert into migrations values ('9999-later', '')`)
  await expect(opening(name)).rejects.toThrow('a newer version has changed its schema (9999-later)')
  expect(await store.isReady()).toBe(false)
  await query('alter table migrations rename to kysely_migration')
  await expect(opening(name)).rejects.toThrow('a version before 1.0.0 has written it')
  await cluster.query('postgres', `create database latin template template0 encoding 'LATIN1'`)
  await expect(opening('latin')).rejects.toThrow('its encoding is LATIN1, and must be UTF8')
})

/** Migrates a database as the next version does, whose schema has one more migration. */
const migrateLater = async (url: string, statements: readonly string[], patience?: number) => {
  const later = { ...migrations.postgres, '0099-add-later': statements }
  return migratePostgres(await connected(url), later, patience)
}

const addColumn = ['alter table accounts add column later text']
const waitFor =
  'another process migrates it, or a program such as pg_dump locks its tables. Wait until that ends, then try again'

test('a migration waits for the locks of a dump, and writes do not', async () => {
  const { url, add, query } = await opened()
  const dump = await connected(url)
  await dump.query('begin; lock table accounts in access share mode')
  const migrating = migrateLater(url, addColumn)
  /** The transactions in which the migration has waited. */
  const attempts = new Set<unknown>()
  while (attempts.size < 3) {
    // It is a fault if it waits for four seconds.
    await add()
    for (const { attempt } of await query(
      'select virtualtransaction as attempt from pg_locks where relation is not null and not granted',
    ))
      attempts.add(attempt)
  }
  await dump.query('commit')
  expect(await migrating).toEqual(['0099-add-later'])
  expect(await query('select later from accounts limit 1')).toEqual([{ later: null }])
})

test('a migration that waits too long for a lock changes nothing and says so', async () => {
  const { url, query } = await opened()
  const dump = await connected(url)
  await dump.query('begin; lock table accounts in access share mode')
  const statements = ['create table first (id int)', ...addColumn]
  await expect(migrateLater(url, statements, 0)).rejects.toThrow(waitFor)
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
  await expect(migrateLater(url, addColumn, 0)).rejects.toThrow(waitFor)
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
      '/v1/orders/list',
      '/v1/products/list',
      '/v1/inventory/list',
      '/v1/campaigns/list',
      `/v1/contacts/list?campaignId=${campaign}&tags=vip`,
      '/v1/webhooks',
      '/readyz',
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
  server.time.now += 1000
  expect((await server.request({ path: '/readyz', unchecked: true })).status).toBe(503)
  expect((await merch('migrate')).stderr).toBe(
    'The PostgreSQL database cannot be opened: a newer version has changed its schema (0099-drop). Use that version\n',
  )
})

const reasonAt = (user: string, rest: string, host = `127.0.0.1:${port}`) =>
  openPostgresStore(`postgres://${user}@${host}/${rest}`, { poolSize: 1 }).then(
    (store) => store.close(),
    ({ message }: Error) => message.replace('The PostgreSQL database cannot be opened: ', ''),
  )

const own = 'Make the user of DATABASE_URL the owner of the database and its tables.'
const checkHost = 'Check that PostgreSQL runs, and the host and port in DATABASE_URL.'

test.each([
  ['merch', 'theirs', 'it holds the tables of another program. Use a new database'],
  [
    'merch',
    'own?options=-c%20search_path%3Dnone',
    'no schema has been selected to create in. Create the schema that search_path names, or correct DATABASE_URL.',
  ],
  [
    'stranger:wrong',
    'own',
    'password authentication failed for user "stranger". Check the user and the password in DATABASE_URL.',
  ],
  ['stranger', 'own', /must be a string. Add the password to DATABASE_URL, or set PGPASSWORD.$/],
  ['nobody', 'own', /^role "nobody" does not exist. Check the user, /],
  [
    'merch',
    'none',
    'database "none" does not exist. Create the database, or correct DATABASE_URL.',
  ],
  ['weak', 'own', `permission denied for schema public. ${own}`],
  ['weak', 'closed', `permission denied for database "closed". ${own}`],
  ['limited', 'own', /Lower DATABASE_POOL_SIZE, or raise max_connections of .* of the user.$/],
  [
    'merch',
    'own?options=-c%20default_transaction_read_only%3Don',
    'cannot execute CREATE TABLE in a read-only transaction. Name the primary in DATABASE_URL, or turn default_transaction_read_only off.',
  ],
])('the start of %s on %s says %s', async (user, database, reason) => {
  expect(await reasonAt(user, database)).toEqual(
    typeof reason === 'string' ? reason : expect.stringMatching(reason),
  )
})

test.each([
  ['127.0.0.1:1', `connect ECONNREFUSED 127.0.0.1:1. ${checkHost}`],
  ['127.0.0.1:1,127.0.0.1:2', /^Invalid URL. DATABASE_URL must have one host. Percent-encode /],
  ['none.invalid', /^getaddrinfo E\w+ none.invalid. Check the host in DATABASE_URL.$/],
])('the start on %s says %s', async (host, reason) => {
  expect(await reasonAt('merch', 'own', host)).toMatch(reason)
})
