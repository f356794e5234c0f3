import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type PostgresCluster, startPostgresCluster } from '../../../testkit/postgres-cluster.ts'
import { recordingLog } from '../../../testkit/recording-log.ts'
import { newContact } from '../../../testkit/request-bodies.ts'
import { newId } from '../../domain/ids.ts'
import { smallAccount } from '../../testing/small-account.ts'
import { testServer } from '../../testing/test-server.ts'
import { findAccount, insertAccount, listAccounts, setAccountEmail } from '../accounts.ts'
import { everyAccountStatement } from '../statement.ts'
import { StoreError, StoreFault } from '../store-error.ts'
import { openPostgresStore } from './postgres-store.ts'

/** A migrated database. Copying it is faster than migrating a new one. */
const template = 'migrated'

let cluster: PostgresCluster
beforeAll(async () => {
  cluster = await startPostgresCluster({ isDurable: true })
  await cluster.create(template)
  await (await openPostgresStore(cluster.urlOf(template), { poolSize: 2 })).close()
})
afterAll(() => cluster.stop())

let databases = 0

/** Opens a store on a new database, and records its faults. */
const opened = async (poolSize = 4, query = '') => {
  const name = `faults_${databases++}`
  await cluster.create(name, template)
  const url = `${cluster.urlOf(name)}${query}`
  const faults: string[] = []
  const recovered = Promise.withResolvers<void>()
  const store = await openPostgresStore(url, {
    poolSize,
    observer: {
      failed: ({ message }) => faults.push(message),
      recovered: () => recovered.resolve(),
    },
  })
  onTestFinished(() => store.close())
  const add = (id = newId('acc')) =>
    store.write((transaction) => insertAccount(transaction, { id, name: 'A', createdAt: '' }))
  return { name, url, store, faults, recovered: recovered.promise, add }
}

const sleeping = (seconds: number) =>
  everyAccountStatement<Record<string, never>>()((db) =>
    db.selectNoFrom(sql<number>`pg_sleep(${sql.lit(seconds)})`.as('slept')),
  )

test.each(['fast', 'immediate'] as const)(
  'a stop of the server (%s) fails reads and writes, and its start ends that',
  async (mode) => {
    const { store, faults, recovered, add } = await opened()
    await add()
    const waiting = store.first(sleeping(3), {})
    const failed = expect(waiting).rejects.toThrow(StoreFault)
    await cluster.stopServer(mode)
    await failed
    await expect(add()).rejects.toThrow(StoreFault)
    await expect(store.all(sleeping(0), {})).rejects.toThrow(/Check that PostgreSQL runs/)
    expect([store.isHealthy(), faults.length > 0]).toEqual([false, true])

    await cluster.startServer()
    await recovered
    expect(store.isHealthy()).toBe(true)
    await add()
    expect(await listAccounts(store)).toHaveLength(2)
  },
)

test('a connection that is lost in a transaction rejects the write, and nothing is stored', async () => {
  const { store, add } = await opened()
  const id = newId('acc')
  const lost = store.write(async (transaction) => {
    await insertAccount(transaction, { id, name: 'A', createdAt: '' })
    await transaction.first(
      everyAccountStatement<Record<string, never>>()((db) =>
        db.selectNoFrom(sql<number>`pg_terminate_backend(pg_backend_pid())`.as('ended')),
      ),
      {},
    )
  })
  await expect(lost).rejects.toThrow(StoreFault)
  expect(await listAccounts(store)).toEqual([])
  await add(id)
  expect(await listAccounts(store)).toHaveLength(1)
})

test('a statement that takes too long is a fault, and its connection is used again', async () => {
  const { store, add, recovered } = await opened(2, '&options=-c%20statement_timeout%3D200')
  const late = /canceling statement due to statement timeout. Look for locks and slow statements/
  for (let i = 0; i < 3; i++) {
    await expect(store.first(sleeping(5), {})).rejects.toThrow(late)
    expect(store.isHealthy()).toBe(false)
    const writing = store.write((transaction) => transaction.first(sleeping(5), {}))
    await expect(writing).rejects.toThrow(late)
  }
  expect(store.isHealthy()).toBe(false)
  await add()
  await recovered
  expect(store.isHealthy()).toBe(true)
})

test('an error names no values', async () => {
  const { store, add } = await opened()
  const id = newId('acc')
  await add(id)
  const error = await add(id).catch((reason: unknown) => reason)
  expect(String(error)).toMatch(/duplicate key value violates unique constraint "accounts_pkey"/)
  expect(JSON.stringify(error) + String(error)).not.toContain(id)
  expect(store.isHealthy()).toBe(true)
})

test('a logged error has its statement, and no value', async () => {
  const { log, lines } = recordingLog()
  const server = await testServer({ demo: false, parts: { log } })
  const account = smallAccount(server)
  const contact = newContact(await account.campaign([await account.variant('T')]), {
    firstName: 'the-secret-name',
  })
  // PostgreSQL quotes the row in the details of the first error, and the value in the second.
  for (const condition of [`first_name <> 'the-secret-name'`, 'first_name::bigint = 0']) {
    await server.database.query(`
      alter table contacts drop constraint if exists planted;
      alter table contacts add constraint planted check (${condition}) not valid`)
    expect((await server.post('/v1/contacts/create', contact)).status).toBe(500)
  }
  expect(lines).toHaveLength(2)
  const { err } = JSON.parse(lines[0] ?? '')
  expect(err).toMatchObject({ type: 'SqlError', code: '23514' })
  expect(err.message).toContain('violates check constraint "planted"')
  expect(err.statement).toMatch(/insert into "contacts" .*\$1/)
  expect(lines.join('')).not.toMatch(/secret-name/)
})

