import { copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { toId } from '../domain/ids.ts'
import { insertAccount, listAccounts } from './accounts.ts'
import { backUp } from './backup.ts'
import { openSqliteStore } from './sqlite.ts'

const opened = async (temporary = false) => {
  const folder = temporaryFolder()
  const file = join(folder, 'test.db')
  const store = await openSqliteStore(file, { temporary })
  onTestFinished(() => store.close())
  const add = (id: string) =>
    store.write((transaction) =>
      insertAccount(transaction, { id: toId('acc', id), name: id, createdAt: '' }),
    )
  return { folder, file, store, add }
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
  const { store, add } = given
  await add('acc_1')
  expect(await listAccounts(store)).toHaveLength(1)
  lose(given)
  const results = await Promise.allSettled([add('acc_2'), add('acc_3')])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(add('acc_4')).rejects.toThrow('was removed or replaced while it was open')
  expect(await store.isReady()).toBe(false)
  // Reads continue from the open file.
  expect(await listAccounts(store)).not.toEqual([])
})

test('a temporary database works after its files are removed', async () => {
  const { file, store, add } = await opened(true)
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
  const other = new DatabaseSync(file)
  other.exec('pragma journal_mode = wal; create table other (id)')
  onTestFinished(() => other.close())
  await expect(add('acc_3')).rejects.toThrow()
  await store.close()
  expect(existsSync(`${file}-wal`)).toBe(true)
  expect(other.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
})

test('a file that is put back is still a loss, and nothing is written to it', async () => {
  const { file, store, add } = await opened()
  await add('acc_1')
  renameSync(file, `${file}.kept`)
  await expect(add('acc_2')).rejects.toThrow()
  renameSync(`${file}.kept`, file)
  await expect(add('acc_3')).rejects.toThrow()
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
  expect(await store.isReady()).toBe(true)
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
