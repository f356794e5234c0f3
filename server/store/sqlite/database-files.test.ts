import fs, { existsSync, readdirSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../../testkit/temporary-folder.ts'
import { copyDatabase } from '../copy-database.ts'
import { CopyError, firstBatchSize } from '../copy-sides.ts'
import { backUp } from './backup.ts'
import { openSqliteReader, openSqliteTarget } from './copy.ts'
import { openSqliteStore } from './sqlite-store.ts'

const descriptors = '/proc/self/fd'

/** Whether the system lists the open files of a process. */
const listsOpenFiles = existsSync(descriptors)

/** Returns the path of an open file. */
const pathOfDescriptor = (descriptor: number): string =>
  readlinkSync(join(descriptors, String(descriptor)))

/** Returns the files below a folder that this process has open. */
const openFilesIn = (folder: string): string[] =>
  readdirSync(descriptors).flatMap((name) => {
    // The descriptor of the listing itself is closed by now.
    const file = existsSync(join(descriptors, name)) ? pathOfDescriptor(Number(name)) : ''
    return file.startsWith(folder) ? [file] : []
  })

const addAccounts = (file: string, names: readonly string[]) => {
  const database = new DatabaseSync(file)
  const insert = database.prepare('insert into accounts (id, name, created_at) values (?, ?, ?)')
  for (const name of names) insert.run(`acc_${name}`, name, '')
  database.close()
}

/** Creates a database with accounts, and the name of a copy in a folder that does not exist. */
const source = async (accounts = 0) => {
  const folder = temporaryFolder()
  const file = join(folder, 'source.db')
  await (await openSqliteStore(file)).close()
  addAccounts(
    file,
    Array.from({ length: accounts }, (_, i) => `${i}`),
  )
  return { folder, file, target: join(folder, 'copies', 'copy.db') }
}

const at = (databaseFile: string) => ({ databaseFile, postgres: undefined })

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

/** Notes each path that is flushed, and whether a file exists by then. */
const notingFlushes = (file: string) => {
  const flushed: [string, boolean][] = []
  const { fsyncSync } = fs
  vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
    flushed.push([pathOfDescriptor(descriptor), existsSync(file)])
    fsyncSync(descriptor)
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
  return flushed
}

test.skipIf(!listsOpenFiles).each([
  ['copy', (from: string, to: string) => copyDatabase(at(from), at(to))],
  ['backup', backUp],
])('a %s is on disk before it has its name, and then its name is', async (_, copy) => {
  const { folder, file } = await source()
  const target = join(folder, 'copy.db')
  const flushed = notingFlushes(target)
  await copy(file, target)
  expect(flushed).toEqual([
    [`${target}.partial`, false],
    [folder, true],
  ])
})

test.skipIf(!listsOpenFiles)('a store and a backup close every file', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'merch.db')
  const store = await openSqliteStore(file)
  expect(openFilesIn(folder)).toContain(file)
  await backUp(file, join(folder, 'backup.db'))
  await store.close()
  expect(openFilesIn(folder)).toEqual([])
})

test('a copy is for its owner alone', async () => {
  const before = process.umask(0)
  onTestFinished(() => void process.umask(before))
  const { file, target } = await source()
  await copyDatabase(at(file), at(target))
  expect([dirname(target), target].map(modeOf)).toEqual(['700', '600'])
})

test('a copy can be read once it is committed', async () => {
  const { target } = await source()
  const copy = await openSqliteTarget(target)
  onTestFinished(() => copy.close())
  await copy.commit()
  const database = new DatabaseSync(target, { readOnly: true })
  onTestFinished(() => database.close())
  expect(database.prepare('select id from accounts').all()).toEqual([])
})

test('two copies do not write the same file', async () => {
  const { target } = await source()
  const first = await openSqliteTarget(target)
  onTestFinished(() => first.close())
  await expect(openSqliteTarget(target)).rejects.toThrow(
    new CopyError(`Another copy is writing ${target}.partial. Wait for its end.`),
  )
})

test.skipIf(!listsOpenFiles)('a copy closes the file of one that was interrupted', async () => {
  const { folder, file } = await source()
  const target = join(folder, 'copy.db')
  writeFileSync(`${target}.partial`, '')
  await copyDatabase(at(file), at(target))
  expect(openFilesIn(folder)).toEqual([])
  expect(readdirSync(folder)).not.toContain('copy.db.partial')
})

test.skipIf(!listsOpenFiles)('a copy that cannot be created leaves no file', async () => {
  const { folder, target } = await source()
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation((sql) => {
    if (/journal_mode/.test(sql)) throw new Error('disk I/O error')
  })
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  await expect(openSqliteTarget(target)).rejects.toThrow(
    new CopyError(`The target ${target} cannot be created: disk I/O error`),
  )
  expect(readdirSync(dirname(target))).toEqual([])
  expect(openFilesIn(folder)).toEqual([])
})

test.skipIf(!listsOpenFiles)('a source that cannot be read is closed', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'other.db')
  const other = new DatabaseSync(file)
  other.exec('create table other (id)')
  other.close()
  expect(() => openSqliteReader(file, 'source')).toThrow('The source does not have the schema')
  expect(openFilesIn(folder)).toEqual([])
})

test('a source is read in batches, in the state in which it was opened', async () => {
  const { file } = await source(firstBatchSize + 1)
  const reader = openSqliteReader(file, 'source')
  onTestFinished(() => reader.close())
  addAccounts(file, ['later'])
  const accounts = reader.tables.find(({ name }) => name === 'accounts')
  const sizes: number[] = []
  if (accounts) for await (const rows of reader.batches(accounts)) sizes.push(rows.length)
  expect(sizes).toEqual([firstBatchSize, 1])
})