test('the use of the connections and the retries are counted', async () => {
  const { store, url, add } = await opened(5)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const holding = Array.from({ length: 5 }, () =>
    store.write(async (transaction) => {
      await transaction.first(sleeping(0), {})
      await released
    }),
  )
  const waiting = () => store.serverUse?.().pools.write
  await expect.poll(waiting).toEqual({ size: 3, inUse: 3, waiting: 2 })
  release()
  await Promise.all(holding)
  expect(waiting()).toEqual({ size: 3, inUse: 0, waiting: 0 })
  const read = store.first(sleeping(0.2), {})
  // A quarter is for reads, rounded up.
  expect(store.serverUse?.().pools.read).toEqual({ size: 2, inUse: 1, waiting: 0 })
  await read

  const id = newId('acc')
  await add(id)
  await expect(add(id)).rejects.toThrow(/duplicate key/)
  const other = await openPostgresStore(url, { poolSize: 2 })
  onTestFinished(() => other.close())
  let attempts = 0
  await store.write(async (transaction) => {
    await findAccount(transaction, id)
    if (++attempts === 1) await other.write((next) => setAccountEmail(next, id, 'a@example.com'))
    await setAccountEmail(transaction, id, 'b@example.com')
  })
  expect(store.serverUse?.().retries).toEqual({ serialization: 1, deadlock: 0, duplicate: 2 })
})

test('a request that waits for too long fails, and its transaction is not committed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { name, store } = await opened()
  const id = newId('acc')
  const began = Promise.withResolvers<void>()
  const outcome = store.runRequest?.(() =>
    store.write(async (transaction) => {
      await insertAccount(transaction, { id, name: 'A', createdAt: '' })
      began.resolve()
      await transaction.first(sleeping(3), {})
      await transaction.first(sleeping(3), {})
    }),
  )
  const failed = expect(outcome).rejects.toThrow('a request waited for it for 4.5 seconds')
  await began.promise
  await vi.advanceTimersByTimeAsync(4400)
  await vi.advanceTimersByTimeAsync(101)
  await failed
  vi.useRealTimers()
  await expect
    .poll(() =>
      cluster.query(
        name,
        `select pid from pg_stat_activity where state = 'active' and query like '%pg_sleep%' and pid <> pg_backend_pid()`,
      ),
    )
    .toEqual([])
  expect(await cluster.query(name, 'select id from accounts')).toEqual([])
})

test('a request that waits for a lock for too long is not committed when the lock is released', async () => {
  const { name, store } = await opened()
  const holder = new Client({ connectionString: cluster.urlOf(name) })
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('begin; lock table accounts')
  const waiting = () =>
    cluster.query('postgres', `select pid from pg_stat_activity where wait_event_type = 'Lock'`)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const outcome = store.runRequest?.(() =>
    store.write((transaction) =>
      insertAccount(transaction, { id: newId('acc'), name: 'A', createdAt: '' }),
    ),
  )
  const failed = expect(outcome).rejects.toThrow('a request waited for it for 4.5 seconds')
  while ((await waiting()).length === 0);
  await vi.advanceTimersByTimeAsync(4500)
  await failed
  vi.useRealTimers()
  await expect.poll(waiting).toEqual([])
  await holder.query('commit')
  expect(await cluster.query(name, 'select id from accounts')).toEqual([])
})

test('more writes than connections wait for one', async () => {
  const { store, add } = await opened(2)
  await Promise.all(Array.from({ length: 50 }, () => add()))
  expect(await listAccounts(store)).toHaveLength(50)
})

test('several processes migrate a new database once', async () => {
  await cluster.create('several')
  const url = cluster.urlOf('several')
  const stores = await Promise.all([1, 2, 3].map(() => openPostgresStore(url, { poolSize: 2 })))
  expect(await Promise.all(stores.map((store) => store.isCurrent()))).toEqual([true, true, true])
  await Promise.all(stores.map((store) => store.close()))
})

test('a database of another program, of a newer version, or without UTF-8 is rejected', async () => {
  const opening = (name: string) => openPostgresStore(cluster.urlOf(name), { poolSize: 2 })
  await cluster.create('foreign')
  await cluster.query('foreign', 'create table theirs (id int)')
  await expect(opening('foreign')).rejects.toThrow('it holds the tables of another program')
  const { name, store } = await opened()
  await cluster.query(name, `insert into kysely_migration values ('9999-later', '')`)
  await expect(opening(name)).rejects.toThrow('a newer version has changed its schema (9999-later)')
  expect(await store.isCurrent()).toBe(false)
  await expect(opening('missing')).rejects.toThrow('database "missing" does not exist')
  await cluster.query('postgres', `create database latin template template0 encoding 'LATIN1'`)
  await expect(opening('latin')).rejects.toThrow('its encoding is LATIN1, and must be UTF8')
})

test('a database whose migrations cannot run is rejected', async () => {
  const { name, url } = await opened()
  await cluster.query(name, `delete from kysely_migration where name = '0001-accounts'`)
  const opening = openPostgresStore(url, { poolSize: 2 })
  await expect(opening).rejects.toThrow('cannot be opened: corrupted migrations')
})

test('of several hosts, the first that accepts connections is used', async () => {
  const { name } = await opened()
  const socket = encodeURIComponent(cluster.socket)
  const url = `postgres://merch@/${name}?host=/nowhere,${socket}&port=5432,5432`
  const store = await openPostgresStore(url, { poolSize: 2 })
  expect(await store.isCurrent()).toBe(true)
  await store.close()
  const none = openPostgresStore(`postgres://merch@/${name}?host=/nowhere`, { poolSize: 2 })
  await expect(none).rejects.toThrow(StoreError)
})
