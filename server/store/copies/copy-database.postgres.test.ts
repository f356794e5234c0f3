import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { listCampaigns200, listOrders200 } from '../../../generated/zod/schemas.ts'
import { recordingLog } from '../../../tests/kit/recording-log.ts'
import { newContact, newOrder } from '../../../tests/kit/request-bodies.ts'
import { serve } from '../../../tests/kit/server/serve.ts'
import { newPostgresDatabase } from '../../../tests/kit/server/test-database.ts'
import { requestsTo, type TestResponse } from '../../../tests/kit/server/test-server.ts'
import { makeTemporaryFolder, temporaryFolder } from '../../../tests/kit/temporary-folder.ts'
import { issueKey } from '../../actions/issue-key.ts'
import { makeSignInLink, signInBy } from '../../actions/sign-in.ts'
import { createDispatcher } from '../../deliveries/dispatcher.ts'
import { seedDemo } from '../../demo/seed-demo.ts'
import { newId } from '../../domain/ids.ts'
import { secretDigest } from '../../domain/sign-in-link.ts'
import { insertAccount } from '../accounts.ts'
import { type Location, openStore } from '../open-store.ts'
import { sharedTables } from '../schema.ts'
import { sessions } from '../sessions-and-links.ts'
import { openSqliteStore } from '../sqlite.ts'
import { enqueueDeliveries } from '../webhooks/delivery-queue.ts'
import { copyDatabase, isSame } from './copy-database.ts'

const fileAt = (databaseFile: string): Location => ({ databaseFile, postgres: undefined })

const newPostgres = async (template?: string) => {
  const { url, query } = await newPostgresDatabase(template)
  const at: Location = { databaseFile: '', postgres: { url, poolSize: 4 } }
  return { at, query }
}

const seeded = makeTemporaryFolder()
const seededFile = join(seeded.path, 'seeded.db')
/** Texts that the formats of the databases could change. */
const awkward = ['', '\\N', 'tab\tand\nline\r\n', 'quote\'s "', '𝒳 ﬀ é', '\\\\t']
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

/** Creates a file with demo data and awkward texts, and the name of another. */
const demoFile = () => {
  const folder = temporaryFolder()
  const file = join(folder, 'source.db')
  copyFileSync(seededFile, file)
  const execute = (sql: string) => {
    const database = new DatabaseSync(file)
    database.exec(sql)
    database.close()
  }
  return { at: fileAt(file), other: fileAt(join(folder, 'folder', 'copy.db')), execute }
}

/** Adds a trigger that runs SQL before an order is inserted. */
const planted = (sql: string) => `
  create function planted() returns trigger language plpgsql as $$ begin ${sql}; return new; end $$;
  create trigger planted before insert on orders for each row execute function planted()`

const differingTables = async (...locations: [Location, Location]) =>
  (await copyDatabase(...locations, { compare: true }))
    .filter((table) => !isSame(table))
    .map(({ name }) => name)

const always = { after: 0, until: Number.MAX_SAFE_INTEGER }

test('a database is the same after a copy to PostgreSQL, and back', async () => {
  const { at, other } = demoFile()
  // A database that no server has used.
  const postgres = await newPostgres('template0')
  for (const [from, to] of [
    [at, postgres.at],
    [postgres.at, other],
  ] as const) {
    const fractions: number[] = []
    await copyDatabase(from, to, { onProgress: (fraction) => fractions.push(fraction) })
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
    expect(fractions.at(-1)).toBe(1)
  }
  expect(await differingTables(at, other)).toEqual([])
})

test('every table is copied but those of migrations and of processes', async () => {
  const { query } = await newPostgres()
  const tables = await query(`select tablename from pg_tables where schemaname = 'public'`)
  const others = ['migrations', 'rate_limits']
  expect([...sharedTables, ...others].toSorted()).toEqual(
    tables.map(({ tablename }) => String(tablename)).toSorted(),
  )
})

test('a target that is not empty, or a database of another version, is rejected', async () => {
  const { at, other, execute } = demoFile()
  const { at: postgres, query } = await newPostgres()
  await expect(copyDatabase(other, postgres)).rejects.toThrow(/^The file .* does not exist\.$/)
  await query(`insert into accounts (id, name, created_at) values ('acc_1', 'A', '')`)
  const notEmpty = 'The target is not empty: accounts has rows. Create a new database for the copy.'
  await expect(copyDatabase(at, postgres)).rejects.toThrow(notEmpty)
  await expect(copyDatabase(postgres, at)).rejects.toThrow(notEmpty)
  await expect(copyDatabase(postgres, postgres)).rejects.toThrow(notEmpty)
  await query('delete from accounts')
  const using = await openSqliteStore(other.databaseFile)
  await expect(copyDatabase(at, other)).rejects.toThrow(
    'End the other process that uses the database',
  )
  await using.close()
  for (const [change, reason] of [
    [`insert into migrations values ('9999-add-more', '')`, 'Run merch copy of that version'],
    [`delete from migrations where name like '0001-%'`, 'run merch migrate, then copy it'],
    [`insert into migrations values ('0001-tables', '')`, 'a version before 1.0.0 has written it'],
    ['drop table migrations', 'it has no tables of this program'],
  ] as const) {
    execute(change)
    await expect(copyDatabase(at, postgres)).rejects.toThrow(reason)
  }
})

