import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../../testkit/temporary-folder.ts'
import { toId } from '../../domain/ids.ts'
import { insertAccount, listAccounts } from '../accounts.ts'
import { backUp } from './backup.ts'
import { tightenPermissions } from './database-file.ts'
import { openSqliteStore } from './sqlite-store.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
})

const opened = async (temporary = false) => {
  const folder = temporaryFolder()
  const file = join(folder, 'test.db')
  const reported: string[] = []
  const store = await openSqliteStore(file, {
    temporary,
    observer: {
      failed: ({ message }) => reported.push(message),
      recovered: () => reported.push('recovered'),
    },
  })
  onTestFinished(() => store.close())
  const add = (id: string) =>
    store.write((transaction) =>
      insertAccount(transaction, { id: toId('acc', id), name: id, createdAt: '' }),
    )
  return { folder, file, store, reported, add }
}

type Opened = Awaited<ReturnType<typeof opened>>

const losses: [string, (given: Opened) => void][] = [
  ['the database is removed', ({ file }) => rmSync(file)],
  ['its write-ahead log is removed', ({ file }) => rmSync(`${file}-wal`)],
  ['the folder is moved', ({ folder }) => renameSync(folder, `${folder}-moved`)],
  [
    'another file takes its place',
    ({ file }) => {
      copyFileSync(file, `${file}.other`)
      renameSync(`${file}.other`, file)
    },
  ],
]

test.each(losses)('no write is acknowledged after %s', async (_, lose) => {
  const given = await opened()
  const { store, reported, add } = given
  await add('acc_1')
  expect(await listAccounts(store)).toHaveLength(1)
  lose(given)
  const results = await Promise.allSettled([add('acc_2'), add('acc_3')])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(add('acc_4')).rejects.toThrow('was removed or replaced while it was open')
  expect(store.isHealthy()).toBe(false)
  // Reads continue from the open file.
  expect(await listAccounts(store)).not.toEqual([])
  expect(reported).toHaveLength(1)
})

test.each(losses)('without a write, the log says within a second that %s', async (_, lose) => {
  const given = await opened()
  lose(given)
  await vi.advanceTimersByTimeAsync(1000)
  expect(given.store.isHealthy()).toBe(false)
  for (let i = 0; i < 3; i++) await vi.advanceTimersByTimeAsync(1000)
  expect(given.reported).toEqual([expect.stringContaining('restore')])
})

test('a temporary database works after its files are removed', async () => {
  const { file, store, add } = await opened(true)
  await add('acc_1')
  rmSync(file)
  rmSync(`${file}-wal`)
  await vi.advanceTimersByTimeAsync(1000)
  await add('acc_2')
  expect(store.isHealthy()).toBe(true)
})

