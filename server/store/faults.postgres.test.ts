import { Client } from 'pg'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type PostgresCluster, startPostgresCluster } from '../../testkit/postgres-cluster.ts'
import { recordingLog } from '../../testkit/recording-log.ts'
import { newContact } from '../../testkit/request-bodies.ts'
import { newId } from '../domain/ids.ts'
import { smallAccount } from '../testing/small-account.ts'
import { testServer } from '../testing/test-server.ts'
import { insertAccount, listAccounts, setAccountEmail } from './accounts.ts'
import { openPostgresStore } from './postgres.ts'
import { type Store, StoreFault } from './store.ts'

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
  const store = await openPostgresStore(url, { poolSize })
  onTestFinished(() => store.close())
  const add = (id = newId('acc')) =>
    store.write((transaction) => insertAccount(transaction, { id, name: 'A', createdAt: '' }))
  return { name, url, store, add }
}

const sleeping = (seconds: number) => sql`select pg_sleep(${raw(String(seconds))}) as slept`

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
    await transaction.first(sql`select pg_terminate_backend(pg_backend_pid())`)
  })
  await expect(lost).rejects.toThrow(StoreFault)
  expect(await listAccounts(store)).toEqual([])
  await add(id)
  expect(await listAccounts(store)).toHaveLength(1)
})

test('a statement that takes too long is a fault, and its connection is used again', async () => {
  const { store, add } = await opened(2, '&options=-c%20statement_timeout%3D200')
  const late = /canceling statement due to statement timeout. Look for locks and slow statements/
  for (let i = 0; i < 3; i++) {
    await expect(store.first(sleeping(5))).rejects.toThrow(late)
    const writing = store.write((transaction) => transaction.first(sleeping(5)))
    await expect(writing).rejects.toThrow(late)
  }
  await add()
})

test('an error names no values', async () => {
  const { add } = await opened()
  const id = newId('acc')
  await add(id)
  const error = await add(id).catch((reason: unknown) => reason)
  expect(String(error)).toMatch(/duplicate key value violates unique constraint "accounts_pkey"/)
  expect(JSON.stringify(error) + String(error)).not.toContain(id)
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
  expect(lines).toHaveLength(2)
  const { err } = JSON.parse(lines[0] ?? '')
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
  const { store, add, name } = await opened()
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
  expect(await cluster.query(name, 'select id from accounts where email is null')).toEqual([])
})

test('an open serializable transaction of another program stops no write', async () => {
  const { name, add } = await opened()
  const other = new Client({ connectionString: cluster.urlOf(name) })
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin isolation level serializable')
  await other.query('select count(*) from accounts')
  await Promise.all(Array.from({ length: 500 }, () => add()))
  expect(await cluster.query(name, 'select count(*)::int from accounts')).toEqual([{ count: 500 }])
})

test('the locks of a process that hangs in a transaction are released', async () => {
  const { store, name, add } = await opened(2)
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
  expect(await cluster.query(name, 'select email from accounts')).toEqual([
    { email: 'b@example.com' },
  ])
})

test('a database of another version, or without UTF-8, is rejected', async () => {
  const opening = (name: string) => openPostgresStore(cluster.urlOf(name), { poolSize: 2 })
  const { name, store } = await opened()
  await cluster.query(name, `insert into migrations values ('9999-later', '')`)
  await expect(opening(name)).rejects.toThrow('a newer version has changed its schema (9999-later)')
  expect(await store.isReady()).toBe(false)
  await cluster.query(name, 'alter table migrations rename to kysely_migration')
  await expect(opening(name)).rejects.toThrow('a version before 0.10 has written it')
  await cluster.query('postgres', `create database latin template template0 encoding 'LATIN1'`)
  await expect(opening('latin')).rejects.toThrow('its encoding is LATIN1, and must be UTF8')
})