test('a copy that is aborted or loses its connection leaves the target empty, and is made again', async () => {
  const { at, other } = demoFile()
  const { at: postgres, query } = await newPostgres()
  for (const target of [postgres, other]) {
    const stopping = new AbortController()
    const copying = copyDatabase(at, target, {
      signal: stopping.signal,
      onProgress: (_, text) => {
        if (text === 'verifying orders') stopping.abort()
      },
    })
    await expect(copying).rejects.toThrow()
  }
  await query(
    planted(`if new.seq = 10 then perform pg_terminate_backend(pg_backend_pid()); end if`),
  )
  await expect(copyDatabase(at, postgres)).rejects.toThrow('The database failed')
  expect(await query('select id from accounts')).toEqual([])
  await query('drop trigger planted on orders; drop function planted')

  // A statement does not end.
  await query(planted('perform pg_sleep(1000)'))
  const stopping = new AbortController()
  const waiting = copyDatabase(at, postgres, { signal: stopping.signal })
  const failed = expect(waiting).rejects.toThrow()
  const asleep = `select pid from pg_stat_activity
    where wait_event = 'PgSleep' and datname = current_database()`
  await expect.poll(() => query(asleep)).toHaveLength(1)
  stopping.abort()
  await failed
  await query(`select pg_terminate_backend(pid) from (${asleep}) as found`)
  await query('drop trigger planted on orders')
  for (const target of [postgres, other]) await copyDatabase(at, target)
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
  await query(
    'delete from cart_lines; delete from contacts where seq = (select min(seq) from contacts)',
  )
  expect(await differingTables(at, postgres)).toEqual(['contacts', 'orders'])
})

test('the copy is one state of the source, whatever is written meanwhile', async () => {
  const { at: file, other, execute } = demoFile()
  const { at: postgres, query } = await newPostgres()
  const change = `update orders set notes = notes || 'x'; update accounts set name = name || 'x'`
  let changed: unknown
  await copyDatabase(file, postgres, { onProgress: () => (changed ??= execute(change) ?? true) })
  expect(await differingTables(file, postgres)).toEqual(['accounts', 'orders'])
  let changing: Promise<unknown> | undefined
  await copyDatabase(postgres, other, { onProgress: () => (changing ??= query(change)) })
  await changing
  expect(await differingTables(postgres, other)).toEqual(['accounts', 'orders'])
})

const demoAccount = async (at: Location) => {
  const store = await openStore(at)
  const now = Date.now()
  const created = await store.write(async (transaction) => {
    const account = await seedDemo(transaction, now)
    const key = await issueKey(transaction, account, 'test', now)
    const link = await makeSignInLink(transaction, { account }, now)
    return { account, key, session: (await signInBy(transaction, link, '', now)) ?? '' }
  })
  await store.close()
  return created
}

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
  const { at: postgres } = await newPostgres('template0')
  const file = fileAt(join(temporaryFolder(), 'merch.db'))
  const [from, to] = kind === 'SQLite' ? [postgres, file] : [file, postgres]
  const { account, key, session } = await demoAccount(from)
  const before = await serveAt(from, key)
  const campaigns = listCampaigns200.parse((await before.get('/v1/campaigns/list')).body)
  const campaign = campaigns.find((each) => each.status === 'Active' && each.allowOutOfStockOrders)
  const { id, products } = campaign ?? expect.fail('No campaign takes orders without stock')
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
    '/v1/products/list',
    '/v1/campaigns/list',
    '/v1/webhooks',
    '/v1/inventory/list',
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
  expect(await sessions.find(after.store, secretDigest(session), always)).toMatchObject({
    id: account,
  })

  // What is new comes after what was copied, and is found too.
  await after.post('/v1/contacts/create', contact)
  expect((await after.get(paths.at(-1) ?? '')).body).toHaveLength(2)
  const placed = await after.post('/v1/orders/create', newOrder(id, products[0]?.sku ?? ''))
  expect(placed.status).toBe(201)
  const { body } = await after.get('/v1/orders/list?limit=100')
  const [newest, ...older] = listOrders200.parse(body).map(({ orderNumber }) => orderNumber)
  expect(older).not.toContain(newest)

  const delivered: string[] = []
  const dispatcher = createDispatcher({
    store: after.store,
    clock: () => after.time.now,
    log: recordingLog().log,
    send: async (_, sign) => {
      delivered.push((await sign()).body)
      return { status: 200, text: '' }
    },
  })
  await dispatcher.pickUp()
  await dispatcher.settled()
  expect(delivered).toEqual(['{"queued":true}'])
  await dispatcher.close()
})