test('a loss is final, and closing leaves the new files alone', async () => {
  const { file, store, reported, add } = await opened()
  await add('acc_1')
  renameSync(file, `${file}.kept`)
  await expect(add('acc_2')).rejects.toThrow()
  const other = new DatabaseSync(file)
  other.exec('pragma journal_mode = wal; create table other (id)')
  onTestFinished(() => other.close())
  await vi.advanceTimersByTimeAsync(2000)
  await expect(add('acc_3')).rejects.toThrow()
  await store.close()
  expect(reported).not.toContain('recovered')
  expect(existsSync(`${file}-wal`)).toBe(true)
  expect(other.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
})

test('a file that is put back is still a loss, and nothing is written to it', async () => {
  const { file, store, reported, add } = await opened()
  await add('acc_1')
  renameSync(file, `${file}.kept`)
  await expect(add('acc_2')).rejects.toThrow()
  renameSync(`${file}.kept`, file)
  await vi.advanceTimersByTimeAsync(2000)
  await expect(add('acc_3')).rejects.toThrow()
  expect(reported).not.toContain('recovered')
  expect((await listAccounts(store)).map(({ id }) => id)).not.toContain('acc_3')
})

test('a backup, a vacuum and a checkpoint of another process are no loss', async () => {
  const { file, store, add } = await opened()
  await add('acc_1')
  await backUp(file, `${file}.backup`)
  const other = new DatabaseSync(file)
  other.exec('vacuum; pragma wal_checkpoint(truncate)')
  other.close()
  await add('acc_2')
  await vi.advanceTimersByTimeAsync(1000)
  expect(store.isHealthy()).toBe(true)
})

beforeEach(() => {
  const before = process.umask(0)
  onTestFinished(() => {
    process.umask(before)
  })
})

test('the file and its write-ahead log shrink after many rows were deleted', async () => {
  const { file, add } = await opened()
  const other = new DatabaseSync(file, { timeout: 5000 })
  onTestFinished(() => other.close())
  const sizeOf = (path: string) => statSync(path).size / 2 ** 20
  other.exec(`
    create table filler as with recursive n (i) as (select 1 union all select i + 1 from n where i < 12000)
      select i, randomblob(1000) from n;
    drop table filler`)
  await add('acc_0')
  expect(Math.min(sizeOf(file), sizeOf(`${file}-wal`))).toBeGreaterThan(10)
  for (let i = 1; sizeOf(file) + sizeOf(`${file}-wal`) > 10; i++) {
    await vi.advanceTimersByTimeAsync(1000)
    await add(`acc_${i}`)
  }
})

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

test('the files of a database and its backups are for their owner alone, whatever the umask', async () => {
  const folder = join(temporaryFolder(), 'a', 'b')
  const file = join(folder, 'merch.db')
  const store = await openSqliteStore(file)
  onTestFinished(() => store.close())
  await backUp(file, join(folder, 'backup.db'))
  const files = [file, `${file}-wal`, `${file}-shm`, join(folder, 'backup.db')]
  expect(files.map(modeOf)).toEqual(files.map(() => '600'))
  expect([folder, join(folder, '..')].map(modeOf)).toEqual(['700', '700'])
})

/** Creates the files of an earlier version, which everyone may read. */
const openFiles = () => {
  const folder = realpathSync(temporaryFolder())
  chmodSync(folder, 0o755)
  const [file, outbox] = [join(folder, 'merch.db'), join(folder, 'outbox')]
  mkdirSync(outbox, 0o755)
  const email = join(outbox, 'inv_1.eml')
  for (const path of [file, `${file}-wal`, email]) writeFileSync(path, '', { mode: 0o644 })
  return { folder, file, outbox, email }
}

test('existing files are tightened once, and the folder of the database is left alone', () => {
  const { folder, file, outbox, email } = openFiles()
  expect(tightenPermissions(file, outbox)).toEqual({
    changed: [file, `${file}-wal`, outbox, email],
    failed: [],
  })
  expect([file, `${file}-wal`, outbox, email, folder].map(modeOf)).toEqual([
    ...['600', '600', '700', '600'],
    '755',
  ])
  expect(tightenPermissions(file, outbox)).toEqual({ changed: [], failed: [] })
})

test('an outbox with files of other programs is left alone', () => {
  const { file, outbox, email } = openFiles()
  writeFileSync(join(outbox, 'notes.txt'), '', { mode: 0o644 })
  expect(tightenPermissions(file, outbox).changed).toEqual([file, `${file}-wal`])
  expect([outbox, email].map(modeOf)).toEqual(['755', '644'])
})

test('a link leads to the files that are tightened', () => {
  const { folder, file, outbox } = openFiles()
  symlinkSync(file, join(folder, 'link.db'))
  tightenPermissions(join(folder, 'link.db'), outbox)
  expect([file, `${file}-wal`].map(modeOf)).toEqual(['600', '600'])
})

// Linux rejects changes of the permissions of this file.
const fixed = `/proc/${process.pid}/stat`
test.skipIf(!existsSync(fixed))('a file that cannot be changed is returned', () => {
  expect(tightenPermissions(fixed, 'none')).toEqual({ changed: [], failed: [fixed] })
})

test('the default folder is tightened', () => {
  const folder = temporaryFolder()
  const before = process.cwd()
  process.chdir(folder)
  onTestFinished(() => process.chdir(before))
  mkdirSync('data', 0o755)
  expect(tightenPermissions('data/merch.db', 'data/outbox').changed).toEqual(['data'])
  expect(modeOf('data')).toBe('700')
})
