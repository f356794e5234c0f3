import {
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync, type DatabaseSyncOptions, type StatementSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../tests/kit/temporary-folder.ts'
import { toId } from '../domain/ids.ts'
import { findAccount, insertAccount, listAccounts } from './accounts.ts'
import { backUp } from './copies/backup.ts'
import { migrate } from './migrate.ts'
import { setNetworkTier } from './network-tiers.ts'
import { migrations } from './schema.ts'
import { makeDurable, openSqliteStore, type StoreOptions, toMigrate } from './sqlite.ts'
import { ofAllAccounts } from './statement.ts'
import { type Store, StoreError, StoreFault, type Transaction } from './store.ts'

const newFile = () => join(temporaryFolder(), 'test.db')

const connectTo = (file: string): DatabaseSync => {
  const database = new DatabaseSync(file)
  onTestFinished(() => database.close())
  return database
}

const insert = (id: string) => (transaction: Transaction) =>
  insertAccount(transaction, { id: toId('acc', id), name: id, createdAt: '' })

type Faults = { onRun: (sql: string) => void }

/** A connection whose statements fail if `onRun` throws. */
class FaultyDatabase extends DatabaseSync {
  readonly #faults: Faults

  constructor(file: string, options: DatabaseSyncOptions, faults: Faults) {
    super(file, options)
    this.#faults = faults
  }

  override exec(sql: string): void {
    this.#faults.onRun(sql)
    super.exec(sql)
  }

  override prepare(sql: string): StatementSync {
    const statement = super.prepare(sql)
    for (const method of ['run', 'all', 'get'] as const) {
      const original = statement[method]
      Object.assign(statement, {
        [method]: (...values: unknown[]) => {
          this.#faults.onRun(sql)
          return Reflect.apply(original, statement, values)
        },
      })
    }
    return statement
  }
}

/** Opens a store whose statements fail on demand. */
const opened = async ({ file = newFile(), ...options }: StoreOptions & { file?: string } = {}) => {
  const faults: Faults = { onRun: () => {} }
  const connect: StoreOptions['connect'] = (path, given) => new FaultyDatabase(path, given, faults)
  const store = await openSqliteStore(file, { connect, ...options })
  onTestFinished(async () => {
    faults.onRun = () => {}
    await store.close()
  })
  const add = (id: string) => store.write(insert(id))
  const ids = async () => (await listAccounts(store)).map(({ id }) => id)
  return { file, store, faults, add, ids }
}

/** Returns whether each write succeeds. */
const succeed = async (...writes: Promise<unknown>[]) =>
  (await Promise.allSettled(writes)).map(({ status }) => status === 'fulfilled')

const shared = async () => {
  const { file, store, add } = await opened()
  const other = connectTo(file)
  const addElsewhere = (id: string) =>
    other.exec(`insert into accounts (id, name, created_at) values ('${id}', '', '')`)
  const sees = async (id: string) => (await findAccount(store, toId('acc', id))) !== undefined
  return { store, other, add, addElsewhere, sees }
}

test('commits are flushed to disk, and foreign keys are enforced', () => {
  const database = new DatabaseSync(newFile())
  makeDurable(database)
  const pragma = (name: string) => Object.values(database.prepare(`pragma ${name}`).get() ?? {})
  expect(pragma('journal_mode')).toEqual(['wal'])
  expect(pragma('synchronous')).toEqual([2])
  expect(pragma('foreign_keys')).toEqual([1])
  database.close()
})

test('closing leaves a complete file, also while another connection is open', async () => {
  const { file, store, add } = await opened()
  const other = connectTo(file)
  other.prepare('select id from accounts').all()
  await add('acc_1')
  await store.close()
  copyFileSync(file, `${file}.copy`)
  const copy = connectTo(`${file}.copy`)
  expect(copy.prepare('select id from accounts').all()).toMatchObject([{ id: 'acc_1' }])
  // Plans would follow the statistics of a shop as it was at an earlier close.
  expect(
    copy.prepare(`select name from sqlite_schema where name like 'sqlite_stat%'`).all(),
  ).toEqual([])
})

const schemaOf = (database: DatabaseSync) =>
  database
    .prepare(
      `select sql from sqlite_schema where sql is not null and name not like '%migration%' order by name`,
    )
    .all()

test('a database to which a newer version has added is opened', async () => {
  const { store, other, sees, addElsewhere } = await shared()
  const later = { ...migrations.sqlite, '0099-add-later': ['alter table accounts add later text'] }
  expect(await migrate(toMigrate(other), later)).toEqual(['0099-add-later'])
  addElsewhere('acc_1')
  expect(await sees('acc_1')).toBe(true)
  expect(await store.isReady()).toBe(true)
  const another = await openSqliteStore(other.location() ?? '')
  await another.close()
  expect(another.migrated).toEqual([])
})

test.each([
  [
    'of a newer version',
    `create table migrations (name, timestamp); insert into migrations (name, timestamp)
     values ${[...Object.keys(migrations.sqlite), '9999-later'].map((name) => `('${name}', '')`)}`,
    /a newer version .*9999-later/,
  ],
  [
    'of a version before 1.0.0',
    `create table kysely_migration (name, timestamp);
     insert into kysely_migration (name, timestamp) values ('0001-initial', '')`,
    /a version before 1.0.0 has written it. Use /,
  ],
  [
    'that cannot be migrated',
    'create table migrations (name, timestamp); create table orders (id)',
    /orders already exists/,
  ],
  [
    'of another program',
    'create table notes (text)',
    /test.db cannot be opened: it holds the tables of another program. Use a new database$/,
  ],
])('a database %s is rejected and not changed', async (_, statements, message) => {
  const file = newFile()
  const database = connectTo(file)
  database.exec(statements)
  const before = schemaOf(database)
  await expect(openSqliteStore(file)).rejects.toThrow(message)
  expect(schemaOf(database)).toEqual(before)
})

test('a file that is not a database, a folder, and one where no folder can be made are rejected with a message', async () => {
  const file = newFile()
  await writeFile(file, 'This is not a database, though it is long enough to be looked at as one.')
  for (const [path, reason] of [
    [file, 'test.db cannot be opened: file is not a database'],
    [temporaryFolder(), 'cannot be opened: it is a folder'],
    [
      '/proc/merch/test.db',
      "cannot be opened: ENOENT: no such file or directory, mkdir '/proc/merch'",
    ],
  ] as const)
    await expect(openSqliteStore(path)).rejects.toThrow(reason)
})

test('a file with a hard link is rejected under both names', async () => {
  const { file, store } = await opened()
  await store.close()
  linkSync(file, `${file}-linked`)
  for (const name of [file, `${file}-linked`])
    await expect(openSqliteStore(name)).rejects.toThrow(/it has a second name \(a hard link\)/)
})

test('the next request sees commits of another process', async () => {
  const { addElsewhere, sees } = await shared()
  expect(await sees('acc_1')).toBe(false)
  addElsewhere('acc_1')
  expect(await sees('acc_1')).toBe(true)
})

test('readers see a write when it resolves, and not before', async () => {
  const { add, ids } = await opened()
  const writing = add('acc_1')
  expect(await ids()).toEqual([])
  await writing
  expect(await ids()).toEqual(['acc_1'])
})

test('a write sees its own changes and earlier ones in the same commit', async () => {
  const { store, add } = await opened()
  const [, seen] = await Promise.all([
    add('acc_1'),
    store.write(async (transaction) => {
      await insert('acc_2')(transaction)
      return (await listAccounts(transaction)).map(({ id }) => id)
    }),
  ])
  expect(seen).toEqual(['acc_1', 'acc_2'])
})

test('writes that arrive together share a commit, and later ones do not wait for more', async () => {
  const { file, add, ids } = await opened()
  const watcher = connectTo(file)
  // The version changes when another connection has committed since the last read.
  const version = () => Number(watcher.prepare('pragma data_version').get()?.data_version)
  const before = version()
  const first = add('acc_a')
  const seen: number[] = []
  await Promise.all([
    first.then(() => seen.push(version())),
    ...Array.from({ length: 50 }, (_, i) => add(`acc_${i}`).then(() => seen.push(version()))),
  ])
  expect(new Set(seen)).toEqual(new Set([before + 1]))
  await add('acc_b')
  expect(version()).toBe(before + 2)
  expect(await ids()).toHaveLength(52)
})

test('a write waits while another process writes to the database', async () => {
  const { store, file, add, ids } = await opened()
  const other = connectTo(file)
  other.exec('begin immediate')
  const writing = add('acc_1')
  await new Promise((resolve) => setImmediate(resolve))
  expect(await findAccount(store, toId('acc', 'acc_1'))).toBeUndefined()
  other.exec('commit')
  await writing
  expect(await ids()).toEqual(['acc_1'])
})

test('a statement after the end of its write is rejected', async () => {
  const { store, ids } = await opened()
  const ended = await store.write(async (transaction) => transaction)
  await expect(insert('acc_1')(ended)).rejects.toThrow('The transaction has ended')
  expect(await ids()).toEqual([])
})

test('a full disk fails whole writes, and writes succeed when there is space again', async () => {
  const databases: DatabaseSync[] = []
  const { store } = await opened({
    connect: (path, options) => {
      databases.push(new DatabaseSync(path, options))
      return databases.at(-1) ?? new DatabaseSync(path)
    },
  })
  const [database] = databases
  if (!database) throw new Error('There is no connection')
  /** Two rows that belong together. */
  const add = (id: string) =>
    store.write(async (transaction) => {
      for (const part of ['a', 'b'])
        await insertAccount(transaction, {
          id: toId('acc', `${id}_${part}`),
          name: 'x'.repeat(10_000),
          createdAt: '',
        })
    })
  const pages = Number(database.prepare('pragma page_count').get()?.page_count)
  database.exec(`pragma max_page_count = ${pages + 30}`)
  const results: boolean[] = []
  for (let i = 0; i < 20; i++) results.push(...(await succeed(add(`${i}_1`), add(`${i}_2`))))
  database.exec('pragma max_page_count = 100000')
  await add('last')
  const kept = database
    .prepare(
      `select substr(id, 1, length(id) - 2) as id, count(*) as parts from accounts group by 1`,
    )
    .all()
  expect(results).toContain(true)
  expect(results).toContain(false)
  expect(kept).toHaveLength(results.filter(Boolean).length + 1)
  expect(kept.every(({ parts }) => parts === 2)).toBe(true)
})

test('closing waits for a pending write', async () => {
  const { file, store, add } = await opened()
  const writing = add('acc_1')
  await store.close()
  await writing
  expect(await (await opened({ file })).ids()).toEqual(['acc_1'])
})

test('every write after closing is rejected', async () => {
  const { add, store } = await opened()
  await store.close()
  for (let i = 0; i < 2; i++) expect(await succeed(add('acc_1'))).toEqual([false])
})

const setTier = (store: Store) =>
  store.write((transaction) =>
    setNetworkTier(transaction, { network: '10.0.0.0/8', rateLimit: 2000 }),
  )

const failing = (pattern: RegExp, error: Error) => (sql: string) => {
  if (pattern.test(sql)) throw error
}

const ioError = Object.assign(new Error('disk I/O error'), {
  code: 'ERR_SQLITE_ERROR',
  errcode: 10,
})
const ioMessage = 'The database failed: disk I/O error. Check the disk of the database.'

test.each([
  ['begin', /^begin immediate/],
  ['a statement', /insert into accounts/],
  ['a commit', /^commit/],
  ['a statement and its undo', /insert into accounts|^rollback to/],
  ['a commit and its rollback', /^commit|^rollback$/],
  ['everything', /./],
])('a write fails at %s, and later writes succeed', async (_, pattern) => {
  const { faults, add, ids } = await opened()
  faults.onRun = failing(pattern, ioError)
  const results = await Promise.allSettled([add('acc_1'), add('acc_2')])
  for (const result of results) expect('reason' in result && result.reason.message).toBe(ioMessage)
  faults.onRun = () => {}
  await add('acc_3')
  expect(await ids()).toEqual(['acc_3'])
})

test.each(['savepoint', 'release'])(
  'writes that fail together at a %s succeed alone',
  async (at) => {
    const { faults, add, ids } = await opened()
    faults.onRun = failing(RegExp(`^${at}`), ioError)
    await Promise.all([add('acc_1'), add('acc_2')])
    expect(await ids()).toEqual(['acc_1', 'acc_2'])
  },
)

test('a read fails, and later reads succeed', async () => {
  const { faults, ids } = await opened()
  faults.onRun = failing(/^\s*select/, ioError)
  await expect(ids()).rejects.toThrow(StoreFault)
  faults.onRun = () => {}
  expect(await ids()).toEqual([])
})

test('a commit that fails is not tried again, because it may be durable', async () => {
  const { faults, add } = await opened()
  const inserted: string[] = []
  faults.onRun = (sql) => {
    if (sql.includes('insert into accounts')) inserted.push(sql)
    failing(/^commit/, ioError)(sql)
  }
  await Promise.allSettled([add('acc_1'), add('acc_2')])
  expect(inserted).toHaveLength(2)
})

test('an error of the program is no fault', async () => {
  const { add, store } = await opened()
  await add('acc_1')
  const error = await add('acc_1').catch((reason: unknown) => reason)
  expect(error).not.toBeInstanceOf(StoreFault)
  expect(String(error)).toContain('UNIQUE')
  await expect(store.write(() => Promise.reject('another'))).rejects.toBe('another')
})

test('a store is not ready while a small write fails', async () => {
  const { store, faults } = await opened()
  expect(await store.isReady()).toBe(true)
  faults.onRun = failing(/^commit/, ioError)
  expect(await store.isReady()).toBe(false)
  faults.onRun = () => {}
  expect(await store.isReady()).toBe(true)
})

test('a store that cannot be closed says so', async () => {
  const { faults, store } = await opened()
  faults.onRun = failing(/^(commit|pragma)/, ioError)
  await store.close()
  const { store: other } = await opened()
  vi.spyOn(DatabaseSync.prototype, 'close').mockImplementationOnce(() => {
    throw ioError
  })
  await expect(other.close()).rejects.toThrow(StoreError)
})

const damage = (file: string, name: string): void => {
  const database = new DatabaseSync(file, { readOnly: true })
  const row = database.prepare('select rootpage from sqlite_schema where name = ?').get(name)
  database.close()
  const position = (Number(row?.rootpage) - 1) * 4096
  const opened = openSync(file, 'r+')
  writeSync(opened, Buffer.alloc(4096, 0xaa), 0, 4096, position)
  closeSync(opened)
}

/** Returns a copy of a database with one account. No connection has its pages in memory. */
const copied = async () => {
  const template = await opened()
  await template.add('acc_1')
  await template.store.close()
  const file = join(temporaryFolder(), 'copy.db')
  copyFileSync(template.file, file)
  return file
}

test('a write that meets a damaged page fails alone', async () => {
  const file = await copied()
  const { store, add, ids } = await opened({ file })
  damage(file, 'network_tiers')
  const together = [add('acc_2'), setTier(store), add('acc_1'), add('acc_3')]
  expect(await succeed(...together)).toEqual([true, false, false, true])
  expect(await succeed(add('acc_4'), setTier(store))).toEqual([true, false])
  expect(await ids()).toEqual(['acc_1', 'acc_2', 'acc_3', 'acc_4'])
})

const losses: [string, (file: string) => void][] = [
  ['the database is removed', (file) => rmSync(file)],
  ['its write-ahead log is removed', (file) => rmSync(`${file}-wal`)],
  ['the folder is moved', (file) => renameSync(dirname(file), `${dirname(file)}-moved`)],
  [
    'another file takes its place',
    (file) => {
      copyFileSync(file, `${file}.other`)
      renameSync(`${file}.other`, file)
    },
  ],
]

test.each(losses)('no write is acknowledged after %s', async (_, lose) => {
  const { file, store, add } = await opened()
  await add('acc_1')
  expect(await listAccounts(store)).toHaveLength(1)
  lose(file)
  expect(await succeed(add('acc_2'), add('acc_3'))).toEqual([false, false])
  await expect(add('acc_4')).rejects.toThrow('was removed or replaced while it was open')
  expect(await store.isReady()).toBe(false)
  // Reads continue from the open file.
  expect(await listAccounts(store)).not.toEqual([])
})

test('no write is acknowledged for long after another log takes its place', async () => {
  const { file, add } = await opened()
  await add('acc_1')
  copyFileSync(`${file}-wal`, `${file}-other`)
  renameSync(`${file}-other`, `${file}-wal`)
  let writes = 1
  await expect
    .poll(() => add(`acc_${++writes}`).then(String, String))
    .toMatch('was removed or replaced while it was open')
})

test('no write is acknowledged after a backup was copied over the open file, and a start refuses it', async () => {
  const { file, store, add } = await opened()
  for (let i = 0; i < 50; i++) await add(`acc_a${i}`)
  const backup = `${file}.backup`
  await backUp(file, backup)
  for (let i = 0; i < 300; i++) await add(`acc_b${i}`)
  expect(await store.isReady()).toBe(true)
  connectTo(file).exec('pragma wal_checkpoint(truncate)')
  expect(await store.isReady()).toBe(true)
  writeFileSync(file, readFileSync(backup))
  const lost = 'was removed or replaced while it was open'
  await expect(add('acc_c')).rejects.toThrow(lost)
  expect(await store.isReady()).toBe(false)
  await expect(store.all(ofAllAccounts`select id from accounts`)).rejects.toThrow(lost)

  const damaged = await copied()
  damage(damaged, 'network_tiers')
  await expect(openSqliteStore(damaged, { isServer: true })).rejects.toThrow(
    /copy\.db cannot be opened: it is malformed .*Restore a backup/s,
  )
})

test('a temporary database works after its files are removed', async () => {
  const { file, store, add } = await opened({ temporary: true })
  expect(await store.isReady()).toBe(true)
  rmSync(file)
  rmSync(`${file}-wal`)
  await add('acc_2')
  expect(await store.isReady()).toBe(true)
})

test('a loss is final, and closing leaves the new files alone', async () => {
  const { file, store, add } = await opened()
  await add('acc_1')
  renameSync(file, `${file}.kept`)
  await expect(add('acc_2')).rejects.toThrow()
  const other = connectTo(file)
  other.exec('pragma journal_mode = wal; create table other (id)')
  await expect(add('acc_3')).rejects.toThrow()
  await store.close()
  expect(existsSync(`${file}-wal`)).toBe(true)
  expect(other.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
})

test('a backup, a vacuum and a checkpoint of another process are no loss', async () => {
  const { file, store, add } = await opened()
  await add('acc_1')
  await backUp(file, `${file}.backup`)
  connectTo(file).exec('vacuum; pragma wal_checkpoint(truncate)')
  await add('acc_2')
  expect(await store.isReady()).toBe(true)
})

test('the file and its write-ahead log shrink after many rows were deleted', async () => {
  const { file, add } = await opened()
  const other = connectTo(file)
  const sizeOf = (path: string) => statSync(path).size / 2 ** 20
  other.exec(`
    create table filler as with recursive n (i) as (select 1 union all select i + 1 from n where i < 12000)
      select i, randomblob(1000) from n;
    drop table filler`)
  await add('acc_0')
  expect(Math.min(sizeOf(file), sizeOf(`${file}-wal`))).toBeGreaterThan(10)
  for (let i = 1; sizeOf(file) + sizeOf(`${file}-wal`) > 10; i++) {
    await add(`acc_${i}`)
  }
})

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

test('the files of a database and its backups are for their owner alone, whatever the umask', async () => {
  const before = process.umask(0)
  onTestFinished(() => void process.umask(before))
  const folder = join(temporaryFolder(), 'a', 'b')
  const { file } = await opened({ file: join(folder, 'merch.db') })
  await backUp(file, join(folder, 'backup.db'))
  const files = [file, `${file}-wal`, `${file}-shm`, join(folder, 'backup.db')]
  expect(files.map(modeOf)).toEqual(files.map(() => '600'))
  expect([folder, join(folder, '..')].map(modeOf)).toEqual(['700', '700'])
})

test('expired rows of the request log are deleted in small batches until none is left', async () => {
  const { file, store } = await opened()
  const { requests: log } = store
  if ('take' in log) throw new Error('not a log')
  const count = connectTo(file).prepare('select count(*) as n from request_log')
  const rows = () => Number(count.get()?.n)
  const moment = { time: 1, wall: 2, monotonic: 3, boot: 'boot' }
  const added = Array.from({ length: 1000 }, (_, i) => ({
    address: `address ${i}`,
    second: i + 1,
    requests: 1,
  }))
  await log.add(added, moment, 0)
  expect(rows()).toBe(1000)
  const left: number[] = []
  for (let i = 0; i < 12; i++) {
    await log.add([{ address: 'a', second: 2000 + i, requests: 1 }], moment, 900)
    left.push(rows())
  }
  // Each write adds one row and deletes about a hundred.
  expect(left[0]).toBeGreaterThan(890)
  expect(left.at(-1)).toBe(100 + 12)
})
