import { randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { databasesOf } from '../../testkit/postgres-cluster.ts'
import { recordingLog } from '../../testkit/recording-log.ts'
import { newContact, newOrder } from '../../testkit/request-bodies.ts'
import { makeTemporaryFolder, temporaryFolder } from '../../testkit/temporary-folder.ts'
import { issueKey } from '../actions/issue-key.ts'
import { makeSignInLink, signInBy } from '../actions/sign-in.ts'
import { seedDemo } from '../demo/seed-demo.ts'
import { newId } from '../domain/ids.ts'
import { secretDigest } from '../domain/portal.ts'
import { createDispatcher } from '../events/dispatch/dispatcher.ts'
import { openCampaign } from '../testing/open-campaign.ts'
import { emptyTemplate } from '../testing/postgres-setup.ts'
import { serve } from '../testing/serve.ts'
import { requestsTo, type TestResponse } from '../testing/test-server.ts'
import { insertAccount } from './accounts.ts'
import { compareDatabases, copyDatabase, isSame } from './copy-database.ts'
import { enqueueDeliveries } from './delivery-queue.ts'
import { type Location, openStore } from './open-store.ts'
import { accountOfSession } from './portal.ts'
import { openPostgresReader } from './postgres/copy.ts'
import { openSqliteStore } from './sqlite/sqlite-store.ts'

const databases = databasesOf(inject('postgresSocket') ?? '')

const fileAt = (databaseFile: string): Location => ({ databaseFile, postgres: undefined })

/** Creates an empty PostgreSQL database. */
const newPostgres = async (template = emptyTemplate) => {
  const name = `copy_${randomUUID()}`
  await databases.create(name, template)
  onTestFinished(() => databases.drop(name))
  const postgres = { url: databases.urlOf(name), poolSize: 2 }
  const query = (sql: string) => databases.query(name, sql)
  return { at: { databaseFile: '', postgres }, query }
}

/** Texts that the formats of the databases could change. */
const awkward = ['', '\\N', '\\.', 'tab\tand\nline\r\n', 'quote\'s "', '𝒳 ﬀ é', ' ', '\\\\t']

const seeded = makeTemporaryFolder()
const seededFile = join(seeded.path, 'seeded.db')
beforeAll(async () => {
  const store = await openSqliteStore(seededFile)
  await store.write(async (transaction) => {
    await seedDemo(transaction, 1_700_000_000_000)
    for (const name of awkward)
      await insertAccount(transaction, { id: newId('acc'), name, createdAt: '' })
  })
  await store.close()
})
afterAll(() => seeded.remove())

/** Creates a file with demo data and awkward texts. */
const demoFile = () => {
  const folder = temporaryFolder()
  const file = join(folder, 'source.db')
  copyFileSync(seededFile, file)
  return { folder, file, at: fileAt(file) }
}

const orders = 26

/** Adds a trigger that runs SQL before an order is inserted. */
const planted = (sql: string) => `
  create function planted() returns trigger language plpgsql as $$ begin ${sql}; return new; end $$;
  create trigger planted before insert on orders for each row execute function planted()`

const constraintsAndIndexes = `
  select pg_get_indexdef(indexrelid) as part from pg_index
  where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
  union select conrelid::regclass || conname || pg_get_constraintdef(oid) from pg_constraint
  where connamespace = 'public'::regnamespace
  order by part`

/** Returns the tables and indexes of a file. */
const schemaOf = (file: string) => {
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = database
    .prepare(`select name, sql from sqlite_schema where name not like 'sqlite_stat%' order by name`)
    .all()
  database.close()
  return rows
}

test('a database is the same after a copy to PostgreSQL, and back', async () => {
  const { folder, at } = demoFile()
  // A database that no server has used.
  const postgres = await newPostgres('template0')
  const back = fileAt(join(folder, 'folder', 'back.db'))
  let progress = 0
  const onProgress = (fraction: number) => {
    progress = fraction
  }
  const copied = await copyDatabase(at, postgres.at, { onProgress })
  expect(progress).toBeCloseTo(1, 6)
  expect(copied.every(isSame)).toBe(true)
  expect(copied.find(({ name }) => name === 'orders')?.target.rows).toBe(orders)
  await copyDatabase(postgres.at, back, { onProgress })
  expect(progress).toBeCloseTo(1, 6)
  expect((await compareDatabases(at, back)).filter((table) => !isSame(table))).toEqual([])
  expect(readdirSync(join(folder, 'folder'))).toEqual(['back.db'])

  const [copy = [], fresh = []] = await Promise.all(
    [postgres, await newPostgres()].map(({ query }) => query(constraintsAndIndexes)),
  )
  expect(fresh.length).toBeGreaterThan(50)
  expect(copy).toEqual(fresh)
  expect(schemaOf(back.databaseFile)).toEqual(schemaOf(at.databaseFile))
})

test('every table is copied but those of migrations and of processes', async () => {
  const { query, at } = await newPostgres()
  const reader = await openPostgresReader(at.postgres.url, 'source')
  onTestFinished(() => reader.close())
  const tables = await query(`select tablename from pg_tables where schemaname = 'public'`)
  expect(
    [
      ...reader.tables.map(({ name }) => name),
      'kysely_migration',
      'request_budgets',
      'delivery_claims',
    ].toSorted(),
  ).toEqual(tables.map(({ tablename }) => String(tablename)).toSorted())
})

test('a target that is not empty, or does not fit, is rejected', async () => {
  const { folder, file, at } = demoFile()
  const { at: postgres, query } = await newPostgres()
  await query(`insert into accounts (id, name, created_at) values ('acc_1', 'A', '')`)
  await expect(copyDatabase(at, postgres)).rejects.toThrow(
    'The target is not empty: accounts has rows. Create a new database for the copy.',
  )
  await expect(copyDatabase(postgres, postgres)).rejects.toThrow('The target is not empty')
  await expect(copyDatabase(at, at)).rejects.toThrow(
    `The target ${file} exists. Choose another name, or delete it.`,
  )
  const missing = fileAt(join(folder, 'missing.db'))
  await expect(copyDatabase(missing, postgres)).rejects.toThrow('does not exist')
  // The tables are not locked if another program uses them.
  const other = new Client({ connectionString: postgres.postgres.url })
  await other.connect()
  await other.query('begin; lock table accounts in row exclusive mode')
  await expect(copyDatabase(at, postgres)).rejects.toThrow('The target is not empty')
  await other.end()
  await query('alter table kysely_migration rename to theirs')
  await expect(copyDatabase(at, postgres)).rejects.toThrow(
    /^The target failed: it holds the tables of another program. Use a new database$/,
  )
  await query('alter table theirs rename to kysely_migration')
  await query(`delete from accounts; alter table accounts add column more text`)
  await expect(copyDatabase(at, postgres)).rejects.toThrow(
    'Only one of the databases has the columns accounts.more.',
  )
  await expect(compareDatabases(at, postgres)).rejects.toThrow('columns accounts.more.')
  await query(`insert into kysely_migration values ('9999-later', '')`)
  await expect(copyDatabase(at, postgres)).rejects.toThrow('a newer version has changed its schema')
  expect(existsSync(missing.databaseFile)).toBe(false)
  const others = `select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  await expect.poll(() => query(others)).toEqual([])
})

test('a copy that waits for the tables keeps the rows that are committed meanwhile', async () => {
  const { at } = demoFile()
  const { at: postgres, query } = await newPostgres()
  const other = new Client({ connectionString: postgres.postgres.url })
  await other.connect()
  onTestFinished(() => other.end())
  await other.query(`begin; insert into accounts (id, name, created_at) values ('acc_1', 'A', '')`)
  const rejected = expect(copyDatabase(at, postgres)).rejects.toThrow('The target is not empty')
  const waiting = `select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(() => query(waiting)).toHaveLength(1)
  await other.query('commit')
  await rejected
  expect(await query('select id from accounts')).toEqual([{ id: 'acc_1' }])
})

test('an interrupted copy leaves the target empty, and can begin again', async () => {
  const { folder, at } = demoFile()
  const { at: postgres, query } = await newPostgres()
  const file = fileAt(join(folder, 'copy.db'))
  for (const [target, moment] of [
    [postgres, 'verifying orders'],
    [file, 'building indexes'],
  ] as const) {
    const stopping = new AbortController()
    const copying = copyDatabase(at, target, {
      signal: stopping.signal,
      onProgress: (_, text) => {
        if (text === moment) stopping.abort()
      },
    })
    await expect(copying).rejects.toThrow(/aborted/)
  }
  expect(readdirSync(folder)).not.toContain('copy.db')

  // The connection is lost in the middle.
  await query(
    planted(`if new.seq = 10 then perform pg_terminate_backend(pg_backend_pid()); end if`),
  )
  await expect(copyDatabase(at, postgres)).rejects.toThrow(/^The target failed: /)
  expect(await query('select count(*)::int as rows from accounts')).toEqual([{ rows: 0 }])
  await query('drop trigger planted on orders; drop function planted')

  // A statement does not end.
  await query(planted('perform pg_sleep(1000)'))
  const stopping = new AbortController()
  const waiting = copyDatabase(at, postgres, { signal: stopping.signal })
  const failed = expect(waiting).rejects.toThrow(/aborted/)
  const asleep = `select pid from pg_stat_activity where wait_event = 'PgSleep'`
  await expect.poll(() => query(asleep)).toHaveLength(1)
  stopping.abort()
  await failed
  await query(`select pg_terminate_backend(pid) from (${asleep}) as found`)
  await query('drop trigger planted on orders')
  expect((await copyDatabase(at, postgres)).every(isSame)).toBe(true)

  // A copy that was killed leaves a file behind. One that runs has it locked.
  writeFileSync(`${file.databaseFile}.partial`, 'not a database')
  await copyDatabase(at, file)
  const running = new DatabaseSync(join(folder, 'other.db.partial'))
  onTestFinished(() => running.close())
  running.exec('begin exclusive')
  await expect(copyDatabase(at, fileAt(join(folder, 'other.db')))).rejects.toThrow(
    /Another copy is writing .*other\.db\.partial/,
  )
})

test('a difference is found, during the copy and after it', async () => {
  const { at } = demoFile()
  const { at: postgres, query } = await newPostgres()
  await query(planted(`if new.seq = 10 then new.notes := new.notes || ' '; end if`))
  await expect(copyDatabase(at, postgres)).rejects.toThrow(
    'The target differs from the source in orders.',
  )
  await query('drop trigger planted on orders')
  await copyDatabase(at, postgres)
  await query(`update orders set notes = notes || ' ' where seq = 10`)
  await query('delete from contact_tags where contact_seq = (select min(seq) from contacts)')
  const differing = (await compareDatabases(at, postgres)).filter((table) => !isSame(table))
  expect(differing.map(({ name }) => name)).toEqual(['contact_tags', 'orders'])
})

test('the copy is one state of the source, whatever is written meanwhile', async () => {
  const { at, file, folder } = demoFile()
  const copy = fileAt(join(folder, 'copy.db'))
  const writer = new DatabaseSync(file)
  onTestFinished(() => writer.close())
  let writes = 0
  await copyDatabase(at, copy, {
    onProgress: (_, text) => {
      if (text === 'verifying orders') return
      writer.exec(`update orders set notes = notes || 'x'; update accounts set name = name || 'x'`)
      writes++
    },
  })
  expect(writes).toBeGreaterThan(10)
  const differing = (await compareDatabases(at, copy)).filter((table) => !isSame(table))
  expect(differing.map(({ name }) => name)).toEqual(['accounts', 'orders'])
})

test('progress grows to 1', async () => {
  const { folder, at } = demoFile()
  const copy = fileAt(join(folder, 'copy.db'))
  const progressOf = async (work: typeof copyDatabase) => {
    const fractions: number[] = []
    await work(at, copy, { onProgress: (fraction) => fractions.push(fraction) })
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
    return fractions.map((fraction) => Math.round(fraction * 1e6) / 1e6)
  }
  // Rows are copied, indexes are built, and rows are read again.
  expect(await progressOf(copyDatabase)).toEqual(expect.arrayContaining([0.4, 0.6, 1]))
  expect((await progressOf(compareDatabases)).at(-1)).toBe(1)
})

const engines = databasesOf(inject('postgresSocket') ?? '')

/** Creates an account with demo data, a key and a session. */
const demoAccount = async (at: Location) => {
  const store = await openStore(at)
  const now = Date.now()
  const created = await store.write(async (transaction) => {
    const account = await seedDemo(transaction, now)
    const key = await issueKey(transaction, account, 'test', now)
    const link = await makeSignInLink(transaction, account, now)
    return { account, key, session: (await signInBy(transaction, link, '', now)) ?? '' }
  })
  await store.close()
  return created
}

/** Starts a server on a database, and sends requests to it. */
const serveAt = async (at: Location, key: string) => {
  const server = await serve({
    databaseFile: 'unused',
    environment: { CDN_URL: 'https://cdn.example.com' },
    parts: { store: await openStore(at) },
  })
  onTestFinished(server.stop)
  const request = requestsTo(server.url, key)
  const get = (path: string) => request({ path })
  const post = (path: string, json: unknown) => request({ method: 'POST', path, json })
  return { ...server, get, post }
}

const remaining = ({ headers }: TestResponse) => Number(headers['ratelimit-remaining'])

test.each(['PostgreSQL', 'SQLite'])('a server on a copy in %s goes on', async (kind) => {
  const name = `copied_${randomUUID()}`
  await engines.create(name)
  onTestFinished(() => engines.drop(name))
  const file: Location = {
    databaseFile: join(temporaryFolder(), 'merch.db'),
    postgres: undefined,
  }
  const postgres: Location = {
    databaseFile: '',
    postgres: { url: engines.urlOf(name), poolSize: 4 },
  }
  const [from, to] = kind === 'SQLite' ? [postgres, file] : [file, postgres]
  const { account, key, session } = await demoAccount(from)
  const before = await serveAt(from, key)
  const campaign = openCampaign((await before.get('/v1/campaigns/list')).body)
  const { id } = campaign
  const contact = newContact(id, { firstName: 'Zebulon' })
  await before.post('/v1/contacts/create', contact)
  await before.post('/v1/webhooks', {
    url: 'https://hooks.example.com/',
    events: ['order.created'],
  })
  const delivery = { event: 'order.created', body: '{"queued":true}' } as const
  await before.store.write((transaction) =>
    enqueueDeliveries(transaction, account, { ...delivery, now: before.time.now }),
  )
  const paths = [
    ...['/v1/products/list', '/v1/campaigns/list', '/v1/webhooks', '/v1/inventory/list'],
    '/v1/orders/list?limit=100',
    `/v1/contacts/list?campaignId=${id}`,
    `/v1/contacts/list?campaignId=${id}&searchText=ebulo`,
  ]
  const lists = []
  for (const path of paths) lists.push((await before.get(path)).body)
  const left = remaining(await before.get('/v1/auth'))
  await before.stop()

  await copyDatabase(from, to)
  const after = await serveAt(to, key)
  expect(remaining(await after.get('/v1/auth'))).toBe(left - 1)
  for (const [i, path] of paths.entries()) expect((await after.get(path)).body).toEqual(lists[i])
  expect(lists.at(-1)).toHaveLength(1)
  expect(await accountOfSession(after.store, secretDigest(session), 0)).toMatchObject({
    id: account,
  })

  // What is new comes after what was copied, and is found too.
  await after.post('/v1/contacts/create', contact)
  expect((await after.get(paths.at(-1) ?? '')).body).toHaveLength(2)
  const placed = await after.post(
    '/v1/orders/create',
    newOrder(id, campaign?.products[0]?.sku ?? ''),
  )
  expect(placed.status).toBe(201)
  const numbers = await after.get('/v1/orders/list?limit=100')
  const Orders = z.array(z.looseObject({ orderNumber: z.string() }))
  const [newest, ...older] = Orders.parse(numbers.body).map(({ orderNumber }) => orderNumber)
  expect(older).not.toContain(newest)

  const delivered: string[] = []
  const dispatcher = createDispatcher({
    store: after.store,
    clock: () => after.time.now,
    log: recordingLog().log,
    send: async (_, sign) => {
      delivered.push((await sign()).body)
      return 200
    },
  })
  await dispatcher.pickUp()
  await dispatcher.settled()
  expect(delivered).toEqual(['{"queued":true}'])
  await dispatcher.close()
})
